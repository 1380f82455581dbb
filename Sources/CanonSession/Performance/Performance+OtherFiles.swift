import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

/// Files other than the set's own. All of them are loaded here, after a check by the gate, because they may belong to a
/// locked stem.
extension Performance {
  /// Reads a file for a stem, if the gate permits it.
  /// - Parameter configuration: The configuration of the engine for which it is read.
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

  /// Compares files on another thread, so that the actor stays available.
  private func owners(of file: String, for stem: StemIndex) async -> [StemIndex] {
    guard schedule != nil, let path = try? ContainedPath.resolve(file, below: set.folder) else { return [] }
    let keeper = keeper
    return await Task.detached { keeper.owners(of: path, for: stem) }.value
  }
}
