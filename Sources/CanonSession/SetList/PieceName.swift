import CanonEngine

/// A piece of a programme as people know it.
public struct PieceName: Hashable, Sendable {
  /// Counted from 1.
  public let number: Int
  /// How many pieces the programme has.
  public let count: Int
  public let title: String

  public init(number: Int, count: Int, title: String) {
    (self.number, self.count, self.title) = (number, count, title)
  }
}

extension Program {
  /// The piece that it is; nil without a programme.
  var pieceName: PieceName? {
    piece.map { PieceName(number: $0.number, count: $0.count, title: title) }
  }

  /// The title with the place in the programme before it: `2/5 Vigil`.
  var shownTitle: String { (piece.map { "\($0.number)/\($0.count) " } ?? "") + title }

  /// The title of the piece, else of the schedule, else of the set.
  var title: String { piece?.piece.title ?? schedule?.title ?? self.set.title }
}

extension NextEdition {
  /// The command by which it is asked for again, if it begins another piece of a programme.
  func asGiven(on quantum: Quantum) -> ControlCommand? {
    succession.isPiece ? program.piece.map { .piece($0.number, quantum) } : nil
  }
}
