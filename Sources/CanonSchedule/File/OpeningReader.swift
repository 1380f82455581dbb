import CanonFiles

/// Reads a moment or a day: a date of TOML's, or a rule in quotes.
enum OpeningReader {
  /// The rule at a key; nil if it is wrong (and was reported).
  static func opening(
    _ value: TOMLValue, _ key: String, in table: TableReader
  ) -> OpeningRule? {
    do {
      return try rule(value)
    } catch {
      let isOfHead = key == "set" || key == "title" || key == "year" || key == "watch"
      table.report(key, found: TableReader.show(value), isOfHead ? ScheduleAdvice.headBelowDoors : error)
      return nil
    }
  }

  static func rule(_ value: TOMLValue) throws(ScheduleAdvice) -> OpeningRule {
    if let text = value.string { return try RuleText.parse(text) }
    guard let found = value.dateTime, let day = found.date else { throw ScheduleAdvice.opening }
    let date = try date(day)
    guard let time = found.time else { return .date(date) }
    if time.hasFraction { throw ScheduleAdvice.fraction }
    guard let local = LocalDateTime(date: date, hour: time.hour, minute: time.minute, second: time.second)
    else { throw ScheduleAdvice.noDate(.time) }
    return found.offset.map { .instant(Instant(second: local.wallSeconds - $0 * 60)) } ?? .dateTime(local)
  }

  private static func date(_ date: TOMLDateTime.Date) throws(ScheduleAdvice) -> LocalDate {
    do {
      return try DateText.date(date.year, date.month, date.day)
    } catch {
      throw ScheduleAdvice.noDate(error)
    }
  }
}
