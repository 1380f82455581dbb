import CanonEngine
import CanonStems

/// Editions: what is given to the engine, and what it has become.
extension Deck {
  func handOver(
    to next: NextEdition, _ quantum: Quantum, by source: Asker, past keeper: inout Doorkeeper
  ) throws(CommandProblem) {
    let quantum = quantum.ofTheSet
    try check(quantum)
    guard handle != nil else { return }
    var doors = keeper.succeeded(by: next.program, next.succession, nil)
    let moment = moment.succeeded(by: next.program.set, next.succession)
    for (stem, other) in next.otherFiles {
      doors.give(other.name, ownedBy: other.owners, to: stem, at: moment)
    }
    let earlier = keeper.next
    keeper.next = NextDoors(doors, next.succession, unread: [])
    if !keeper.watchWanted.isReplay {
      for stem in next.program.set.stems.indices.map(StemIndex.init) {
        guard let old = next.succession.origin(of: stem) else { continue }
        if next.open.contains(stem), doors.isOpen(stem, at: moment) {
          // An edition that this one supersedes may have kept it shut.
          tellOpen(old, past: &keeper)
        } else {
          keepSilent(old)
        }
      }
    }
    // A stem that sounds although it is locked ends with the samples that it has. What the engine was told of its door a journal tells too.
    var next = next
    next.withhold { hasSamples($0) && !stems[$0.int].isOpen }
    // A door of another piece may have shut since it was read.
    if next.succession.isPiece { next.drop { !doors.isOpen($0, at: moment) } }
    let isJudgedAlike = doors.judgesAlike(keeper) && hasQuanta(of: next.configuration.grid)
    var edition = next.edition { isJudgedAlike && (!doors.hasDoors || next.samples[$0] == nil) }
    if next.succession.isPiece {
      for stem in next.program.set.bases { edition.start(try doors.permit(for: stem, at: moment)) }
    }
    let ticket: CommandTicket?
    do throws(EditionProblem) {
      ticket = try handle?.handOver(to: edition, quantum: quantum, by: source)
    } catch {
      keeper.next = earlier
      throw .outOfDate
    }
    guard let ticket else { return }
    for case let buffer? in edition.stems.map(\.samples) { readAhead(buffer) }
    editions[ticket] = WaitingEdition(next: next, quantum: quantum, by: source)
    keeper.next = NextDoors(
      doors, next.succession, unread: Set(next.unread.compactMap(next.succession.origin)))
    remember(
      ticket, .edition(next.program.number, quantum), by: source, again: next.asGiven(on: quantum))
  }

  /// Whether a grid has all quanta that the present one has.
  private func hasQuanta(of next: Grid) -> Bool {
    guard let grid else { return true }
    return (next.barsPerLoop > 0 || grid.barsPerLoop == 0)
      && (next.beatsPerLoop > 0 || grid.beatsPerLoop == 0)
  }

  /// Whether the samples of a stem, if it has some, are as long as its loop. Those that were given while an edition was waiting may not
  /// be: then the engine does not read them.
  func fits(_ stem: StemIndex) -> Bool {
    guard let buffer = buffer(of: stem), let configuration else { return true }
    return buffer.layout.loop == configuration.line(of: stem).longestDistance
  }

  /// The place of a stem in the engine; -1 before the first.
  func place(of stem: StemIndex) -> Int { handle?.place(of: stem) ?? -1 }

  /// The place of each stem in the engine; empty before the first.
  var places: [Int] { handle?.places ?? [] }

  /// What the engine has accepted last of reloads, tempos and keys and has not taken effect, to be given again to another engine. Files of
  /// the door folder are added again by themselves.
  var editionsAgain: [Restoration.Again] {
    let accepted = editions.filter { ticket, edition in
      edition.by != .folder && edition.by != .clock && !sent.contains { $0.ticket == ticket }
    }
    guard let last = accepted.max(by: { $0.key.rawValue < $1.key.rawValue })?.value else { return [] }
    if let again = last.next.asGiven(on: last.quantum) {
      return [Restoration.Again(command: again, by: last.by)]
    }
    let playback = last.next.changes.playback.map { ControlCommand.playback(.both($0), last.quantum) }
    return [playback, last.next.readsFiles ? .reload(last.quantum) : nil].compactMap(\.self)
      .map { Restoration.Again(command: $0, by: last.by) }
  }

  /// The edition with this number, which the engine has and which does not play yet.
  func edition(_ number: Int) -> NextEdition? {
    editions.values.first { $0.next.program.number == number }?.next
  }

  /// The edition that was given last and does not play yet; nil for none.
  var lastEdition: WaitingEdition? { editions.max { $0.key.rawValue < $1.key.rawValue }?.value }

  /// The program of the edition that was given last and does not play yet. Another piece is not made of it.
  var lastWaitingProgram: Program? {
    editions.values.filter { !$0.next.succession.isPiece }
      .max { $0.next.program.number < $1.next.program.number }?.next.program
  }

  /// The piece that somebody has asked for last, and that does not play yet.
  var waitingPiece: PlayedPiece? {
    editions.values.filter { $0.next.succession.isPiece && $0.by != .clock }
      .max { $0.next.program.number < $1.next.program.number }?.next.program.piece
  }

  /// Another edition was given before its boundary, or a panic has come, which drops a piece alone. What is asked for again beside it is part
  /// of that; a piece is not, nor what it ends.
  func superseded(_ ticket: CommandTicket) -> [Action] {
    guard let old = editions.removeValue(forKey: ticket), old.by.isSomebody else { return [] }
    guard let new = lastEdition else { return [.tell(.refused(.superseded, by: old.by))] }
    let (before, after) = (old.next.succession.isPiece, new.next.succession.isPiece)
    if !before && !after { return [] }
    if before && after, old.next.program.piece?.number == new.next.program.piece?.number { return [] }
    return [.tell(.refused(before || new.by != .clock ? .superseded : .pieceEnded, by: old.by))]
  }

  /// Its tempo and key; nil for none, or those that play.
  var waitingPlayback: Playback? {
    lastWaitingProgram.map(\.set.playback).flatMap { $0 == set.playback ? nil : $0 }
  }

  /// Moves the music to the same place on another grid, and where a relocation or a halt leads that has not happened yet.
  private func place(_ relocation: Relocation, at frame: FramePosition) {
    let announced = origins.announced(after: frame)
    move(relocation, at: frame)
    if let announced { origins.move(to: relocation.target(announced.place), at: announced.at) }
    section = section?.moved(by: relocation)
    if case .due(let place?, let asker) = halt { halt = .due(place: relocation.target(place), by: asker) }
  }

  /// The engine has become what an edition says: so do the mirrors, before anything else is read of it.
  func handedOver(_ ticket: CommandTicket, at frame: FramePosition) -> [Action] {
    guard let edition = editions.removeValue(forKey: ticket), let old = configuration else { return [] }
    let (next, asker) = (edition.next, edition.by)
    if let gap = next.begins { return began(next, at: frame, after: gap, by: asker) }
    let map = GridMap(from: old.grid, to: next.configuration.grid)
    let count = Relocation(at: frame, origin: counted, to: map)
    if !map.isIdentity {
      place(Relocation(at: frame, origin: origin, to: map), at: frame)
      counted = count.origin
    }
    let (before, after) = (set, next.program.set)
    let given = filesGiven(since: next)
    stems = after.stems.indices.map(StemIndex.init).map { stem in
      guard let old = next.succession.origin(of: stem) else { return StemMirror(after[stem]) }
      var mirror = stems[old.int]
      mirror.goOn(as: after[stem], after: before[old], at: frame, ramp: next.configuration.ramp)
      if let file = next.file(of: stem) { mirror.play(file, from: frame) }
      if next.samples[stem] != nil {
        mirror.hasOldSamples = false
      } else if next.unread.contains(stem) {
        let isOld = mirror.hasOldSamples || next.outdated.contains(stem)
        mirror.hasOldSamples = isOld && handle?.hasSamples(stem) == true
      }
      // Its opening waits for its frame, and may be outdated there: it is given again.
      if after[stem].id == unfinished?.stem { mirror.isOpen = false }
      return mirror
    }
    for place in sent.indices { sent[place].move(next.succession) }
    adopt(next)
    return [.handedOver(next, map.isIdentity ? nil : (map, count), by: asker, at: frame)]
      + given.map { .giveFileAgain(.init(command: $0, by: .recovery)) }
  }

  /// Another piece has begun: nothing of the mirrors goes on but the master's.
  private func began(
    _ next: NextEdition, at frame: FramePosition, after gap: FrameCount, by asker: Asker
  ) -> [Action] {
    let after = next.program.set
    let isHeld = stems.allSatisfy(\.hold.isHeld)
    origin = frame + gap
    counted = origin
    origins.move(to: -gap, at: frame)
    hasGap = true
    section = nil
    if case .due(_, let asker) = halt { halt = .due(place: nil, by: asker) }
    stems = after.stems.indices.map(StemIndex.init).map { stem in
      var mirror = StemMirror(after[stem])
      if isHeld { _ = mirror.hold(true, at: frame) }
      return mirror
    }
    for place in sent.indices { sent[place].move(next.succession) }
    adopt(next)
    return [.handedOver(next, nil, by: asker, at: frame)]
  }

  /// The files that stems were given while an edition waited that has other samples for them: they are given again.
  private func filesGiven(since next: NextEdition) -> [ControlCommand] {
    let after = next.program.set
    return after.stems.indices.map(StemIndex.init).compactMap { stem in
      guard let old = next.succession.origin(of: stem), next.file(of: stem) != nil,
        stems[old.int].mix.file != next.files[old.int]
      else { return nil }
      let (file, pending) = (stems[old.int].mix.file, stems[old.int].file.next?.request)
      return .replace(
        StemSelection([after[stem].id]), file: file ?? after[stem].file, pending?.command.quantum ?? .now)
    }
  }
}
