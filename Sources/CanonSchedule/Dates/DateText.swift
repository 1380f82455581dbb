/// Strict reading of dates in text: digits in fixed places, days that exist, nothing before or after.
package enum DateText {
  /// What is wrong with a text.
  package enum Slip: Error, Hashable {
    /// It does not look like a date at all.
    case form
    case year(Int)
    case month(Int)
    /// The month has fewer days (or the day is 0).
    case day(year: Int, month: Int)
    case time
    case offset
  }

  /// Reads `2026-12-06`, `2026-12-06T18:00`, `2026-12-06 18:00:30`, each time also with `Z` or `+09:00`.
  static func parse(_ text: String) throws(Slip) -> OpeningRule {
    var digits = DigitReader(text)
    guard let year = digits.number(4), digits.consume("-"), let month = digits.number(2), digits.consume("-"),
      let day = digits.number(2)
    else { throw .form }
    let date: LocalDate
    if digits.isAtEnd { return .date(try Self.date(year, month, day)) }
    guard digits.consume("T") || digits.consume(" "), let hour = digits.number(2), digits.consume(":"),
      let minute = digits.number(2)
    else { throw .form }
    var second = 0
    if digits.consume(":") {
      guard let number = digits.number(2) else { throw .form }
      second = number
    }
    let offset = try offset(&digits)
    guard digits.isAtEnd else { throw .form }
    date = try Self.date(year, month, day)
    guard let local = LocalDateTime(date: date, hour: hour, minute: minute, second: second) else {
      throw .time
    }
    guard let offset else { return .dateTime(local) }
    return .instant(Instant(second: local.wallSeconds - offset))
  }

  /// The day; throws if it is not valid.
  static func date(_ year: Int, _ month: Int, _ day: Int) throws(Slip) -> LocalDate {
    guard OpeningRule.years.contains(year) else { throw .year(year) }
    guard (1...12).contains(month) else { throw .month(month) }
    guard let date = LocalDate(year: year, month: month, day: day) else {
      throw .day(year: year, month: month)
    }
    return date
  }

  /// Seconds ahead of UTC, or nil if there is no offset here.
  private static func offset(_ digits: inout DigitReader) throws(Slip) -> Int? {
    if digits.consume("Z") { return 0 }
    let isBehind = digits.consume("-")
    guard isBehind || digits.consume("+") else { return nil }
    guard let hours = digits.number(2), digits.consume(":"), let minutes = digits.number(2) else {
      throw .form
    }
    guard hours <= 23, minutes <= 59 else { throw .offset }
    return (isBehind ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}

/// Reads a text of digits and punctuation from left to right.
struct DigitReader {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  /// Exactly `count` ASCII digits.
  mutating func number(_ count: Int) -> Int? {
    let taken = rest.prefix(count)
    guard taken.count == count, taken.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    rest = rest.dropFirst(count)
    return taken.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  mutating func consume(_ mark: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest = rest.dropFirst()
    return true
  }
}
