import CanonEngine

/// The end of a piece.
extension Performance {
  /// How long before its end the next piece is given to the engine, in seconds: until then, pads and what is read again act as ever.
  private static let lead = 2.0
  /// What a command may take to reach the engine, in seconds.
  private static let margin = 0.25

  /// The end of the piece that plays, and where the music is; nil while it does not come, or is not known.
  private var pieceEnd: (last: Int64, place: FramePosition, end: FramePosition)? {
    guard program.piece != nil, !keeper.watchWanted.isReplay, !hasEnded, arriving == nil,
      deck.clock?.isRolling == true, !deck.isStanding, let grid = deck.grid, let last = pieces.lastLoop
    else { return nil }
    let place = deck.reached - deck.origin, end = grid.loop.position(of: last)
    return repeats(at: place, before: end) ? nil : (last, place, end)
  }

  /// Whether a section repeats at a place, so that the music does not come to a later one.
  func repeats(at place: FramePosition, before end: FramePosition) -> Bool {
    guard let section = deck.section else { return false }
    return section.repeats && section.contains(place) && section.until <= end
  }

  private func isLast(_ played: PlayedPiece) -> Bool {
    (played.number..<played.count).allSatisfy { pieces.skipped.contains($0 + 1) }
  }

  /// Gives the engine the next piece if the one that plays ends soon. The last one stops.
  func endPieceIfDue() {
    guard let played = program.piece, !keeper.watchWanted.isReplay else { return }
    findLastLoop(of: played)
    let isLast = isLast(played)
    guard !pieces.isEnding, capture == nil, let rate = deck.sampleRate, let grid = deck.grid,
      let (last, place, end) = pieceEnd, isLast ? !pieces.hasStopped : pieces.prepared != nil
    else { return }
    let left = end - place
    // In the silence before a piece, and on its first downbeat, its beginning would be the next boundary.
    guard left <= rate.frames(Self.lead), place > deck.configuration?.grace ?? 0 else { return }
    // On the very loop, however short it is; at once where the music is beyond it.
    let isInTime =
      left > grid.loop.longestDistance || left > (deck.configuration?.ramp ?? 0) + rate.frames(Self.margin)
    let quantum = isInTime ? Quantum(.loop, count: Int(clamping: last)) ?? .loop : .loop
    if isLast {
      pieces.hasStopped = true
      performAtOnce([.request(.stop, StemSelection(set.stems.map(\.id)), quantum)], by: .clock)
      return
    }
    // Reading what was missing has taken longer than the piece: its end, counted from the beginning, comes again only as many loops later.
    if let late = deck.lastEdition, late.next.succession.isPiece, late.by == .clock, late.quantum != .loop,
      let due = late.place, due > end
    {
      return giveAgain(late, .loop, for: .clock)
    }
    if deck.editions.values.contains(where: { $0.comesBefore(theEnd: end) }) { return }
    pieces.isEnding = true
    Task {
      let problems = await perform([.next(quantum)], by: .clock, batch: nil)
      // What has kept the next piece from beginning may be over a loop later.
      if !problems.isEmpty, pieces.lastLoop == last { pieces.lastLoop = last + 1 }
      pieces.isEnding = false
    }
  }

  /// Whether a reload, tempo or key would take the place of the next piece, which is about to begin: it is over before its boundary.
  func isOverBefore(_ quantum: Quantum) -> Bool {
    guard let played = program.piece, !isLast(played), pieces.prepared != nil, let rate = deck.sampleRate,
      let grid = deck.grid, let (_, place, end) = pieceEnd, end - place <= rate.frames(Self.lead)
    else { return false }
    let due = grid.boundary(
      atOrAfter: place + (deck.configuration?.ramp ?? 0), quantum: quantum.ofTheSet)
    return due >= end - rate.frames(Self.margin)
  }

  // MARK: - The scene that ends a piece

  /// A part of a scene takes effect at a place in the music.
  func ran(_ run: SceneRun, at place: FramePosition) {
    if case .scene(let id, _)? = program.piece?.piece.end, id == run.scene { pieces.ran(run, at: place) }
  }

  /// The scene that was run last is another one, because somebody has undone a scene.
  func sceneIsUndone() {
    if case .scene(let id, _)? = program.piece?.piece.end, !isLastScene(id) { pieces.takeBack() }
  }

  private func isLastScene(_ id: String) -> Bool { lastScene.map { scenes[$0].id == id } ?? false }

  /// Finds the loop before which a piece ends, from the beginning or from a scene that has taken effect.
  private func findLastLoop(of played: PlayedPiece) {
    guard pieces.lastLoop == nil, arriving == nil, deck.clock?.isRolling == true, let grid = deck.grid else {
      return
    }
    switch played.piece.end {
    case .byHand: return
    case .loops(let loops): if !pieces.hasPanicked { pieces.lastLoop = Int64(loops) }
    case .scene(let id, let loops):
      let place = deck.reached - deck.origins[deck.reached]
      if pieces.countsFromHere {
        pieces.countsFromHere = false
        if isLastScene(id) { pieces.ending = PieceEnding(run: 0, place: place) }
      }
      guard let ending = pieces.ending, ending.place <= place else { return }
      // Another scene has taken its place before it took effect.
      guard isLastScene(id) else { return pieces.ending = nil }
      pieces.ending?.hasTakenEffect = true
      pieces.lastLoop = grid.loop.index(atOrAfter: ending.place) + Int64(loops)
    }
  }

  /// The loop before which the piece ends, also if the scene that ends it has yet to take effect; nil if that is not known.
  var expectedLastLoop: Int64? {
    if let last = pieces.lastLoop { return last }
    guard case .scene(let id, let loops)? = program.piece?.piece.end, isLastScene(id), let grid = deck.grid
    else { return nil }
    return pieces.ending.map { grid.loop.index(atOrAfter: $0.place) + Int64(loops) }
  }
}

extension WaitingEdition {
  /// Whether it takes over before a piece ends, or is the piece that begins then. Anything else is superseded by that piece.
  fileprivate func comesBefore(theEnd end: FramePosition) -> Bool {
    guard let place else { return true }
    if next.succession.isPiece { return by == .clock || place <= end }
    return place < end
  }
}
