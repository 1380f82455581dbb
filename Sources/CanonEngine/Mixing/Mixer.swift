/// The inner loops of the mix. `add` multiplies a stem by its gain, adds it to the master, and writes the same product to
/// the stem's own block if there is one.
///
/// A frame has the same bits whichever loop computes it: `sample * gain`, where the gain of a moving ramp is the
/// product of its factors in a fixed order (``Slopes``), and a 16-bit sample is `value / 32768`, which is exact. The
/// counters are Int32 because the compiler vectorises only those (Documentation/RealTime.md).
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

  /// Adds the left channel of 16-bit stereo frames: the low half of each word.
  ///
  /// Left and right are two passes. A single pass took four times as long, because the two outputs are often a power of
  /// two apart in memory and delay each other.
  @_noLocks static func addLow(
    _ words: UnsafePointer<Int32>, gain: Float, to master: UnsafeMutablePointer<Float>,
    block: UnsafeMutablePointer<Float>?, frames: Int32
  ) {
    // The scale is a power of two and no gain is near the smallest number, so multiplying it into the gain changes no bit.
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

  /// Adds the right channel of 16-bit stereo frames: the high half of each word.
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

  private static var integerScale: Float { @_noLocks get { 1 / 32768 } }
}
