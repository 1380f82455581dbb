/// Values without quotes or brackets: `true`, `-5.3`, `2026-12-06T18:00:00Z`.
enum TOMLScalar {
  /// - Returns: nil if it is not a value of TOML.
  static func content(_ text: String) -> TOMLValue.Content? {
    switch text {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "inf", "+inf": return .float(.infinity)
    case "-inf": return .float(-.infinity)
    case "nan", "+nan", "-nan": return .float(.nan)
    default: return TOMLDateReader.dateTime(text).map { .dateTime($0) } ?? number(text)
    }
  }

  private static func number(_ text: String) -> TOMLValue.Content? {
    if let (digits, radix) = digitsWithRadix(text) {
      return Int(digits.filter { $0 != "_" }, radix: radix).map { .integer($0) }
    }
    var rest = text[...]
    if rest.first == "+" || rest.first == "-" { rest = rest.dropFirst() }
    let whole = rest.prefix { $0.isASCII && $0.isNumber || $0 == "_" }
    guard isDigits(whole), whole == "0" || !whole.hasPrefix("0") else { return nil }
    rest = rest.dropFirst(whole.count)
    let plain = text.filter { $0 != "_" }
    if rest.isEmpty { return Int(plain).map { .integer($0) } }
    if rest.first == "." {
      let fraction = rest.dropFirst().prefix { $0 != "e" && $0 != "E" }
      guard isDigits(fraction) else { return nil }
      rest = rest.dropFirst(1 + fraction.count)
    }
    if let mark = rest.first {
      guard mark == "e" || mark == "E" else { return nil }
      rest = rest.dropFirst()
      if rest.first == "+" || rest.first == "-" { rest = rest.dropFirst() }
      guard isDigits(rest) else { return nil }
    }
    return Double(plain).map { .float($0) }
  }

  /// The digits of a whole number that is not decimal; nil for other texts.
  private static func digitsWithRadix(_ text: String) -> (Substring, radix: Int)? {
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
      let digits = text.dropFirst(2)
      return isDigits(digits) { Int(String(UnicodeScalar($0)), radix: radix) != nil } ? (digits, radix) : nil
    }
    return nil
  }

  /// Digits, and underscores between two of them.
  private static func isDigits(
    _ text: Substring, _ isDigit: (UInt8) -> Bool = { (48...57).contains($0) }
  ) -> Bool {
    text.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
  }

  // MARK: - What was meant

  /// - Parameter text: A text that is not a value of TOML.
  static func advice(for text: String) -> TOMLAdvice {
    switch text.lowercased() {
    case "yes", "on", "true", "y": return TOMLAdvice.boolean("true")
    case "no", "off", "false", "n": return TOMLAdvice.boolean("false")
    default: break
    }
    if text.contains(where: { "“”„‘’«»＂＇".contains($0) }) { return TOMLAdvice.curlyQuotes }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let isDecimal = parts.count == 2 && isDigits(parts[1]) && number(String(parts[0])) != nil
    if isDecimal { return TOMLAdvice.point(parts.joined(separator: ".")) }
    let digits = text.drop { $0 == "-" || $0 == "+" }
    if isDigits(digits) {
      return digits.hasPrefix("0") ? TOMLAdvice.leadingZero : TOMLAdvice.tooLarge
    }
    if digitsWithRadix(text) != nil { return TOMLAdvice.tooLarge }
    let isDate =
      text.utf8.prefix(4).allSatisfy { (48...57).contains($0) } && text.utf8.dropFirst(4).first == 45
    if isDate { return TOMLAdvice.date }
    let isWord = text.first.map { $0.isLetter } ?? false
    return isWord && text.count < 60 && !text.contains("\"") ? TOMLAdvice.text(text) : TOMLAdvice.value
  }
}
