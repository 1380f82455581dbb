/// Eight random digits and letters, with which a browser shows that it may use the page: one of 30⁸, about 6 · 10¹¹.
struct PairingCode: Sendable {
  let text: String

  /// Without those that are easily taken for others: 0, 1, I, L, O and U.
  static let letters = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ")
  private static let length = 8

  /// A new one, from the system's secure random numbers.
  init() {
    var random = SystemRandomNumberGenerator()
    text = String((0..<Self.length).map { _ in Self.letters.randomElement(using: &random)! })
  }

  /// `K74F-2QAB`
  var grouped: String { text.prefix(4) + "-" + text.dropFirst(4) }

  /// Whether somebody has typed it. The time that this takes says nothing of the code.
  func isMeant(by typed: String) -> Bool {
    let typed = typed.uppercased().filter { $0 != "-" && !$0.isWhitespace }
    guard typed.utf8.count == Self.length else { return false }
    return zip(typed.utf8, text.utf8).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
  }
}
