/// A straight line between two factors, constant before and after.
struct SlowLine: Sendable {
  let from, to: Float
  let start, length: Int64

  init(_ value: Float) { self.init(from: value, to: value, start: 0, length: 0) }

  init(from: Float, to: Float, start: Int64, length: Int64) {
    (self.from, self.to, self.start, self.length) = (from, to, start, length)
  }

  func isSilent(at frame: Int64) -> Bool { to == 0 && (from == 0 || frame >= start + length) }

  /// The value just before `frame`, even if the line is a step on that very frame.
  func before(_ frame: Int64) -> Float { frame <= start ? from : self[frame] }

  subscript(_ frame: Int64) -> Float {
    guard frame < start + length else { return frame < start ? from : to }
    guard frame > start else { return from }
    return from + (to - from) / Float(length) * Float(frame - start)
  }
}
