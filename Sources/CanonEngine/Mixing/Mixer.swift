/// The loops that move samples. Each adds a stem, times its gain, to the master, and writes the same product to the
/// stem's own block when there is one.
///
/// A frame has the same bits whichever loop computes it: `sample * gain`, where the gain of a moving ramp is the
/// product of its factors in a fixed order (``Slopes``), and a 16-bit sample is `value / 32768`, which is exact. The
/// counters are Int32 since only that vectorises (Documentation/RealTime.md).
enum Mixer {
  // MARK: - Constant gain

  @_noLocks static func add(
    _ source: UnsafePointer<Float>, gain: Float, to master: UnsafeMutablePointer<Float>,
    block: UnsafeMutablePointer<Float>?, frames: Int32
  ) {
    var i: Int32 = 0
    if let block = unsafe block {
      while i < frames {
        let k = Int(i)
        let sample = unsafe source[k] * gain
        unsafe block[k] = sample
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

  /// The left channel of stereo frames of 16 bits: the low half of each word.
  ///
  /// Left and right are two passes: in one, the two outputs, which often lie a power of two apart, would hold each
  /// other up, and it took four times as long.
  @_noLocks static func addLow(
    _ words: UnsafePointer<Int32>, gain: Float, to master: UnsafeMutablePointer<Float>,
    block: UnsafeMutablePointer<Float>?, frames: Int32
  ) {
    // A power of two: folding it into the gain changes no bit, since no gain is near the smallest number.
    let gain = gain * integerScale
    var i: Int32 = 0
    if let block = unsafe block {
      while i < frames {
        let k = Int(i)
        let sample = unsafe Float((words[k] &<< 16) &>> 16) * gain
        unsafe block[k] = sample
        unsafe master[k] += sample
        i &+= 1
      }
    } else {
      while i < frames {
        let k = Int(i)
        unsafe master[k] += Float((words[k] &<< 16) &>> 16) * gain
        i &+= 1
      }
    }
  }

  /// The right channel: the high half of each word.
  @_noLocks static func addHigh(
    _ words: UnsafePointer<Int32>, gain: Float, to master: UnsafeMutablePointer<Float>,
    block: UnsafeMutablePointer<Float>?, frames: Int32
  ) {
    let gain = gain * integerScale
    var i: Int32 = 0
    if let block = unsafe block {
      while i < frames {
        let k = Int(i)
        let sample = unsafe Float(words[k] &>> 16) * gain
        unsafe block[k] = sample
        unsafe master[k] += sample
        i &+= 1
      }
    } else {
      while i < frames {
        let k = Int(i)
        unsafe master[k] += Float(words[k] &>> 16) * gain
        i &+= 1
      }
    }
  }

  // MARK: - Moving gain

  /// - Parameter adds: Whether the block holds another voice of the same stem already.
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

  /// Multiplies what is there.
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

  private static var integerScale: Float { @_noLocks get { 1 / 32768 } }
}
