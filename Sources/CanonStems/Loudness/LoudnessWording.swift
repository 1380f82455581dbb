import Foundation

/// The sentences about stems that are too loud together.
public enum LoudnessWording {
  /// Nil when nothing clips.
  static func words(for peak: MixPeak) -> (found: String, expected: String, remedy: String)? {
    guard let excess = excess(of: peak) else { return nil }
    let limit = peak.isBound ? "at most (an upper bound) " : ""
    return (
      "a peak of \(limit)\(decibels(peak.full)) with all stems and \(decibels(peak.worst)) with the loudest choice of them",
      "at most 0 dBFS, above which the outputs clip",
      "Lower every gain by \(excess) dB, or play with: gain master -\(excess)"
    )
  }

  /// The decibels by which the gains must be lowered, with one decimal; nil if nothing clips.
  public static func excess(of peak: MixPeak) -> String? {
    let highest = Double(max(peak.full, peak.worst))
    // The sums are rounded.
    guard highest > 1 + 1e-6 else { return nil }
    return fixed((200 * log10(highest)).rounded(.up) / 10, 1)
  }

  public static func decibels(_ linear: Float) -> String {
    // Above full scale rounded up, so that what clips is never called 0.
    let exact = 20 * log10(Double(linear))
    let value = exact > 0 ? (10 * exact).rounded(.up) / 10 : exact
    return linear <= 0 ? "silence" : "\(value < 0 ? "" : "+")\(fixed(value, 1)) dBFS"
  }
}
