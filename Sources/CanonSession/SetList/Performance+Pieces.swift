import CanonEngine
import CanonFiles
import CanonStems

/// The pieces of a programme: each is an edition that begins anew.
extension Performance {
  /// The pieces to which a command leads, in the order in which they are tried: those that cannot be played are skipped.
  /// - Throws: Why it leads to none.
  private func candidates(_ command: ControlCommand) throws(CommandProblem) -> [Int] {
    guard let played = program.piece else { throw .noProgramme }
    let last = deck.waitingPiece?.number ?? played.number
    switch command {
    case .piece(let number, _):
      guard (1...played.count).contains(number) else { throw .unknownPiece(number, count: played.count) }
      return [number]
    case .previous:
      let earlier = (1..<last).reversed().filter { !pieces.skipped.contains($0) }
      if earlier.isEmpty { throw .noEarlierPiece }
      return earlier
    default:
      let later = (last..<played.count).map { $0 + 1 }.filter { !pieces.skipped.contains($0) }
      if later.isEmpty { throw .noMorePieces }
      return later
    }
  }

  /// Reads the piece to which a command leads.
  func preparePiece(
    _ command: ControlCommand, _ loaded: inout Loaded, _ problems: inout [CommandProblem]
  ) async {
    do throws(CommandProblem) {
      let all = try candidates(command)
      if let capture { throw .notCaptured(.underWay(stem: capture.status.stem)) }
      var found: [CommandProblem] = []
      for number in all {
        found = []
        await prepareEdition(.piece(number), &loaded, &found)
        guard case .notReloaded(let reasons)? = found.first else { break }
        found = [.pieceNotPlayable(number, reasons)]
        if case .piece = command { break }
        skip(number, reasons)
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

  /// Tells people once that a piece cannot be played.
  func skip(_ number: Int, _ problems: FileProblems) {
    if pieces.skipped.insert(number).inserted { note(.pieceSkipped(number, problems)) }
  }

  /// Another piece plays. What waited for the one before is over.
  func beginPiece() {
    pieces.prepared = nil
    (pieces.lastLoop, pieces.hasStopped) = (nil, false)
    if let number = program.piece?.number { pieces.skipped.remove(number) }
    (marks, sections) = (Marks(), SectionKeeper())
    devicePause.move(to: self.set)
    endByPiece()
  }

  // MARK: - Ahead

  /// Reads the piece after the one that plays, as soon as that plays, until the task is cancelled.
  public func preparePieces() async {
    while !Task.isCancelled {
      await awaitAllRead()
      await prepareNextPiece()
      await measurePieces()
      await piecesBell.wait(atMost: program.piece == nil ? Self.longestIdleness : .milliseconds(200))
    }
  }

  /// Reads the next piece, unless it is read already. One that cannot be played is told, and the one after it is the next.
  func prepareNextPiece() async {
    guard let played = program.piece, !keeper.watchWanted.isReplay, let rate = deck.sampleRate,
      arriving == nil,
      let number = (played.number..<played.count).map({ $0 + 1 })
        .first(where: { !pieces.skipped.contains($0) })
    else { return }
    let isReady = pieces.prepared.map { $0.program.piece?.number == number && $0.rate == rate } ?? false
    if isReady { return dropLocked() }
    let (reader, old) = (reader, program)
    do throws(CommandProblem) {
      let new = try await reading { () throws(FileProblems) in try reader.piece(number, after: old) }
      let succession = Succession(from: old.set, to: new.set, isPiece: true)
      var keeper = keeper.succeeded(by: new, succession, nil)
      let moment = deck.moment.succeeded(by: new.set, succession)
      // There must be no samples of a locked stem in memory.
      let open = inOrder(
        new.set.stems.indices.map(StemIndex.init).filter { keeper.isOpen($0, at: moment) }, of: new,
        succession)
      let answers = await StemLoader.load(open, of: new.set, timing: new.timing, at: rate)
      var (samples, problems): ([StemIndex: LoadedStem], [FileProblem]) = ([:], [])
      for (stem, answer) in zip(open, answers) {
        switch answer {
        case .success(let loaded): samples[stem] = loaded
        case .failure(let problem) where new.set.policy == .strict || new.set[stem].isBase:
          problems.append(problem)
        case .failure: break
        }
      }
      if !problems.isEmpty { throw .notReloaded(FileProblems(problems)) }
      guard program.piece == played, deck.sampleRate == rate else { return }
      pieces.prepared = PreparedPiece(program: new, rate: rate, samples: samples)
    } catch {
      if case .notReloaded(let problems) = error, program.piece == played { skip(number, problems) }
    }
  }

  /// Forgets the samples of stems of the next piece whose doors have shut since they were read.
  private func dropLocked() {
    guard let prepared = pieces.prepared, prepared.program.schedule != nil else { return }
    let succession = Succession(from: self.set, to: prepared.program.set, isPiece: true)
    var keeper = keeper.succeeded(by: prepared.program, succession, nil)
    let moment = deck.moment.succeeded(by: prepared.program.set, succession)
    pieces.prepared = PreparedPiece(
      program: prepared.program, rate: prepared.rate,
      samples: prepared.samples.filter { keeper.isOpen($0.key, at: moment) })
  }

  // MARK: - The end of a piece

  /// How long before its end the next piece is given to the engine, in seconds: until then, pads and what is read again act as ever.
  private static let lead = 2.0

  /// Gives the engine the next piece if the one that plays ends soon. The last one stops.
  func endPieceIfDue() {
    guard let played = program.piece, !keeper.watchWanted.isReplay, !pieces.isEnding, !hasEnded,
      arriving == nil, deck.clock?.isRolling == true, !deck.isStanding, let grid = deck.grid,
      let rate = deck.sampleRate
    else { return }
    let place = deck.reached - deck.origin
    findLastLoop(of: played, from: place, on: grid)
    let isLast = (played.number..<played.count).allSatisfy { pieces.skipped.contains($0 + 1) }
    guard let last = pieces.lastLoop, deck.editions.isEmpty, playbackRequests.isEmpty, capture == nil,
      isLast ? !pieces.hasStopped : pieces.prepared != nil
    else { return }
    let left = grid.loop.position(of: last) - place
    if repeats(at: place, before: place + left) { return }
    // In the silence before a piece, and on its first downbeat, its beginning would be the next boundary.
    guard left <= rate.frames(Self.lead), place > deck.configuration?.grace ?? 0 else { return }
    // On the very loop, however short it is; at once where the music is beyond it.
    let isInTime =
      left > grid.loop.longestDistance || left > (deck.configuration?.ramp ?? 0) + rate.frames(0.25)
    let quantum = isInTime ? Quantum(.loop, count: Int(clamping: last)) ?? .loop : .loop
    if isLast {
      pieces.hasStopped = true
      performAtOnce([.request(.stop, StemSelection(set.stems.map(\.id)), quantum)], by: .clock)
      return
    }
    pieces.isEnding = true
    Task {
      let problems = await perform([.next(quantum)], by: .clock, batch: nil)
      // What has kept the next piece from beginning may be over a loop later.
      if !problems.isEmpty, pieces.lastLoop == last { pieces.lastLoop = last + 1 }
      pieces.isEnding = false
    }
  }

  /// Whether a section repeats at a place, so that the music does not come to a later one.
  func repeats(at place: FramePosition, before end: FramePosition) -> Bool {
    guard let section = deck.section else { return false }
    return section.repeats && section.contains(place) && section.until <= end
  }

  /// Finds the loop before which a piece ends, from the beginning or from a scene.
  private func findLastLoop(of played: PlayedPiece, from place: FramePosition, on grid: Grid) {
    if pieces.lastLoop != nil { return }
    switch played.piece.end {
    case .byHand: return
    case .loops(let loops): pieces.lastLoop = Int64(loops)
    case .scene(let id, let loops):
      guard let lastScene, scenes[lastScene].id == id else { return }
      pieces.lastLoop = grid.loop.index(atOrAfter: place) + Int64(loops)
    }
  }
}

extension SampleRate {
  fileprivate func frames(_ seconds: Double) -> FrameCount { FrameCount(seconds * Double(hertz)) }
}
