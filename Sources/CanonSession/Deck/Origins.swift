import CanonEngine

/// The frame of the music's first downbeat, which relocations move: now, before the last ones, and after one that is announced.
public struct Origins: Sendable {
  private var moves: [(at: FramePosition, origin: FramePosition)] = [(.min, 0)]
  /// The most that are kept; what is older counts from the oldest.
  private static let most = 64

  /// The origin that holds on a frame.
  public subscript(frame: FramePosition) -> FramePosition {
    moves.last { $0.at <= frame }?.origin ?? moves[0].origin
  }

  /// The origin after all relocations, also after one that is announced.
  public var last: FramePosition { moves[moves.count - 1].origin }

  /// From a frame on the music is at another place; what was announced for that frame or later is replaced.
  mutating func move(to place: FramePosition, at frame: FramePosition) {
    moves.removeAll { $0.at >= frame }
    moves.append((frame, frame - place))
    if moves.count > Self.most { moves.removeFirst() }
  }

  /// A panic on a frame has ended what is announced for later ones.
  mutating func forget(after frame: FramePosition) { moves.removeAll { $0.at > frame } }
}
