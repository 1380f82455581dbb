/// The name of a file that begins with the day of its door: `2026-12-06_alto.wav`.
package struct DatedName: Hashable, Sendable {
  package let date: LocalDate
  /// The name without the day and the character after it: `alto.wav`.
  package let rest: String

  /// What can stand between the day and the name.
  private static let separators = "_- "

  /// - Returns: nil if the name does not begin as a day does, with four digits, a hyphen and a digit.
  /// - Throws: What is wrong with the day.
  package init?(_ name: String) throws(DateText.Slip) {
    var digits = DigitReader(name)
    guard digits.number(4) != nil, digits.consume("-"), digits.number(1) != nil else { return nil }
    digits = DigitReader(name)
    guard let year = digits.number(4), digits.consume("-"), let month = digits.number(2), digits.consume("-"),
      let day = digits.number(2)
    else { throw .form }
    let rest = name.unicodeScalars.dropFirst(10)
    guard let separator = rest.first, Self.separators.unicodeScalars.contains(separator) else { throw .form }
    date = try DateText.date(year, month, day)
    self.rest = String(rest.dropFirst())
  }
}
