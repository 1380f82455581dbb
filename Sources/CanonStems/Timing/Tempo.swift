/// Beats per minute, kept exactly: up to three decimals, as they were written.
///
/// A beat is the meter's lower number: in 6/8 at tempo 120 an eighth note lasts half a second.
public struct Tempo: Hashable, Sendable {
  /// What set files may ask for, in beats per minute.
  public static let range: ClosedRange<Double> = 1...1000

  /// Beats in 1000 minutes: the exact value times 1000.
  public let thousandths: Int64

  /// - Returns: nil outside ``range`` and when more than three decimals are needed.
  public init?(_ beatsPerMinute: Double) {
    guard Self.range.contains(beatsPerMinute) else { return nil }
    let scaled = beatsPerMinute * 1000
    // Decimal fractions are not exact in binary: 80.1 * 1000 may miss 80100 in the last bits.
    guard abs(scaled - scaled.rounded()) < 1e-6 else { return nil }
    thousandths = Int64(scaled.rounded())
  }

  /// The value, rounded to what floating point can hold.
  public var beatsPerMinute: Double { Double(thousandths) / 1000 }

  /// The time that `beats` last, or nil when there are none or too many to count.
  public func length(ofBeats beats: Int) -> LoopLength? {
    let (seconds, overflow) = Int64(beats).multipliedReportingOverflow(by: 60_000)
    return overflow ? nil : LoopLength(numerator: seconds, denominator: thousandths)
  }
}

extension Tempo: CustomStringConvertible {
  /// The shortest decimal number, as `80` or `80.125`.
  public var description: String { decimal(thousandths, places: 3) }
}
