/// Strict reading of `"mon-fri, sun"` and `"10:00-12:30, 14:00-20:00"`.
extension TimeWindow {
  /// 0 is Sunday.
  static func days(_ text: String) throws(ScheduleAdvice) -> Set<Int> {
    var days: Set<Int> = []
    for part in parts(text) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(trimmed)
      guard ends.count <= 2, let first = ends.first.flatMap(day), let last = ends.last.flatMap(day) else {
        throw ScheduleAdvice.days
      }
      var day = first
      days.insert(day)
      while day != last {
        day = (day + 1) % 7
        days.insert(day)
      }
    }
    return days
  }

  static func hours(_ text: String) throws(ScheduleAdvice) -> [Hours] {
    var hours: [Hours] = []
    for part in parts(text) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(trimmed)
      guard ends.count == 2, let start = minute(ends[0]), let end = minute(ends[1]), start < 1440 else {
        throw ScheduleAdvice.hours
      }
      if start == end || (end == 0 && start == 0) { throw ScheduleAdvice.noHours }
      hours.append(Hours(start: start, end: end > start ? end : end + 1440))
    }
    return hours
  }

  private static func parts(_ text: String) -> [Substring] {
    text.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop { $0 == " " }
    return start.prefix(start.count - start.reversed().prefix { $0 == " " }.count)
  }

  /// `sat`, `saturday`, in any letter case.
  private static func day(_ text: Substring) -> Int? {
    let names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    let word = text.lowercased()
    return names.firstIndex { $0 == word } ?? dayNames.firstIndex { $0 == word }
  }

  /// `10:00`, up to `24:00`.
  private static func minute(_ text: Substring) -> Int? {
    var reader = DigitReader(String(text))
    guard let hour = reader.number(2), reader.consume(":"), let minute = reader.number(2), reader.isAtEnd,
      minute <= 59, hour * 60 + minute <= 1440
    else { return nil }
    return hour * 60 + minute
  }
}
