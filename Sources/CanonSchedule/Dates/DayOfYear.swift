/// A day that comes every year, written `12-24`; 29 February comes in leap years only.
public struct DayOfYear: Hashable, Sendable {
  /// 1...12
  public let month: Int
  /// 1...31, a day that the month has in some year
  public let day: Int

  /// Returns nil unless some year has this day.
  public init?(month: Int, day: Int) {
    guard (1...12).contains(month) else { return nil }
    guard (1...LocalDate.days(inMonth: month, of: 2000)).contains(day) else { return nil }
    self.month = month
    self.day = day
  }

  /// 2 February: the traditional end of the Christmas season, and the default of ``Schedule/seasonEnds``.
  public static let candlemas = DayOfYear(uncheckedMonth: 2, day: 2)

  private init(uncheckedMonth month: Int, day: Int) {
    self.month = month
    self.day = day
  }

  /// Whether every year has this day.
  public var isYearly: Bool { (month, day) != (2, 29) }

  /// This day in a year; 29 February becomes 1 March in a year without it.
  func date(in year: Int) -> LocalDate {
    LocalDate(dayNumber: LocalDate.dayNumber(year: year, month: month, day: day))
  }

  /// The first such day after `date`, excluding `date` itself.
  func date(after date: LocalDate) -> LocalDate {
    let sameYear = self.date(in: date.year)
    return sameYear > date ? sameYear : self.date(in: date.year + 1)
  }
}

extension DayOfYear: CustomStringConvertible {
  /// `12-24`
  public var description: String { "\(digits(month, 2))-\(digits(day, 2))" }
}
