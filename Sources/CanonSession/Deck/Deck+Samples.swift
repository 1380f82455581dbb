import CanonEngine
import CanonFiles
import CanonStems

/// A sound file that a stem plays instead of the set's, loaded.
struct OtherFile: Sendable {
  /// The file's path, relative to the set's folder.
  let name: String
  let sound: LoadedStem
  var buffer: StemBuffer { sound.buffer }
  /// The stems that own the file in the set.
  let owners: [StemIndex]
}

/// The files that a command needs, read before it is carried out.
struct Loaded {
  var replacements: [StemIndex: OtherFile] = [:]
  /// Stems whose files could not be read; the reason was noted.
  var failed: Set<StemIndex> = []
  /// What a reload has read.
  var edition: NextEdition?
}

/// Gives samples to the engine, and removes them.
extension Deck {
  /// Whether the engine has samples of a stem that are those of the playing program.
  func hasSamples(_ stem: StemIndex) -> Bool { buffer(of: stem) != nil && !stems[stem.int].hasOldSamples }
  /// The samples of a stem; nil if it has none, or is not there.
  func buffer(of stem: StemIndex) -> StemBuffer? {
    stems.indices.contains(stem.int) ? handle?.buffer(of: stem) : nil
  }

  /// Gives the engine another file's samples, to replace its own on a boundary.
  func replace(
    _ stem: StemIndex, _ other: OtherFile, _ quantum: Quantum?, by source: Asker,
    past keeper: inout Doorkeeper
  ) throws(CommandProblem) {
    let quantum = quantum ?? set[stem].quanta.start
    try check(quantum)
    // The door may have shut while the file was read.
    if let refusal = keeper.refusal(of: stem, playing: other.owners, at: moment) { throw .locked(refusal) }
    // Other doors count from now on.
    handle?.endTriggers()
    guard let ticket = handle?.setSamples(other.buffer, of: stem, quantum: quantum, by: source) else {
      return
    }
    readAhead(other.buffer)
    keeper.give(other, to: stem, at: moment)
    stems[stem.int].mix.file = other.name
    remember(ticket, .replace(StemSelection([set[stem].id]), file: other.name, quantum), of: stem, by: source)
    tellOpen(stem, past: &keeper)
  }

  /// Gives the engine samples that were read for it, unless in the meantime the server has changed its rate, another command
  /// has loaded the stem, or its door has shut.
  /// - Parameter evenIfHeard: Whether they may take the place of old ones that may still be heard.
  /// - Returns: Whether the engine has them.
  @discardableResult func add(
    _ buffer: StemBuffer, to stem: StemIndex, at rate: SampleRate, evenIfHeard: Bool = false,
    past keeper: inout Doorkeeper
  ) -> Bool {
    guard sampleRate == rate, handle != nil, !hasSamples(stem), keeper.isOpen(stem, at: moment),
      evenIfHeard || self.buffer(of: stem) == nil || isSilent(stem)
    else { return false }
    handle?.setSamples(buffer, of: stem, by: .clock)
    readAhead(buffer)
    stems[stem.int].hasOldSamples = false
    tellOpen(stem, past: &keeper)
    return true
  }

  /// Tells the engine that the stem is open, once its samples are loaded, until its door shuts.
  func tellOpen(_ stem: StemIndex, past keeper: inout Doorkeeper) {
    if keeper.tellsOfOpening(stem) { try? open(stem, past: &keeper) }
  }

  /// Removes the samples of a locked stem once it has rung out and faded, also after a panic. While the music stands, a release
  /// stands too.
  func forget(_ stem: StemIndex) {
    guard !stems[stem.int].isOpen, isSilent(stem), !sent.contains(where: { $0.stem == stem }) else { return }
    stems[stem.int].hasOldSamples = false
    remember(handle?.removeSamples(of: stem, by: .door), nil, of: stem, by: .door)
  }

  /// Whether a stem that has samples has stopped, rung out and faded, and nothing is on its way that may let it be heard.
  private func isSilent(_ stem: StemIndex) -> Bool {
    let mirror = stems[stem.int]
    guard clock != nil, mirror.status == .stop, let release = buffer(of: stem)?.layout.release,
      let ramps = configuration.map(RampLengths.init)
    else { return false }
    return !sent.contains { $0.stem == stem && $0.command?.leadsToSound == true }
      && reached >= mirror.since + release + max(ramps.usual, ramps.panic)
  }

  /// What converts the last engine's samples of a stem that cannot be read again to the new rate, on a thread of its own: it takes seconds for a
  /// long one. nil if there were none.
  func conversion(of stem: StemIndex, to rate: SampleRate, _ configuration: EngineConfiguration)
    -> (@Sendable () -> LoadedStem?)?
  {
    let line = configuration.stems[stem.int].line ?? configuration.grid.loop
    guard hasSamples(stem), let old = buffer(of: stem), let sampleRate else { return nil }
    return { try? LoadedStem(stem, converting: old, from: sampleRate, to: rate, line: line) }
  }
}
