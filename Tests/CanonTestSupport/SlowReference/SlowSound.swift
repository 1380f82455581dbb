import CanonEngine

/// The samples of a stem, in their three parts, left and right.
struct SlowSound: Sendable {
  let intro, loop, release: Int64
  private let left, right: [Float]

  init(_ buffer: StemBuffer) {
    (intro, loop, release) = (buffer.layout.intro, buffer.layout.loop, buffer.layout.release)
    left = (0..<Int(intro + loop + release)).map { buffer.sample($0, channel: 0) }
    right = (0..<Int(intro + loop + release)).map { buffer.sample($0, channel: 1) }
  }

  subscript(_ frame: Int64) -> (left: Float, right: Float) { (left[Int(frame)], right[Int(frame)]) }
}
