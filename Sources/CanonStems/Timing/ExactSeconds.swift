import CanonEngine

/// A time as an exact fraction of seconds, before or after the origin.
struct ExactSeconds: Hashable, Sendable {
  /// In lowest terms; the denominator is positive.
  let numerator: Int128
  let denominator: Int128

  static let zero = ExactSeconds(0, over: 1)

  /// - Precondition: `denominator` is positive, and both are small enough to be multiplied with those of another.
  init(_ numerator: Int128, over denominator: Int128) {
    precondition(denominator > 0)
    var a = numerator < 0 ? -numerator : numerator, b = denominator
    while b != 0 { (a, b) = (b, a % b) }
    self.numerator = numerator / a
    self.denominator = denominator / a
  }

  static func - (a: ExactSeconds, b: ExactSeconds) -> ExactSeconds {
    ExactSeconds(
      a.numerator * b.denominator - b.numerator * a.denominator, over: a.denominator * b.denominator)
  }

  /// The number of the nearest frame at `rate`, halves rounded up.
  func nearestFrame(at rate: SampleRate) -> FramePosition {
    let twice = 2 * numerator * Int128(rate.hertz) + denominator
    let divisor = 2 * denominator
    let quotient = twice / divisor
    return FramePosition(twice < 0 && quotient * divisor != twice ? quotient - 1 : quotient)
  }

  /// The same as a length; nil when it is none, or too exact to compute with.
  var length: LoopLength? {
    guard let numerator = Int64(exactly: numerator), let denominator = Int64(exactly: denominator) else {
      return nil
    }
    return LoopLength(numerator: numerator, denominator: denominator)
  }
}
