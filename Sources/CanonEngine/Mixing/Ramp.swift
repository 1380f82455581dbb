/// A factor that moves in a straight line from one value to another, and then stays constant.
///
/// The value is a function of the frame alone, never an accumulated sum, so it has the same bits for any division
/// into periods: `value(f) = from + step * Float(f - start)`, with `step = (to - from) / Float(length)`.
public struct Ramp: BitwiseCopyable, Sendable {
  let from: Float
  let to: Float
  let step: Float
  let start: FramePosition
  /// The first frame that has the final value.
  let end: FramePosition

  /// - Parameter length: Frames from `from` to `to`, at most 2^30; 0 for a step.
  @_noLocks public init(from: Float, to: Float, start: FramePosition, length: FrameCount) {
    let length = max(0, min(length, 1 << 30))
    self.from = from
    self.to = to
    self.start = start
    end = start &+ length
    step = length > 0 ? (to - from) / Float(length) : 0
  }

  @_noLocks public init(constant value: Float) {
    self.init(from: value, to: value, start: 0, length: 0)
  }

  @_noLocks public func value(at frame: FramePosition) -> Float {
    if frame >= end { return to }
    if frame <= start { return from }
    return from + step * Float(Int32(truncatingIfNeeded: frame &- start))
  }

  /// A ramp to another value that begins at this one's value on `frame`.
  @_noLocks public func moved(to value: Float, at frame: FramePosition, length: FrameCount) -> Ramp {
    Ramp(from: self.value(at: frame), to: value, start: frame, length: length)
  }

  /// The value just before `frame`, which differs from ``value(at:)`` if the ramp is a step on that very frame.
  @_noLocks func value(before frame: FramePosition) -> Float {
    frame <= start ? from : value(at: frame)
  }

  /// The ramp from `frame` on: constant, or a line that lasts until ``end``.
  @_noLocks func slope(from frame: FramePosition) -> Slope {
    if frame >= end { return Slope(base: to, step: 0, index: 0) }
    return Slope(base: from, step: step, index: Int32(truncatingIfNeeded: frame &- start))
  }
}

/// A straight piece of a ramp for the mixing loop: `base + step * Float(index + i)`, `i` from 0.
struct Slope: BitwiseCopyable {
  let base: Float
  let step: Float
  let index: Int32

  @_noLocks @inline(__always) func value(_ i: Int32) -> Float { base + step * Float(index &+ i) }
}

/// The factors of a stem's gain on one channel, each a straight line.
struct Slopes: BitwiseCopyable {
  /// Starts, stops and mutes the stem.
  let envelope: Slope
  /// Fades the stem's voice out or in.
  let fade: Slope
  /// Silences the stem for other stems' solo or a pause.
  let audibility: Slope
  /// Covers a replacement of the stem's samples.
  let dip: Slope
  let gain: Slope
  /// The pan's factor.
  let pan: Slope

  @_noLocks init(envelope: Slope, fade: Slope, audibility: Slope, dip: Slope, gain: Slope, pan: Slope) {
    self.envelope = envelope
    self.fade = fade
    self.audibility = audibility
    self.dip = dip
    self.gain = gain
    self.pan = pan
  }

  @_noLocks @inline(__always) func factor(_ i: Int32) -> Float {
    (((envelope.value(i) * fade.value(i)) * audibility.value(i)) * dip.value(i))
      * (gain.value(i) * pan.value(i))
  }
}
