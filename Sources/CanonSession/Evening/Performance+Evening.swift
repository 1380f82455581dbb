import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

/// The evening as it can go on without this process.
extension Performance {
  package typealias EveningKeeper = Keeper<EveningEntry, EveningProblem>
  package typealias EveningEntry = EveningBook.Entry

  // MARK: - Keeping it

  /// Writes the evening down from now on, while it is live.
  /// - Parameter connections: What the command line says of them.
  package func keepEvening(by keeper: EveningKeeper, connections: ConnectionOptions = .none) {
    self.connections = connections
    keeper.tellProblems { [publish] in publish.yield(.note(.evening(.notKept($0)))) }
    book = EveningBook(keeper)
  }

  /// Writes the evening down if it has changed, and from time to time how far the music has come, also if no evening is kept.
  func writeEvening(at now: ContinuousClock.Instant = .now) {
    if book?.isDue(now) == true, let evening = evening(), book?.records(evening, at: now) == true {
      book?.keeper.keep(.evening(evening))
      reach(at: now, syncs: true)
    } else if reached.map({ now - $0.at >= EveningBook.pause }) ?? true {
      reach(at: now, syncs: reached.map { now - $0.syncedAt >= EveningBook.longestPause } ?? true)
    }
  }

  /// Writes into the journal how far the music has come.
  /// - Parameter syncs: Whether it is to be on the disk at once: not every second, which would wear a memory card.
  private func reach(at now: ContinuousClock.Instant, syncs: Bool) {
    let frame = deck.position
    guard arriving == nil, deck.clock?.isRolling == true, frame > 0, frame != reached?.frame else { return }
    reached = (frame, at: now, syncedAt: syncs ? now : reached?.syncedAt ?? now)
    scribe.reach(frame, syncs: syncs)
  }

  /// Writes the evening down for the last time, or that it is over: nothing goes on with it then. Waits until that is done, or for
  /// `patience`.
  package func endEvening(isOver: Bool, patience: Duration = .seconds(1)) async {
    guard let book = book.take() else { return }
    if isOver {
      book.keeper.keep(.over)
    } else if let evening = evening() {
      book.keeper.keep(.evening(evening))
    }
    _ = await book.keeper.settle(patience: patience)
  }

  /// The evening now; nil while the clock does not have its position, and before the driver has said what time that is.
  package func evening() -> Evening? {
    readEvents()
    // While commands of an earlier evening are given again, they are neither here nor there.
    guard arriving == nil, !isAskingAgain, !isBeginning, let place, let rate = deck.sampleRate,
      deck.clock?.isRolling == true,
      deck.position > 0
    else { return nil }
    let position = deck.position, reached = deck.reached
    let before = Restoration.Before(
      stems: deck.stems, unanswered: deck.sent.filter { $0.waiting == nil }, master: deck.masterSetting,
      masterLevel: deck.masterLevel(at: reached), rate: rate, position: reached, origin: deck.origins.last,
      hasGap: deck.keepsGap, section: deck.section, cue: deck.cue, halt: deck.halt)
    var music = Music(before, in: set)
    // A later canon looks for the device by itself.
    music.release(devicePause.stems)
    // What is read again comes from the files of then.
    music.again = (again + music.again).filter { !$0.isReload }
    var evening = Evening(time: place.time(of: position, rate), music: music)
    evening.edition = program.number
    evening.piece = program.piece.map { Evening.Piece($0.number, source: $0.piece.source) }
    evening.hasPanicked = program.piece != nil && pieces.hasPanicked
    evening.playback = set.playback
    evening.counted = deck.counted
    evening.audibleMaster = deck.audibleMaster
    evening.marks = marks.all
    evening.scene = lastScene.map { scenes[$0].id }
    evening.shut = Set(keeper.past.isOpen.filter { !$0.value }.map { set[$0.key].id })
    evening.rituals = keeper.past.rituals.map {
      Evening.Ritual(set[$0.stem].id, loops: $0.loops, end: $0.end)
    }
    // Frames count on while the music stands.
    let stood = position - reached
    evening.waiting = waiting.entries.filter { $0.end == nil }.map {
      Evening.Waiting($0.time, $0.waiting.command, at: $0.waiting.at - stood, by: $0.waiting.by)
    }
    (evening.wiring, evening.connections) = (wiring, connections)
    return evening
  }

  // MARK: - Going on with it

  /// Goes on with an evening instead of beginning. Must be called before the first engine is made. If its piece can no longer be read, that
  /// is told, and the one after it begins, or else the programme; if the programme no longer has it, that is told, and the programme begins:
  /// what one piece plays means nothing in another.
  /// - Returns: Whether it goes on.
  @discardableResult
  package func resume(_ evening: Evening) -> Bool {
    wiring = evening.wiring
    guard resumePiece(evening.piece) else { return false }
    (resuming, isResumed) = (evening, true)
    var program = program
    // Its places are those of its tempo, whatever the set's file and the command line say.
    if let playback = evening.playback, playback != program.set.playback {
      do {
        program = try reader.played(program, as: playback)
        deck.take(program.set)
      } catch {
        publish.yield(.refused(.notReloaded(error), by: .recovery))
      }
    }
    program.number = evening.edition
    adopt(program)
    lastProgram = evening.edition
    keeper.isLater = evening.edition > 1
    return true
  }

  /// Reads the piece that played, wherever it is in the programme by now.
  /// - Parameter piece: nil without a programme.
  /// - Returns: Whether it is there; if not, another one is to begin.
  private func resumePiece(_ piece: Evening.Piece?) -> Bool {
    guard let first = program.piece else { return piece == nil }
    guard let piece else { return false }
    guard let number = first.list.number(of: piece) else {
      let problem =
        piece.source.map { CommandProblem.pieceGone($0, count: first.count) }
        ?? .unknownPiece(piece.number, count: first.count)
      publish.yield(.refused(problem, by: .recovery))
      return false
    }
    if number == first.number { return true }
    for next in number...first.count {
      do throws(FileProblems) {
        try take(reader.piece(next, after: program))
        return next == number
      } catch {
        skip(next, error)
      }
    }
    return false
  }

  /// Begins with another piece.
  private func take(_ piece: Program) {
    let succession = Succession(from: self.set, to: piece.set, isPiece: true)
    var program = piece
    program.begins = nil
    deck.take(program.set)
    keeper = keeper.succeeded(by: program, succession, nil)
    adopt(program)
  }

  /// The evening whose position the clock is to reach.
  var eveningToReach: Evening? { resuming ?? arriving }

  /// Shows what an evening has, before the first engine is made: by that it is judged which doors that need other stems are open, and which
  /// files are read.
  func expect(_ evening: Evening) {
    var states = set.stems.map { $0.isBase ? StemState.play : .stop }
    for layer in evening.music.layers {
      guard let stem = set.index(of: layer.id) else { continue }
      if let file = layer.file { deck.stems[stem.int].play(file, from: 0) }
      states[stem.int] = layer.state
    }
    let moment = deck.moment
    for stem in Restoration.order(states, { keeper.isOpen($0, beside: $1, at: moment) }).order
    where states[stem.int] == .play { deck.stems[stem.int].become(.play, since: 0) }
    keeper.recordDoors(at: deck.moment)
  }

  /// Restores an evening in the first engine, all at frame 0.
  func restore(_ evening: Evening, at rate: SampleRate) {
    arriving = evening
    let old = evening.music.rate
    deck.counted = evening.counted.scaled(from: old, to: rate)
    deck.audibleMaster = evening.audibleMaster
    marks = Marks(evening.marks)
    marks.move { $0.scaled(from: old, to: rate) }
    lastScene = evening.scene.flatMap { id in scenes.firstIndex { $0.id == id } }
    if evening.hasPanicked { pieces.panic() }
    pieces.restore()
    keeper.past.rituals = evening.rituals.compactMap { ritual in
      set.index(of: ritual.stem).map {
        Ritual(stem: $0, loops: ritual.loops, end: ritual.end?.scaled(from: old, to: rate))
      }
    }
    var music = evening.music
    music.again.removeAll { !$0.command.isKnown(in: set) }
    let gone = music.layers.map(\.id).filter { set.index(of: $0) == nil }
    if !gone.isEmpty { note(.evening(.leftOut(gone))) }
    restore(music, at: rate)
  }

  /// The clock of the first engine has the evening's position: what waits for that follows. Doors are judged from now on, so that a stem
  /// that joins does so on its boundary.
  func arrive() {
    guard let evening = arriving, deck.position > 0 else { return }
    arriving = nil
    // What has opened since the evening was written down opens now.
    for stem in evening.shut.compactMap(set.index) where keeper.past.isOpen[stem] == true {
      keeper.past.isOpen[stem] = false
    }
    keeper.lookSoon()
    keeper.past.last = nil
    let away = evening.age(at: keeper.now(at: deck.position))
    // Fades that had begun end when they would have ended.
    if evening.music.halt != .stands {
      again = again.map {
        Restoration.Again(command: $0.command.shortened(by: away), by: $0.by, batch: $0.batch)
      }
    }
    for command in evening.waiting { waitAgain(command, since: evening.music.rate) }
    let sounding = zip(set.stems, deck.stems).filter { $1.status.soundsNow }.map(\.0.id)
    let zone = schedule?.zone ?? .local
    note(
      .evening(
        .resumed(
          .init(evening.saved ?? evening.time, zone), away: evening.saved == nil ? away : nil,
          stems: sounding)))
  }

  /// Lets a command wait again, if it can do anything on its frame.
  private func waitAgain(_ command: Evening.Waiting, since old: SampleRate) {
    guard let grid = deck.grid, let rate = deck.sampleRate else { return }
    let frame: FramePosition
    switch command.time {
    case .at(.bar) where old != rate, .at(.loop) where old != rate, .at(.seconds) where old != rate:
      frame =
        command.time.frame(grid: grid, sampleRate: rate, now: 0, counted: deck.counted)
        ?? command.at.scaled(from: old, to: rate)
    case .at, .later: frame = command.at.scaled(from: old, to: rate)
    }
    do throws(CommandProblem) {
      try wait(command.time, command.command, at: frame, by: command.by)
    } catch {
      publish.yield(.refused(error, by: command.by))
    }
  }
}

extension Restoration.Again {
  fileprivate var isReload: Bool {
    switch command {
    case .reload, .playback, .piece: true
    default: false
    }
  }
}

extension ControlCommand {
  /// What is left of a fade that goes on at once after a number of seconds; any other command is unchanged.
  fileprivate func shortened(by seconds: Double) -> ControlCommand {
    guard let fade, fade.quantum == .now, case .microseconds(let length)? = fade.length else { return self }
    return with(Fade(quantum: .now, length: .microseconds(max(0, length - Int64(seconds * 1_000_000)))))
  }

  /// Whether a set has the stems that it names.
  fileprivate func isKnown(in set: StemSet) -> Bool {
    selection?.words.allSatisfy {
      StemSelection.isPattern($0) || $0 == StemSelection.master || set.index(of: $0) != nil
    } ?? true
  }
}
