import CanonEngine

/// A simple share of the set's loop, which the length of a stem may have: twice, half, three quarters.
public struct LoopRatio: Hashable, Sendable {
  public let numerator: Int
  public let denominator: Int

  static let whole = LoopRatio(numerator: 1, denominator: 1)

  /// Up to 64 loops, down to a sixteenth of one, and quarters and thirds.
  static let simple: [LoopRatio] =
    (1...64).map { LoopRatio(numerator: $0, denominator: 1) }
    + (2...16).map { LoopRatio(numerator: 1, denominator: $0) }
    + [(3, 4), (3, 2), (2, 3), (4, 3)].map { LoopRatio(numerator: $0, denominator: $1) }

  /// The shortest share of a loop that is looked for, in seconds: half a frame of a shorter sound is too much to say
  /// what was meant.
  static let leastLength = 0.02

  /// Whether a length that is not `length` comes so near that it must be a mistake: within 20 ms, and within a 64th of
  /// it.
  static func isNear(_ length: LoopLength, _ frames: FrameCount, at rate: SampleRate) -> Bool {
    // What is 20 ms away is not near; floating point is not exact.
    abs(length.seconds - rate.seconds(frames)) < min(0.02, length.seconds / 64) - 1e-9
  }

  /// Nil when it has left the range of a length.
  func length(of loop: LoopLength) -> LoopLength? {
    let (upper, upperOverflow) = loop.numerator.multipliedReportingOverflow(by: Int64(numerator))
    let (lower, lowerOverflow) = loop.denominator.multipliedReportingOverflow(by: Int64(denominator))
    return upperOverflow || lowerOverflow ? nil : LoopLength(numerator: upper, denominator: lower)
  }

  /// The ratio closest to a number of frames, and the length that it gives.
  static func nearest(
    to frames: FrameCount, at rate: SampleRate, loop: LoopLength
  ) -> (ratio: LoopRatio, length: LoopLength)? {
    simple.compactMap { ratio in ratio.length(of: loop).map { (ratio, $0) } }
      .filter { $0.0 == whole || $0.1.seconds >= leastLength }
      .min { abs($0.1.seconds - rate.seconds(frames)) < abs($1.1.seconds - rate.seconds(frames)) }
  }

  /// `the length of the loop`, `half the length of the loop`.
  var words: String {
    switch (numerator, denominator) {
    case (1, 1): "the length of the loop"
    case (1, 2): "half the length of the loop"
    case (_, 1): "the length of \(numerator) loops"
    default: "\(numerator)/\(denominator) of the length of the loop"
    }
  }
}
