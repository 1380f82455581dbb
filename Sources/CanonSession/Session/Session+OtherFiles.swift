import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

/// A sound file that a stem plays instead of the set's, loaded.
struct OtherFile: Sendable {
  /// Relative to the set's folder.
  let name: String
  let buffer: StemBuffer
  /// Whose file it is, by the set.
  let owners: [StemIndex]
}

/// Other files than the set's own: each of them comes in here, past the gate, for it may belong to a locked stem.
extension Session {
  /// Reads a file for a stem, if the gate lets it have it.
  /// - Parameter configuration: Of the engine that it is for.
  func load(
    _ file: String, for stem: StemIndex, at rate: SampleRate, _ configuration: EngineConfiguration?
  ) async throws(CommandProblem) -> OtherFile {
    let owners = await owners(of: file, for: stem)
    if let refusal = gate.refusal(of: stem, playing: owners, in: doorContext(for: stem)) {
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

  /// Compares files, away from the session, which others wait for.
  private func owners(of file: String, for stem: StemIndex) async -> [StemIndex] {
    guard schedule != nil, let path = try? ContainedPath.resolve(file, below: set.folder) else { return [] }
    let gate = gate
    return await Task.detached { gate.owners(of: path, for: stem) }.value
  }

  /// Gives the engine another file's samples, for a boundary.
  func replace(
    _ stem: StemIndex, _ other: OtherFile, _ quantum: Quantum?, by source: Asker
  ) throws(CommandProblem) {
    let quantum = quantum ?? set[stem].quanta.start
    try check(quantum)
    // The door may have shut while the file was read.
    if let refusal = gate.refusal(of: stem, playing: other.owners, in: doorContext()) {
      throw .locked(refusal)
    }
    guard let ticket = handle?.setSamples(other.buffer, of: stem, quantum: quantum, by: source) else {
      return
    }
    give(other, to: stem)
    stems[stem.int].mix.file = other.name
    remember(ticket, .replace(StemSelection([set[stem].id]), file: other.name, quantum), of: stem, by: source)
    openForFollowing(stem)
  }

  /// From now on the stem stands behind the doors of those whose file it plays.
  func give(_ other: OtherFile, to stem: StemIndex) {
    fileOwners[other.name] = other.owners
    giveFile(other.name, to: stem)
  }

  /// As ``give(_:to:)``, for a file that was read before.
  /// - Parameter name: nil for the set's own.
  func giveFile(_ name: String?, to stem: StemIndex) {
    let owners = name.flatMap { fileOwners[$0] } ?? []
    guard gate.give(fileOf: owners, to: stem) else { return }
    doorCache.forget()
    let status = doorStatus(of: stem, in: doorContext())
    // That another door counts now is no opening.
    if gate.door(of: stem) == nil { doorWatch.isOpen[stem] = status == .none ? nil : status.isOpen }
  }
}
