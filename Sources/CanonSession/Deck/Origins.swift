import CanonEngine

/// The frame of the music's first downbeat, which relocations move: now, before the last ones, and after one that is announced.
public struct Origins: Sendable {
  private struct Move {
    let at: FramePosition
    /// The origin on that frame.
    let origin: FramePosition
    /// Whether the music stands from there on.
    var stands = false
  }

  private var moves = [Move(at: .min, origin: 0)]
  /// The most that are kept; what is older counts from the oldest.
  private static let most = 64

  /// The origin that holds on a frame.
  public subscript(frame: FramePosition) -> FramePosition {
    let move = moves.last { $0.at <= frame } ?? moves[0]
    return move.stands ? move.origin + max(0, frame - move.at) : move.origin
  }

  /// The origin after all relocations, also after one that is announced.
  public var last: FramePosition { moves[moves.count - 1].origin }

  /// Where an announced relocation leads, and its frame; nil if there is none after a frame.
  func announced(after frame: FramePosition) -> (place: FramePosition, at: FramePosition)? {
    let move = moves[moves.count - 1]
    return move.at > frame ? (move.at - move.origin, move.at) : nil
  }

  /// From a frame on the music is at another place; what was announced for that frame or later is replaced.
  mutating func move(to place: FramePosition, at frame: FramePosition) {
    moves.removeAll { $0.at >= frame }
    append(Move(at: frame, origin: frame - place))
  }

  /// The music has stood for a number of frames until this one, where it is now.
  mutating func stand(until frame: FramePosition, for frames: FrameCount) {
    let start = frame - frames, origin = last
    moves.removeAll { $0.at >= start }
    append(Move(at: start, origin: origin, stands: true))
    append(Move(at: frame, origin: origin + frames))
  }

  private mutating func append(_ move: Move) {
    moves.append(move)
    if moves.count > Self.most { moves.removeFirst() }
  }

  /// A panic on a frame has ended what is announced for later ones.
  mutating func forget(after frame: FramePosition) { moves.removeAll { $0.at > frame } }
}
