/// A factor that moves in a straight line from one value to another, and then stays.
///
/// The value is a function of the frame alone, never an accumulated sum, so it has the same bits for any split
/// into periods: `value(f) = from + step * Float(f - start)`, with `step = (to - from) / Float(length)`.
public struct Ramp: BitwiseCopyable, Sendable {
  let from: Float
  let to: Float
  let step: Float
  let start: FramePosition
  /// The first frame that has the final value.
  let end: FramePosition

  /// - Parameter length: Frames from `from` to `to`; 0 jumps.
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

  /// A ramp to another value, from where this one is.
  @_noLocks public func moved(to value: Float, at frame: FramePosition, length: FrameCount) -> Ramp {
    Ramp(from: self.value(at: frame), to: value, start: frame, length: length)
  }

  /// The value that led up to `frame`: what was heard, when the ramp is a step on that very frame.
  @_noLocks func value(before frame: FramePosition) -> Float {
    frame <= start ? from : value(at: frame)
  }

  /// The ramp as seen from `frame` on: constant, or a line that lasts until ``end``.
  @_noLocks func slope(from frame: FramePosition) -> Slope {
    if frame >= end { return Slope(base: to, step: 0, index: 0) }
    return Slope(base: from, step: step, index: Int32(truncatingIfNeeded: frame &- start))
  }
}

/// One run of a ramp as the mixing loop wants it: `base + step * Float(index + i)`, `i` from 0.
struct Slope: BitwiseCopyable {
  let base: Float
  let step: Float
  let index: Int32

  @_noLocks @inline(__always) func value(_ i: Int32) -> Float { base + step * Float(index &+ i) }
}

/// The factors of a stem's gain on one channel, each a straight line.
struct Slopes: BitwiseCopyable {
  /// What starts, stops and mutes the stem.
  let envelope: Slope
  /// What a fade out, or in, does to its voice.
  let fade: Slope
  /// What other stems' solo, or a pause, does to it.
  let audibility: Slope
  /// What covers an exchange of its samples.
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
