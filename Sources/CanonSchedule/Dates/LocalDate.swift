/// A day of the proleptic Gregorian calendar, without a zone.
///
/// It uses integers instead of Foundation, which silently turns 31 November into 1 December
/// and interprets years by the user's locale.
public struct LocalDate: Hashable, Comparable, Sendable {
  /// 1...9999
  public let year: Int
  /// 1...12
  public let month: Int
  /// 1...31, a day that the month has
  public let day: Int

  /// Returns nil unless the calendar has this day and the year is within 1...9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
    guard (1...Self.days(inMonth: month, of: year)).contains(day) else { return nil }
    self.init(uncheckedYear: year, month: month, day: day)
  }

  private init(uncheckedYear year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  public static func < (a: LocalDate, b: LocalDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }

  /// The number of days of a month.
  /// - Parameters:
  ///   - month: 1...12
  ///   - year: Decides whether there is a 29 February.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  // MARK: - Counting days

  /// Days since 1970-01-01, negative before.
  var dayNumber: Int { Self.dayNumber(year: year, month: month, day: day) }

  /// Days since 1970-01-01. A day beyond the end of the month counts into the next month.
  ///
  /// Years begin in March here, so that the leap day is the last of its year; 400 of them are 146097 days.
  static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let cycle = flooredQuotient(marchYear, 400)
    let yearOfCycle = marchYear - cycle * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * 146_097 + dayOfCycle - 719_468
  }

  /// The inverse of ``dayNumber``.
  init(dayNumber: Int) {
    let shifted = dayNumber + 719_468
    let cycle = flooredQuotient(shifted, 146_097)
    let dayOfCycle = shifted - cycle * 146_097
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    self.init(
      uncheckedYear: yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// 0 is Sunday, 6 is Saturday; 1970-01-01 was a Thursday.
  public var weekday: Int {
    let days = dayNumber + 4
    return days - flooredQuotient(days, 7) * 7
  }
}

extension LocalDate: CustomStringConvertible {
  /// `2026-12-06`
  public var description: String { "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))" }
}

/// Division rounding towards minus infinity, so that times before 1970 fall on the right day.
func flooredQuotient(_ dividend: Int, _ divisor: Int) -> Int {
  let quotient = dividend / divisor
  return dividend % divisor < 0 ? quotient - 1 : quotient
}

/// `number` in decimal with leading zeros up to `count` digits.
func digits(_ number: Int, _ count: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, count - text.count)) + text
}
