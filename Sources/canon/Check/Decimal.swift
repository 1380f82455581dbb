import Foundation

/// Numbers as they are shown: with a point in every language.
enum Decimal {
  static func text(_ value: Double, _ places: Int) -> String { String(format: "%.\(places)f", value) }

  /// Without zeros at the end.
  static func short(_ value: Double, _ places: Int) -> String {
    var text = text(value, places)
    while text.contains("."), text.last == "0" || text.last == "." {
      if text.removeLast() == "." { break }
    }
    return text
  }

  static func signed(_ value: Double) -> String {
    let text = text(value, 1)
    return text == "-0.0" || text == "0.0" ? "0.0" : (value < 0 ? "" : "+") + text
  }

  /// A linear level in decibels with a sign; above full scale rounded up, so that what clips is never called 0.
  static func decibels(_ linear: Double) -> String {
    guard let value = decibels(of: linear) else { return "-inf" }
    return signed(value > 0 ? (10 * value - 1e-6).rounded(.up) / 10 : value)
  }

  /// nil for silence.
  static func decibels(of linear: Double) -> Double? { linear > 0 ? 20 * log10(linear) : nil }

  /// In MiB, from a mebibyte on.
  static func size(_ bytes: UInt64) -> String {
    bytes > 0 && bytes < 1 << 10
      ? "1 KiB"
      : bytes >= 10 << 30
        ? "\(bytes >> 30) GiB" : bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
  }
}
