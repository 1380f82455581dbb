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
    let (program, id) = (program, set[stem].id)
    let next = keeper.next
    let owners = await self.owners(of: file, for: stem, by: keeper.gate)
    let later = await self.owners(of: file, for: next?.successor(of: stem), by: next?.keeper.gate)
    let refusal = await refusalOfDropped(file, for: stem)
    // The stem may have another number now.
    guard self.program.number == program.number else { throw .outOfDate }
    if let refusal = refusal ?? keeper.refusal(of: stem, playing: owners, at: deck.moment)
      ?? next?.refusal(of: stem, playing: file, ownedBy: later, at: deck.moment)
    {
      throw .locked(refusal)
    }
    let answers = await StemLoader.load(
      [stem], file: file, of: program.set, timing: program.timing, at: rate, configuration: configuration,
      holding: holding)
    do throws(FileProblem) {
      return OtherFile(name: file, sound: try answers[0].get(), owners: owners)
    } catch {
      throw .notLoaded(stem: id, FileProblems([error]))
    }
  }

  /// Compares files on another thread, so that the actor stays available.
  private func owners(of file: String, for stem: StemIndex?, by gate: Gate?) async -> [StemIndex] {
    guard let stem, let gate else { return [] }
    let set = set
    return await Task.detached { gate.owners(of: file, in: set, for: stem) }.value
  }
}

extension Gate {
  /// The owners of a file of a set; none if the set's folder does not have it.
  /// - Thread: any control thread (reads files)
  func owners(of file: String, in set: StemSet, for stem: StemIndex) -> [StemIndex] {
    (try? ContainedPath.resolve(file, below: set.folder)).map { owners(of: $0, for: stem) } ?? []
  }
}
