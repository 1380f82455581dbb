import CanonEngine
import CanonFiles
import CanonStems

/// The pieces of a programme: each is an edition that begins anew.
extension Performance {
  /// Reads the piece to which a command leads.
  func preparePiece(
    _ number: Int, _ goal: PieceGoal, of command: ControlCommand, by asker: Asker, _ loaded: inout Loaded,
    _ problems: inout [CommandProblem]
  ) async {
    do throws(CommandProblem) {
      guard let played = program.piece else { throw .noProgramme }
      guard (1...played.count).contains(number) else { throw .unknownPiece(number, count: played.count) }
      if let capture { throw .notCaptured(.underWay(stem: capture.status.stem)) }
      let isSkipped = goal.numbers.first == number
      if asker != .clock { pieces.read(isSkipped ? goal.expected ?? number : number, for: goal) }
      var found: [CommandProblem] = []
      for number in goal.numbers(for: number) {
        found = []
        // At the end of a piece there is no time to read: the end is looked at again once it is read.
        if asker == .clock, pieces.prepared?.program.piece?.number != number { return }
        await prepareEdition(
          .piece(number, isDue: asker == .clock), of: (command, asker), &loaded, &found,
          unless: { asker != .clock && pieces.isSuperseded(goal) })
        guard case .notReloaded(let reasons)? = found.first else { break }
        found = [.pieceNotPlayable(number, reasons)]
        if isSkipped { skip(number, reasons, tellsAgain: true) }
      }
      problems += found
    } catch {
      problems.append(error)
    }
  }

  /// Tells people of the pieces before the first one that can be played.
  public func skip(_ pieces: [SkippedPiece]) {
    for piece in pieces { skip(piece.number, piece.problems) }
  }

  /// Tells people that a piece cannot be played, and why, unless they know.
  /// - Parameters:
  ///   - files: Those that were read for it, if it is known which.
  ///   - tellsAgain: Whether somebody has asked for it.
  func skip(_ number: Int, _ problems: FileProblems, files: [String] = [], tellsAgain: Bool = false) {
    let paths = program.piece?.list.files(of: number, problems) ?? []
    let isNew = pieces.skip(number, problems, WatchedFiles(files + paths))
    if isNew || tellsAgain { note(.pieceSkipped(number, problems)) }
  }

  /// Another piece plays. What waited for the one before is over.
  func beginPiece() {
    pieces.begin()
    (marks, sections) = (Marks(), SectionKeeper())
    devicePause.move(to: self.set)
    endByPiece()
  }

  /// The piece that waits in the engine may have samples of stems whose doors have shut since: it is given again without them. Shortly before
  /// its boundary that would be too late; then they are dropped once it plays. Behind a panic it is not given again: that drops it.
  func dropLockedOfWaitingPiece() {
    guard !deck.editions.isEmpty, !keeper.watchWanted.isReplay, let rate = deck.sampleRate,
      let doors = keeper.next,
      !deck.requested.contains(where: { $0.command == .panic }), let waiting = deck.lastEdition,
      waiting.next.succession.isPiece, waiting.next.program.schedule != nil,
      let place = waiting.place, place - (deck.reached - deck.origins[deck.reached]) > rate.frames(0.25)
    else { return }
    let moment = deck.moment.succeeded(by: waiting.next.program.set, waiting.next.succession)
    guard waiting.next.samples.keys.contains(where: { !doors.keeper.isOpen($0, at: moment) }) else { return }
    giveAgain(waiting, waiting.quantum, for: .door)
  }

  /// Gives the engine a piece that waits in it once more, in the place of what it has.
  func giveAgain(_ waiting: WaitingEdition, _ quantum: Quantum, for asker: Asker) {
    lastProgram += 1
    do throws(CommandProblem) {
      try deck.handOver(to: waiting.next.renumbered(lastProgram), quantum, by: waiting.by, past: &keeper)
      stir()
      _ = deck.send()
    } catch {
      publish.yield(.refused(error, by: asker))
    }
  }
}

extension SampleRate {
  func frames(_ seconds: Double) -> FrameCount { FrameCount(seconds * Double(hertz)) }
}
