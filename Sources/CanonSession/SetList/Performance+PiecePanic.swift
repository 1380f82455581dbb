import CanonEngine

/// A panic in a programme: no piece begins by itself after it.
extension Performance {
  /// The engine has received a panic: what was answered before it, and the piece that has begun by then, came before it.
  func dropPiecesByPanic() {
    pieces.receivePanic()
    for command in outdated where command.command.isPiece {
      publish.yield(.refused(.superseded, by: command.by))
    }
    outdated.removeAll(where: \.command.isPiece)
  }

  /// Somebody has undone a panic: the piece ends where it would have ended. If the music is beyond that, it goes on: no undo begins another
  /// piece.
  func panicIsUndone() {
    guard let end = program.piece?.piece.end, pieces.hasPanicked, let grid = deck.grid else { return }
    var last = pieces.lastLoopBeforePanic
    if case .loops(let loops) = end { last = last ?? Int64(loops) }
    let place = deck.reached - deck.origins[deck.reached]
    if let last, grid.loop.position(of: last) <= place { return }
    pieces.takeBackPanic()
  }
}
