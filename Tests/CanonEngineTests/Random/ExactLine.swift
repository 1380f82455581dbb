import CanonEngine
import CanonTestSupport

/// `round(k * n / d)` by another method than the engine's: school division of `k` and of `n` by `d` keeps
/// every product small, so that plain 64-bit arithmetic, which traps when it overflows, is enough.
struct ExactLine {
  let numerator: Int64
  /// Below 2^30.
  let denominator: Int64

  func position(of index: Int64) -> FramePosition {
    let (wholes, rest) = flooredDivision(index, denominator)
    let (length, remainder) = flooredDivision(numerator, denominator)
    // k * n / d = wholes * n + rest * length + rest * remainder / d, and only the last term is a fraction.
    let fraction = flooredDivision(2 * rest * remainder + denominator, 2 * denominator).quotient
    return wholes * numerator + rest * length + fraction
  }

  private func flooredDivision(_ a: Int64, _ b: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
    return remainder < 0 ? (quotient - 1, remainder + b) : (quotient, remainder)
  }
}

/// Lines and places on them to try laws on.
enum Sampled {
  /// 100 years at 384 kHz, in frames.
  static let century: FramePosition = 1_211_811_840_000_000

  static let seeds = Array<UInt64>(1...200)

  /// A line with a whole or a fractional distance, short or long, its denominator below 2^30.
  static func line(_ random: inout SplitMix64) -> GridLine {
    let denominator = Bool.random(using: &random) ? 1 : magnitude(2...30, &random)
    let numerator = max(denominator, magnitude(1...51, &random))
    return GridLine(numerator: numerator, denominator: denominator)!
  }

  /// A position of any magnitude up to a century before or after the origin.
  static func position(_ random: inout SplitMix64) -> FramePosition {
    let distance = min(magnitude(1...51, &random), century)
    return Bool.random(using: &random) ? distance : -distance
  }

  /// A line, 50 positions, and the generator that they come from.
  static func forEachPosition(
    _ seed: UInt64, _ check: (GridLine, FramePosition, inout SplitMix64) -> Void
  ) {
    var random = SplitMix64(seed: seed)
    let line = Self.line(&random)
    for _ in 0..<50 { check(line, position(&random), &random) }
  }

  /// A number with evenly distributed bit width, so that small ones are not rare.
  private static func magnitude(_ widths: ClosedRange<Int>, _ random: inout SplitMix64) -> Int64 {
    Int64.random(in: 0..<(1 << Int.random(in: widths, using: &random)), using: &random) | 1
  }
}
