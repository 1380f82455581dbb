import CanonFiles

/// Reads the condition of a door: all keys of a table must hold; `all` and `any` contain further tables.
struct ConditionReader {
  let stemID: String
  private(set) var openings: [OpeningDraft] = []

  /// The greatest nesting depth of `all` and `any`.
  private static let mostDepth = 8

  init(stemID: String) { self.stemID = stemID }

  /// The condition of a table; nil if there is none, or if it is wrong (and was reported).
  mutating func condition(_ table: TableReader, depth: Int = 0) -> DoorCondition? {
    let before = table.problemCount
    var parts: [DoorCondition] = []
    if let opening = opening(table) { parts.append(opening) }
    if let window = window(table) { parts.append(.window(window)) }
    if let delay = delay(table) { parts.append(.after(delay)) }
    if let ids = needs(table) { parts.append(.needs(ids)) }
    for (key, make) in [("all", DoorCondition.all), ("any", DoorCondition.any)] {
      if let inner = inner(table, key, depth) { parts.append(inner.count == 1 ? inner[0] : make(inner)) }
    }
    if table.problemCount > before { return nil }
    guard let first = parts.first else {
      table.report("opens", found: nil, ScheduleAdvice.missingOpening)
      return nil
    }
    return parts.count == 1 ? first : .all(parts)
  }

  private mutating func opening(_ table: TableReader) -> DoorCondition? {
    let opensValue = table.value("opens")
    let untilValue = table.value("until")
    let until = untilValue.flatMap { OpeningReader.opening($0, "until", in: table) }
    guard let opensValue else {
      if untilValue != nil { table.report("opens", found: nil, ScheduleAdvice.missingOpening) }
      return nil
    }
    guard let opens = OpeningReader.opening(opensValue, "opens", in: table) else { return nil }
    openings.append(
      OpeningDraft(
        stemID: stemID, opens: opens, until: until, place: table, opensKey: "opens",
        opensFound: TableReader.show(opensValue), untilFound: untilValue.map(TableReader.show)))
    return .opens(opens, until: until)
  }

  private func window(_ table: TableReader) -> TimeWindow? {
    let days = text(table, "days", ScheduleAdvice.days, TimeWindow.days)
    let hours = text(table, "hours", ScheduleAdvice.hours, TimeWindow.hours)
    return days == nil && hours == nil ? nil : TimeWindow(days: days, hours: hours)
  }

  private func delay(_ table: TableReader) -> Delay? {
    text(table, "after", ScheduleAdvice.delay) { (text) throws(ScheduleAdvice) in
      guard let delay = Delay(text) else { throw ScheduleAdvice.delay }
      return delay
    }
  }

  private func text<Value>(
    _ table: TableReader, _ key: String, _ advice: ScheduleAdvice,
    _ read: (String) throws(ScheduleAdvice) -> Value
  ) -> Value? {
    guard let value = table.value(key) else { return nil }
    do throws(ScheduleAdvice) {
      guard let text = value.string else { throw advice }
      return try read(text)
    } catch {
      table.report(key, found: TableReader.show(value), error)
      return nil
    }
  }

  private func needs(_ table: TableReader) -> [String]? {
    let advice = ScheduleAdvice.needs
    guard let ids = table.strings("needs", count: 1...64, advice)
    else { return nil }
    for id in ids where !ScheduleReader.isID(id) {
      table.report("needs", found: CleanText.quote(id), ScheduleAdvice.stemID)
    }
    if ids.contains(stemID) {
      table.report("needs", found: CleanText.quote(stemID), ScheduleAdvice.needsItself)
    }
    return ids
  }

  private mutating func inner(_ table: TableReader, _ key: String, _ depth: Int) -> [DoorCondition]? {
    guard let value = table.value(key) else { return nil }
    let advice = ScheduleAdvice.conditions(key)
    guard depth < Self.mostDepth else {
      table.report(key, found: nil, ScheduleAdvice.tooDeep(Self.mostDepth))
      return nil
    }
    if value.array?.count == 0 { table.report(key, found: FoundKind.emptyArray.rawValue, advice) }
    return table.subtables(key, advice).compactMap { inner in
      inner.title = [table.title, key].compactMap(\.self).joined(separator: ": ")
      let part = condition(inner, depth: depth + 1)
      inner.finish()
      return part
    }
  }
}
