import CanonEngine

/// How a stem's gain and pan move, for meters: each in a straight line from one value to the next, as in the engine.
struct LevelMotion {
  /// One factor.
  struct Line {
    private var from: Float
    private var to: Float
    private var start: FramePosition = 0
    private var end: FramePosition = 0

    init(_ value: Float) { (from, to) = (value, value) }

    mutating func move(to value: Float, at frame: FramePosition, length: FrameCount) {
      from = self[frame]
      (to, start, end) = (value, frame, frame + max(0, length))
    }

    subscript(_ frame: FramePosition) -> Float {
      if frame <= start { return from }
      return frame >= end ? to : from + (to - from) * Float(frame - start) / Float(end - start)
    }
  }

  private var gain: Line
  private var left: Line
  private var right: Line

  init(_ decibels: Decibels, _ pan: Pan) {
    let factors = PanFactors(pan)
    (gain, left, right) = (Line(Gain(decibels).linear), Line(factors.left), Line(factors.right))
  }

  /// - Parameter length: Frames until it is there; 0: at once.
  mutating func move(to decibels: Decibels, at frame: FramePosition, length: FrameCount) {
    gain.move(to: Gain(decibels).linear, at: frame, length: length)
  }

  mutating func move(to pan: Pan, at frame: FramePosition, length: FrameCount) {
    let factors = PanFactors(pan)
    left.move(to: factors.left, at: frame, length: length)
    right.move(to: factors.right, at: frame, length: length)
  }

  /// Linear factors.
  func value(at frame: FramePosition) -> (left: Float, right: Float) {
    (gain[frame] * left[frame], gain[frame] * right[frame])
  }
}
