import CanonEngine

/// How the whole set responds to commands, with the defaults.
package struct SetBehaviour: Hashable, Sendable {
  var rampMilliseconds: Double = 5
  var graceMilliseconds: Double = 0
  var secondPress: SecondPress = .cancel
  var pause: PauseKind = .silence
  var seed: UInt64 = 0

  /// The largest seed: every program that reads TOML or JSON represents it exactly.
  package static let largestSeed = 1 << 53

  /// Reads `"5 ms"`, with at most three decimals, 0 to 1000; nil for anything else.
  static func milliseconds(_ text: String) -> Double? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1] == "ms", let value = decimalNumber(parts[0], places: 3),
      value <= 1_000_000
    else { return nil }
    return Double(value) / 1000
  }
}
