/// A panic in a programme: no piece begins by itself after it.
extension Performance {
  /// The engine has received a panic: what was answered before it, and the piece that has begun by then, came before it.
  func dropPiecesByPanic() {
    pieces.panic()
    for command in outdated where command.command.isPiece {
      publish.yield(.refused(.superseded, by: command.by))
    }
    outdated.removeAll(where: \.command.isPiece)
  }
}
