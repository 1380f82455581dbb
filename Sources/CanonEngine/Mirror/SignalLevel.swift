/// The level of some frames of two channels, left and right.
package struct SignalLevel: Sendable {
  /// The largest magnitudes, left and right, and the sums of squares: one register, because a look adds dozens of levels for each stem.
  private var lanes = SIMD4<Float>()

  /// The largest magnitudes.
  package var peak: SIMD2<Float> { lanes.lowHalf }
  /// The sums of squares.
  package var power: SIMD2<Float> { lanes.highHalf }

  package init() {}

  init(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frames: Int) {
    let count = Int32(truncatingIfNeeded: frames)
    let first = unsafe Loudness(of: left, frames: count)
    let second = unsafe left == right ? first : Loudness(of: right, frames: count)
    lanes = SIMD4(first.peak, second.peak, first.power, second.power)
  }

  /// Adds the level of other frames.
  package mutating func add(_ other: SignalLevel) { add(other.lanes) }

  /// Adds the level of other frames, multiplied by the gains of the channels.
  package mutating func add(_ other: SignalLevel, times gain: SIMD2<Float>) {
    add(other.lanes * SIMD4(lowHalf: gain, highHalf: gain * gain))
  }

  private mutating func add(_ other: SIMD4<Float>) {
    let peaks = lanes.replacing(with: other, where: other .> lanes)
    lanes = SIMD4(lowHalf: peaks.lowHalf, highHalf: (lanes + other).highHalf)
  }

  /// Adds the levels of all frames of many levels.
  package mutating func add(_ others: ArraySlice<SignalLevel>) {
    unsafe others.withUnsafeBufferPointer { others in
      var sum = self
      for index in others.indices { unsafe sum.add(others[index].lanes) }
      self = sum
    }
  }

  /// The root mean squares.
  /// - Parameter frames: The number of all frames, with those that are silent.
  package func rms(over frames: Int) -> SIMD2<Float> { (power / Float(max(1, frames))).squareRoot() }
}

extension StemBuffer {
  /// The level of some of the samples.
  /// - Parameter frames: Within 0 ..< `layout.frameCount`.
  package func level(of frames: Range<Int>) -> SignalLevel {
    precondition(frames.lowerBound >= 0 && frames.upperBound <= Int(layout.frameCount))
    let samples = unsafe ref
    var level = SignalLevel()
    var first = frames.lowerBound
    reading {
      while first < frames.upperBound {
        let end = unsafe Int(min(Int64(frames.upperBound), samples.pieceEnd(of: Int64(first))))
        // Samples that are not in memory are silent.
        if let place = unsafe samples.samples(of: Int64(first)) {
          unsafe level.add(Self.level(place.left, place.right, samples.encoding, frames: end - first))
        }
        first = end
      }
    }
    return level
  }

  /// The levels of all samples, in slices of so many frames. Those of a window are read from where they all are; what the disk does not give is
  /// silent, with all that follows.
  /// - Thread: any control thread (reads every sample)
  package func levels(slice: Int) -> [SignalLevel] {
    let frames = Int(layout.frameCount)
    guard isPaged else {
      return stride(from: 0, to: frames, by: slice).map { level(of: $0..<min($0 + slice, frames)) }
    }
    var levels: [SignalLevel] = []
    levels.reserveCapacity((frames + slice - 1) / slice)
    let encoding = unsafe ref.encoding
    _ = unsafe forEachBlock(of: slice) { frames, planes in
      unsafe levels.append(
        Self.level(
          planes[0].baseAddress!, planes[planes.count - 1].baseAddress!, encoding, frames: frames.count))
      return true
    }
    while levels.count * slice < frames { levels.append(SignalLevel()) }
    return levels
  }

  /// The level of samples in one piece.
  private static func level(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ encoding: StemRef.Encoding, frames: Int
  ) -> SignalLevel {
    if encoding == .floats {
      return unsafe SignalLevel(
        left.assumingMemoryBound(to: Float.self), right.assumingMemoryBound(to: Float.self), frames: frames)
    }
    var level = SignalLevel()
    let most = min(frames, unsafe Int(Scratch.frames))
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * max(1, most)) { memory in
      let block = unsafe OutputPair(left: memory.baseAddress!, right: memory.baseAddress! + most)
      for start in stride(from: 0, to: frames, by: max(1, most)) {
        let count = min(most, frames - start)
        switch encoding {
        case .monoIntegers:
          unsafe Mixer.decode(
            mono: left.assumingMemoryBound(to: Int16.self) + start, to: block, frames: Int32(count))
        case .stereoIntegers:
          unsafe Mixer.decode(
            stereo: left.assumingMemoryBound(to: Int32.self) + start, to: block, frames: Int32(count))
        case .floats: break
        }
        unsafe level.add(SignalLevel(block.left, block.right, frames: count))
      }
    }
    return level
  }
}
