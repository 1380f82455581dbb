/// Where one stereo signal is written: two blocks of the period's length.
@unsafe public struct OutputPair: BitwiseCopyable {
  public let left: UnsafeMutablePointer<Float>
  public let right: UnsafeMutablePointer<Float>

  @_noLocks public init(left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
    unsafe self.left = left
    unsafe self.right = right
  }

  @_noLocks func advanced(by frames: Int32) -> OutputPair {
    unsafe OutputPair(left: left + Int(frames), right: right + Int(frames))
  }

  @_noLocks public func silence(_ frames: Int32) {
    unsafe left.initialize(repeating: 0, count: Int(frames))
    unsafe right.initialize(repeating: 0, count: Int(frames))
  }
}

/// The loops that move samples. Each adds one channel of a stem, times its gain, to the master, and writes the
/// same product to the stem's own port when there is one.
///
/// The product is formed the same way in all of them, `sample * (envelope * level)`, so a frame has the same
/// bits whichever loop computes it. The counters are Int32 since only that vectorises (Documentation/RealTime.md).
enum Mixer {
  @_noLocks static func add(
    _ source: UnsafePointer<Float>, gain: Float, to master: UnsafeMutablePointer<Float>,
    port: UnsafeMutablePointer<Float>?, frames: Int32
  ) {
    var i: Int32 = 0
    if let port = unsafe port {
      while i < frames {
        let k = Int(i)
        let sample = unsafe source[k] * gain
        unsafe port[k] = sample
        unsafe master[k] += sample
        i &+= 1
      }
    } else {
      while i < frames {
        let k = Int(i)
        unsafe master[k] += source[k] * gain
        i &+= 1
      }
    }
  }

  @_noLocks static func add(
    _ source: UnsafePointer<Float>, envelope: Slope, level: Slope, to master: UnsafeMutablePointer<Float>,
    port: UnsafeMutablePointer<Float>?, frames: Int32
  ) {
    var i: Int32 = 0
    while i < frames {
      let k = Int(i)
      let e = envelope.base + envelope.step * Float(envelope.index &+ i)
      let l = level.base + level.step * Float(level.index &+ i)
      let sample = unsafe source[k] * (e * l)
      unsafe master[k] += sample
      if let port = unsafe port { unsafe port[k] = sample }
      i &+= 1
    }
  }
}
