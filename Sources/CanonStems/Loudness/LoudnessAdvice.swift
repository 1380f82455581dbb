import CanonFiles
import Foundation

/// Stems that are too loud together.
public struct LoudnessAdvice: FileAdvice {
  /// The peak with all stems, `+6.1 dBFS`; nil for silence.
  package let full: String?
  /// The peak with the loudest choice of stems.
  public let worst: String
  /// The decibels by which the gains must be lowered, with one decimal.
  public let excess: String
  /// Whether the peaks are upper bounds.
  public let isBound: Bool

  /// - Returns: nil when nothing clips.
  public init?(_ peak: MixPeak) {
    let highest = Double(max(peak.full, peak.worst))
    // The sums are rounded.
    guard highest > 1 + 1e-6 else { return nil }
    excess = fixed((200 * log10(highest)).rounded(.up) / 10, 1)
    full = peak.full > 0 ? Self.decibels(peak.full) : nil
    worst = Self.decibels(peak.worst)
    isBound = peak.isBound
  }

  public var code: String? { "loudness" }

  public var words: Advice {
    let limit = isBound ? "at most (an upper bound) " : ""
    return Advice(
      found:
        "a peak of \(limit)\(full ?? "silence") with all stems and \(worst) with the loudest choice of them",
      expected: "at most 0 dBFS, above which the outputs clip",
      remedy: "Lower every gain by \(excess) dB, or play with: gain master -\(excess)")
  }

  private static func decibels(_ linear: Float) -> String {
    // Above full scale rounded up, so that what clips is never called 0.
    let exact = 20 * log10(Double(linear))
    let value = exact > 0 ? (10 * exact).rounded(.up) / 10 : exact
    return "\(value < 0 ? "" : "+")\(fixed(value, 1)) dBFS"
  }
}
