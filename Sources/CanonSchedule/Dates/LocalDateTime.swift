/// A date and a time of day, in no particular zone. Whole seconds; there are no leap seconds.
public struct LocalDateTime: Hashable, Comparable, Sendable {
  public let date: LocalDate
  /// 0...23
  public let hour: Int
  /// 0...59
  public let minute: Int
  /// 0...59
  public let second: Int

  /// Returns nil unless a day has this time: hour 24 and second 60 are rejected.
  public init?(date: LocalDate, hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
    self.date = date
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  public static func < (a: LocalDateTime, b: LocalDateTime) -> Bool { a.wallSeconds < b.wallSeconds }

  /// Seconds since 1970-01-01 00:00 as a wall clock would count them, without any zone.
  var wallSeconds: Int { date.dayNumber * 86_400 + hour * 3600 + minute * 60 + second }

  /// The inverse of ``wallSeconds``.
  init(wallSeconds: Int) {
    let days = flooredQuotient(wallSeconds, 86_400)
    let rest = wallSeconds - days * 86_400
    date = LocalDate(dayNumber: days)
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
  }
}

extension LocalDateTime: CustomStringConvertible {
  /// `2026-12-06 18:00`, with seconds when they are not 0.
  public var description: String {
    "\(date) \(digits(hour, 2)):\(digits(minute, 2))" + (second == 0 ? "" : ":\(digits(second, 2))")
  }
}
