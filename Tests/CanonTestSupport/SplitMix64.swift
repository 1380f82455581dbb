/// Steele, Lea and Flood's SplitMix64: small, seedable, and good enough to choose test cases.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64
  public init(seed: UInt64) { state = seed }
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// True once in `count` calls on average.
  public mutating func one(in count: UInt64) -> Bool { next() % count == 0 }

  public mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(next() % UInt64(range.upperBound - range.lowerBound + 1))
  }

  public mutating func pick<T>(_ choices: [T]) -> T { choices[Int(next() % UInt64(choices.count))] }

  /// A sample between -1 and 1, on a grid coarse enough to be written as text.
  public mutating func sample() -> Float { Float(number(-1_000_000...1_000_000)) / 1_000_000 }

  /// So many of them, each times `gain`.
  public mutating func samples(_ count: Int, gain: Float) -> [Float] {
    var samples: [Float] = []
    samples.reserveCapacity(count)
    for _ in 0..<count { samples.append(sample() * gain) }
    return samples
  }
}

extension [Float] {
  /// One channel among others, interleaved, which have something else.
  /// - Parameter channel: Counted from 1.
  public func spread(to channel: Int, of count: Int) -> [Float] {
    var frames: [Float] = []
    frames.reserveCapacity(count * self.count)
    for sample in self {
      for number in 1...count { frames.append(number == channel ? sample : -sample / 2) }
    }
    return frames
  }
}
