import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

/// Other files than the set's own: each of them comes in here, past the gate, for it may belong to a locked stem.
extension Performance {
  /// Reads a file for a stem, if the gate lets it have it.
  /// - Parameter configuration: Of the engine that it is for.
  func load(
    _ file: String, for stem: StemIndex, at rate: SampleRate, _ configuration: EngineConfiguration?
  ) async throws(CommandProblem) -> OtherFile {
    let owners = await owners(of: file, for: stem)
    if let refusal = keeper.refusal(of: stem, playing: owners, at: deck.moment) {
      throw .locked(refusal)
    }
    let answers = await StemLoader.load(
      [stem], file: file, of: set, timing: timing, at: rate, configuration: configuration)
    do throws(FileProblem) {
      return OtherFile(name: file, buffer: try answers[0].get().buffer, owners: owners)
    } catch {
      throw .notLoaded(stem: set[stem].id, FileProblems([error]))
    }
  }

  /// Compares files, away from the actor, which others wait for.
  private func owners(of file: String, for stem: StemIndex) async -> [StemIndex] {
    guard schedule != nil, let path = try? ContainedPath.resolve(file, below: set.folder) else { return [] }
    let keeper = keeper
    return await Task.detached { keeper.owners(of: path, for: stem) }.value
  }
}
