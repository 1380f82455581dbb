/// Reads the dates and times of TOML (RFC 3339): digits in fixed places, days that exist, no leap seconds.
struct TOMLDateReader {
  private var rest: Substring.UTF8View

  /// - Returns: nil for everything else.
  static func dateTime(_ text: String) -> TOMLDateTime? {
    var reader = TOMLDateReader(rest: text[...].utf8)
    if text.utf8.dropFirst(2).first == UInt8(ascii: ":") {
      guard let time = reader.time(), reader.rest.isEmpty else { return nil }
      return TOMLDateTime(time: time)
    }
    guard let date = reader.date() else { return nil }
    if reader.rest.isEmpty { return TOMLDateTime(date: date) }
    guard reader.consume("T") || reader.consume("t") || reader.consume(" "), let time = reader.time() else {
      return nil
    }
    if reader.rest.isEmpty { return TOMLDateTime(date: date, time: time) }
    guard let offset = reader.offset(), reader.rest.isEmpty else { return nil }
    return TOMLDateTime(date: date, time: time, offset: offset)
  }

  private mutating func date() -> TOMLDateTime.Date? {
    guard let year = number(4), consume("-"), let month = number(2), consume("-"), let day = number(2),
      (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    return .init(year: year, month: month, day: day)
  }

  private mutating func time() -> TOMLDateTime.Time? {
    guard let hour = number(2), consume(":"), let minute = number(2), consume(":"), let second = number(2),
      hour < 24, minute < 60, second < 60
    else { return nil }
    var fraction = rest.prefix(0)
    if consume(".") {
      fraction = rest.prefix { (48...57).contains($0) }
      if fraction.isEmpty { return nil }
      rest = rest.dropFirst(fraction.count)
    }
    return .init(hour: hour, minute: minute, second: second, hasFraction: fraction.contains { $0 != 48 })
  }

  /// Minutes ahead of UTC.
  private mutating func offset() -> Int? {
    if consume("Z") || consume("z") { return 0 }
    let isBehind = consume("-")
    guard isBehind || consume("+"), let hours = number(2), consume(":"), let minutes = number(2), hours < 24,
      minutes < 60
    else { return nil }
    return (isBehind ? -1 : 1) * (hours * 60 + minutes)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  private mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  private mutating func consume(_ mark: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest = rest.dropFirst()
    return true
  }
}
