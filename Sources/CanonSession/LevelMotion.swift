import CanonEngine

/// How a stem's level moves, for meters: in a straight line from one value to the next, as the engine moves it.
struct LevelMotion {
  /// Linear factors.
  typealias Value = (left: Float, right: Float)

  private var from: Value
  private var to: Value
  private var start: FramePosition = 0
  private var end: FramePosition = 0

  init(_ level: Level) { (from, to) = ((level.left, level.right), (level.left, level.right)) }

  /// - Parameter length: Frames until it is there; 0: at once.
  mutating func move(to level: Level, at frame: FramePosition, length: FrameCount) {
    from = value(at: frame)
    (to, start, end) = ((level.left, level.right), frame, frame + max(0, length))
  }

  func value(at frame: FramePosition) -> Value {
    if frame <= start { return from }
    if frame >= end { return to }
    let part = Float(frame - start) / Float(end - start)
    return (from.left + (to.left - from.left) * part, from.right + (to.right - from.right) * part)
  }
}
