import CanonFiles
import Glibc

/// By how much all pitches are higher, or lower, than they are.
public struct Transposition: Hashable, Sendable {
  /// Hundredths of a semitone: -2400...2400.
  public let cents: Int

  /// The music's own key.
  public static let original = Transposition(checked: 0)

  public static let range = -2400...2400

  private init(checked cents: Int) { self.cents = cents }

  /// - Returns: nil outside of ``range``.
  public init?(cents: Int) {
    guard Self.range.contains(cents) else { return nil }
    self.init(checked: cents)
  }

  /// The ratio of a pitch to what it was.
  var factor: Double { pow(2, Double(cents) / 1200) }
}

extension Transposition: LosslessStringConvertible {
  /// Reads `original`, semitones as `+2`, `-1.5` or `2 semitones`, and `-30 cents`; nil for anything else, and outside of ``range``.
  public init?(_ text: String) {
    if text == "original" {
      self = .original
      return
    }
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard let number = parts.first, (1...2).contains(parts.count) else { return nil }
    let isLower = number.hasPrefix("-")
    let digits = isLower || number.hasPrefix("+") ? number.dropFirst() : number
    let value: Int64? =
      switch parts.dropFirst().first {
      case nil, "semitone", "semitones": roundedNumber(digits, places: 2)
      case "cent", "cents": wholeNumber(digits)
      default: nil
      }
    guard let value, let new = Transposition(cents: Int(isLower ? -value : value)) else { return nil }
    self = new
  }

  public var description: String {
    if cents == 0 { return "original" }
    let sign = cents < 0 ? "-" : "+"
    if cents % 100 == 0 { return sign + String(abs(cents) / 100) }
    return sign + String(abs(cents)) + (abs(cents) == 1 ? " cent" : " cents")
  }
}
