import CanonEngine

/// How fast music is played: an exact ratio to its own tempo, so that grid and samples have the same lengths.
public struct Speed: Hashable, Sendable {
  /// It is played `numerator / denominator` times as fast as it is; in lowest terms, both positive.
  let numerator: Int64
  let denominator: Int64

  /// The music's own tempo.
  static let own = Speed(reduced: 1, 1)

  private init(reduced numerator: Int64, _ denominator: Int64) {
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  /// - Returns: nil below a quarter of the music's own tempo, and beyond four times that.
  init?(_ numerator: Int64, over denominator: Int64) {
    guard numerator > 0, denominator > 0, numerator <= 4 * denominator, denominator <= 4 * numerator else {
      return nil
    }
    var a = numerator, b = denominator
    while b != 0 { (a, b) = (b, a % b) }
    self.init(reduced: numerator / a, denominator / a)
  }

  /// How many times as fast, rounded.
  var factor: Double { Double(numerator) / Double(denominator) }
}

extension LoopLength {
  /// How long it lasts when it is played; nil if the fraction is too exact to compute with, or longer than a day.
  func played(at speed: Speed) -> LoopLength? {
    if speed == .own { return self }
    let (upper, isHigh) = numerator.multipliedReportingOverflow(by: speed.denominator)
    let (lower, isLow) = denominator.multipliedReportingOverflow(by: speed.numerator)
    return isHigh || isLow ? nil : LoopLength(numerator: upper, denominator: lower)
  }
}

extension ExactSeconds {
  /// The same place in the music when it is played.
  func played(at speed: Speed) -> ExactSeconds {
    speed == .own
      ? self
      : ExactSeconds(numerator * Int128(speed.denominator), over: denominator * Int128(speed.numerator))
  }
}

extension GridLine {
  /// The boundaries in frames of the music as it is, for those of the music as it is played; nil if the fraction is too exact to compute
  /// with.
  func unplayed(from speed: Speed) -> GridLine? {
    if speed == .own { return self }
    let (upper, isHigh) = numerator.multipliedReportingOverflow(by: speed.numerator)
    let (lower, isLow) = denominator.multipliedReportingOverflow(by: speed.denominator)
    return isHigh || isLow ? nil : GridLine(numerator: upper, denominator: lower)
  }
}
