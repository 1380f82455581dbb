import CanonFiles
import TOMLKit

/// Reads a moment or a day: a date of TOML's, or a rule in quotes.
enum OpeningReader {
  /// The rule at a key; nil if it is wrong, which is reported.
  static func opening(
    _ value: any TOMLValueConvertible, _ key: String, in table: TableReader
  ) -> OpeningRule? {
    do {
      return try rule(value)
    } catch {
      let isOfHead = key == "set" || key == "title" || key == "year"
      table.report(key, found: TableReader.show(value), isOfHead ? ScheduleWording.headBelowDoors : error)
      return nil
    }
  }

  static func rule(_ value: any TOMLValueConvertible) throws(Advice) -> OpeningRule {
    if let text = value.string { return try RuleText.parse(text) }
    if let found = value.date { return .date(try date(found)) }
    guard let dateTime = value.dateTime else { throw ScheduleWording.opening }
    let time = dateTime.time
    guard time.nanoSecond == 0 else { throw ScheduleWording.fraction }
    let date = try date(dateTime.date)
    guard let local = LocalDateTime(date: date, hour: time.hour, minute: time.minute, second: time.second)
    else { throw ScheduleWording.date(.time) }
    guard let offset = dateTime.offset else { return .dateTime(local) }
    return .instant(Instant(second: local.wallSeconds - offset.offset * 60))
  }

  private static func date(_ date: TOMLDate) throws(Advice) -> LocalDate {
    do {
      return try DateText.date(date.year, date.month, date.day)
    } catch {
      throw ScheduleWording.date(error)
    }
  }
}
