import CanonFiles
import CanonStems

/// A programme: the pieces of an evening in their order. ``SetListFile`` makes it, so it has a piece.
public struct SetList: Hashable, Sendable {
  /// A piece: a set or a schedule, and what ends it.
  public struct Piece: Hashable, Sendable {
    /// Cleaned; nil for the title of the schedule or set.
    public let title: String?
    /// The `source` key as written.
    public let source: String
    /// The path of the set or schedule: the `source` key joined to the programme's folder.
    public let path: String
    /// Its line in the file.
    public let line: Int?
    public let end: End
    /// The silence before the next piece, in microseconds; 0 for a segue.
    public let gap: Int64
  }

  /// What ends a piece, beside somebody who goes on to another one.
  public enum End: Hashable, Sendable {
    case byHand
    /// So many loops from its beginning.
    case loops(Int)
    /// So many loops from the boundary on which this scene takes effect.
    case scene(String, loops: Int)
  }

  /// The file, as the user named it.
  public let path: String
  /// Cleaned; nil if the file has no title.
  public let title: String?
  /// What the pause key does in all pieces; nil for what their sets say.
  public let pause: PauseKind?
  /// In their order; never empty.
  public let pieces: [Piece]

  /// The most pieces of a programme, loops of a piece, and microseconds between two pieces.
  public static let mostPieces = 1000
  public static let mostLoops = 1_000_000
  public static let longestGap: Int64 = 3_600_000_000
}
