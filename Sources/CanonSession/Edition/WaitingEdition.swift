import CanonEngine

/// An edition that the engine has, and that does not play yet.
struct WaitingEdition {
  let next: NextEdition
  let quantum: Quantum
  let by: Asker
  /// The place in the music on which it takes over; nil until the engine has answered.
  var place: FramePosition?

  /// Whether a piece, which the engine has refused because another edition plays, is not to be given again: it plays already, or it was to
  /// begin because the one before it ends, which is looked at again.
  /// - Parameter piece: The number of the piece that plays.
  func isOver(in piece: Int?) -> Bool {
    guard next.succession.isPiece else { return false }
    return by == .clock || next.program.piece?.number == piece && next.follows != piece
  }
}
