import CanonMixing

/// The inner loops of the mix at gains that move; those at constant gains are in ``MixingLoops``.
///
/// A frame has the same bits whichever loop computes it: `sample * gain`, where the gain of a moving ramp is the
/// product of its factors in a fixed order (``Slopes``), and a 16-bit sample is `value / 32768`, which is exact. The
/// counters are Int32 because the compiler vectorises only those (Documentation/RealTime.md).
enum Mixer {
  // MARK: - Moving gain

  /// - Parameter adds: Whether the block already holds another voice of the same stem.
  @_noLocks static func add(
    _ source: UnsafePointer<Float>, gain slopes: Slopes, to master: UnsafeMutablePointer<Float>,
    block: UnsafeMutablePointer<Float>?, adds: Bool, frames: Int32
  ) {
    var i: Int32 = 0
    while i < frames {
      let k = Int(i)
      let sample = unsafe source[k] * slopes.factor(i)
      unsafe master[k] += sample
      if let block = unsafe block { unsafe block[k] = adds ? block[k] + sample : sample }
      i &+= 1
    }
  }

  @_noLocks static func copy(
    _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, frames: Int32
  ) {
    var i: Int32 = 0
    while i < frames {
      let k = Int(i)
      unsafe target[k] = source[k]
      i &+= 1
    }
  }

  /// Multiplies the samples in place.
  @_noLocks static func scale(_ samples: UnsafeMutablePointer<Float>, by slope: Slope, frames: Int32) {
    var i: Int32 = 0
    while i < frames {
      let k = Int(i)
      unsafe samples[k] *= slope.value(i)
      i &+= 1
    }
  }

  // MARK: - 16-bit samples as floats

  @_noLocks static func decode(mono source: UnsafePointer<Int16>, to block: OutputPair, frames: Int32) {
    let left = unsafe block.left
    let right = unsafe block.right
    var i: Int32 = 0
    while i < frames {
      let k = Int(i)
      let sample = unsafe Float(source[k]) * integerScale
      unsafe left[k] = sample
      unsafe right[k] = sample
      i &+= 1
    }
  }

  @_noLocks static func decode(stereo words: UnsafePointer<Int32>, to block: OutputPair, frames: Int32) {
    let left = unsafe block.left
    let right = unsafe block.right
    var i: Int32 = 0
    while i < frames {
      let k = Int(i)
      let word = unsafe words[k]
      unsafe left[k] = Float((word &<< 16) &>> 16) * integerScale
      unsafe right[k] = Float(word &>> 16) * integerScale
      i &+= 1
    }
  }

  /// A power of two, and no gain is near the smallest number: multiplied into a gain it changes no bit.
  static var integerScale: Float { @_noLocks get { 1 / 32768 } }
}
