/// The level of some frames of two channels, left and right.
package struct SignalLevel: Sendable {
  /// The largest magnitudes.
  package private(set) var peak = SIMD2<Float>()
  /// The sums of squares.
  package private(set) var power = SIMD2<Float>()

  package init() {}

  init(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frames: Int) {
    let count = Int32(truncatingIfNeeded: frames)
    let first = unsafe Loudness(of: left, frames: count)
    let second = unsafe left == right ? first : Loudness(of: right, frames: count)
    (peak, power) = ([first.peak, second.peak], [first.power, second.power])
  }

  /// Adds the level of other frames.
  package mutating func add(_ other: SignalLevel) {
    peak = [max(peak.x, other.peak.x), max(peak.y, other.peak.y)]
    power += other.power
  }

  /// Adds the level of other frames, multiplied by the gains of the channels.
  package mutating func add(_ other: SignalLevel, times gain: SIMD2<Float>) {
    peak = [max(peak.x, other.peak.x * gain.x), max(peak.y, other.peak.y * gain.y)]
    power += other.power * (gain * gain)
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
    if format == .float32 {
      return unsafe SignalLevel(
        samples.left.assumingMemoryBound(to: Float.self) + frames.lowerBound,
        samples.right.assumingMemoryBound(to: Float.self) + frames.lowerBound, frames: frames.count)
    }
    var level = SignalLevel()
    let most = min(frames.count, unsafe Int(Scratch.frames))
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * max(1, most)) { memory in
      let block = unsafe OutputPair(left: memory.baseAddress!, right: memory.baseAddress! + most)
      for start in stride(from: frames.lowerBound, to: frames.upperBound, by: max(1, most)) {
        let count = min(most, frames.upperBound - start)
        switch unsafe samples.encoding {
        case .monoIntegers:
          unsafe Mixer.decode(
            mono: samples.left.assumingMemoryBound(to: Int16.self) + start, to: block, frames: Int32(count))
        case .stereoIntegers:
          unsafe Mixer.decode(
            stereo: samples.left.assumingMemoryBound(to: Int32.self) + start, to: block, frames: Int32(count))
        case .floats: break
        }
        unsafe level.add(SignalLevel(block.left, block.right, frames: count))
      }
    }
    return level
  }
}
