/// The inner loops of the mix at constant gains: each multiplies samples by a gain and adds the products to a master, and writes the same
/// products to a stem's own block if there is one.
///
/// The source is compiled twice: as `CanonMixing` for every processor of the architecture, and as `CanonMixingV3` for those with
/// x86-64-v3 (AVX2). A frame has the same bits from both and from each loop: one multiplication and one addition for each
/// sample, in the order of the stems, never fused.
///
/// Lengths are in frames, from 0 up; outputs of one call must not overlap. 16-bit stereo frames are words with the left sample in their low
/// half.
/// - Thread: any; real-time safe
public enum MixingLoops {
  // Eight frames are one register with AVX2, two without.
  private typealias Samples = SIMD8<Float>
  private typealias Words = SIMD8<Int32>
  private static var width: Int { @_noLocks get { 8 } }

  /// Adds four stems of 16-bit stereo frames in one pass, so that the sums stay in registers.
  /// - Parameters:
  ///   - leftGains: The gain of each stem's left channel, with the scale of 16-bit samples in it.
  ///   - rightGains: The same for the right channel.
  @inline(never) @_noLocks public static func add(
    _ a: UnsafePointer<Int32>, _ b: UnsafePointer<Int32>, _ c: UnsafePointer<Int32>,
    _ d: UnsafePointer<Int32>,
    leftGains: SIMD4<Float>, rightGains: SIMD4<Float>,
    to left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, frames: Int32
  ) {
    let count = Int(frames)
    var i = 0
    while i &+ width <= count {
      var (sumLeft, sumRight) = unsafe (load(left, i), load(right, i))
      let first = unsafe load(a, i)
      sumLeft += low(first) * leftGains[0]
      sumRight += high(first) * rightGains[0]
      let second = unsafe load(b, i)
      sumLeft += low(second) * leftGains[1]
      sumRight += high(second) * rightGains[1]
      let third = unsafe load(c, i)
      sumLeft += low(third) * leftGains[2]
      sumRight += high(third) * rightGains[2]
      let fourth = unsafe load(d, i)
      sumLeft += low(fourth) * leftGains[3]
      sumRight += high(fourth) * rightGains[3]
      unsafe store(sumLeft, left, i)
      unsafe store(sumRight, right, i)
      i &+= width
    }
    while i < count {
      unsafe left[i] += low(a[i]) * leftGains[0]
      unsafe left[i] += low(b[i]) * leftGains[1]
      unsafe left[i] += low(c[i]) * leftGains[2]
      unsafe left[i] += low(d[i]) * leftGains[3]
      unsafe right[i] += high(a[i]) * rightGains[0]
      unsafe right[i] += high(b[i]) * rightGains[1]
      unsafe right[i] += high(c[i]) * rightGains[2]
      unsafe right[i] += high(d[i]) * rightGains[3]
      i &+= 1
    }
  }

  /// Adds one channel of four stems in one pass.
  @inline(never) @_noLocks public static func add(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>,
    _ d: UnsafePointer<Float>,
    gains: SIMD4<Float>, to master: UnsafeMutablePointer<Float>, frames: Int32
  ) {
    let count = Int(frames)
    var i = 0
    while i &+ width <= count {
      var sum = unsafe load(master, i)
      unsafe sum += load(a, i) * gains[0]
      unsafe sum += load(b, i) * gains[1]
      unsafe sum += load(c, i) * gains[2]
      unsafe sum += load(d, i) * gains[3]
      unsafe store(sum, master, i)
      i &+= width
    }
    while i < count {
      unsafe master[i] += a[i] * gains[0]
      unsafe master[i] += b[i] * gains[1]
      unsafe master[i] += c[i] * gains[2]
      unsafe master[i] += d[i] * gains[3]
      i &+= 1
    }
  }

  /// Adds 16-bit stereo frames.
  /// - Parameters:
  ///   - leftGain: The gain of the left channel, with the scale of 16-bit samples in it.
  ///   - rightGain: The same for the right channel.
  ///   - leftBlock: Receives the products of the left channel; nil if nobody wants them.
  ///   - rightBlock: The same for the right channel, nil together with `leftBlock`.
  @inline(never) @_noLocks public static func add(
    _ words: UnsafePointer<Int32>, leftGain: Float, rightGain: Float,
    to left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>,
    leftBlock: UnsafeMutablePointer<Float>?, rightBlock: UnsafeMutablePointer<Float>?, frames: Int32
  ) {
    let count = Int(frames)
    var i = 0
    if let leftBlock = unsafe leftBlock, let rightBlock = unsafe rightBlock {
      while i &+ width <= count {
        let frames = unsafe load(words, i)
        let (ofLeft, ofRight) = (low(frames) * leftGain, high(frames) * rightGain)
        unsafe store(ofLeft, leftBlock, i)
        unsafe store(load(left, i) + ofLeft, left, i)
        unsafe store(ofRight, rightBlock, i)
        unsafe store(load(right, i) + ofRight, right, i)
        i &+= width
      }
      while i < count {
        let (ofLeft, ofRight) = unsafe (low(words[i]) * leftGain, high(words[i]) * rightGain)
        unsafe leftBlock[i] = ofLeft
        unsafe left[i] += ofLeft
        unsafe rightBlock[i] = ofRight
        unsafe right[i] += ofRight
        i &+= 1
      }
      return
    }
    while i &+ width <= count {
      let frames = unsafe load(words, i)
      unsafe store(load(left, i) + low(frames) * leftGain, left, i)
      unsafe store(load(right, i) + high(frames) * rightGain, right, i)
      i &+= width
    }
    while i < count {
      unsafe left[i] += low(words[i]) * leftGain
      unsafe right[i] += high(words[i]) * rightGain
      i &+= 1
    }
  }

  /// Adds one channel.
  /// - Parameter block: Receives the products; nil if nobody wants them.
  @inline(never) @_noLocks public static func add(
    _ source: UnsafePointer<Float>, gain: Float, to master: UnsafeMutablePointer<Float>,
    block: UnsafeMutablePointer<Float>?, frames: Int32
  ) {
    let count = Int(frames)
    var i = 0
    if let block = unsafe block {
      while i &+ width <= count {
        let samples = unsafe load(source, i) * gain
        unsafe store(samples, block, i)
        unsafe store(load(master, i) + samples, master, i)
        i &+= width
      }
      while i < count {
        let sample = unsafe source[i] * gain
        unsafe block[i] = sample
        unsafe master[i] += sample
        i &+= 1
      }
      return
    }
    while i &+ width <= count {
      unsafe store(load(master, i) + load(source, i) * gain, master, i)
      i &+= width
    }
    while i < count {
      unsafe master[i] += source[i] * gain
      i &+= 1
    }
  }

  // MARK: - Eight frames, and one

  @inline(__always) @_noLocks private static func low(_ words: Words) -> Samples {
    Samples((words &<< 16) &>> 16)
  }
  @inline(__always) @_noLocks private static func high(_ words: Words) -> Samples { Samples(words &>> 16) }
  @inline(__always) @_noLocks private static func low(_ word: Int32) -> Float { Float((word &<< 16) &>> 16) }
  @inline(__always) @_noLocks private static func high(_ word: Int32) -> Float { Float(word &>> 16) }

  @inline(__always) @_noLocks private static func load(_ words: UnsafePointer<Int32>, _ first: Int) -> Words {
    unsafe UnsafeRawPointer(words + first).loadUnaligned(as: Words.self)
  }
  @inline(__always) @_noLocks private static func load(
    _ samples: UnsafePointer<Float>, _ first: Int
  ) -> Samples {
    unsafe UnsafeRawPointer(samples + first).loadUnaligned(as: Samples.self)
  }
  @inline(__always) @_noLocks private static func load(
    _ samples: UnsafeMutablePointer<Float>, _ first: Int
  ) -> Samples {
    unsafe UnsafeRawPointer(samples + first).loadUnaligned(as: Samples.self)
  }
  @inline(__always) @_noLocks private static func store(
    _ samples: Samples, _ memory: UnsafeMutablePointer<Float>, _ first: Int
  ) {
    unsafe UnsafeMutableRawPointer(memory + first).storeBytes(of: samples, as: Samples.self)
  }
}
