import CanonFiles

/// The result of reading a key: if it was wrong (and was reported), later checks that need it are skipped.
enum Reading<Value> {
  case absent
  case wrong
  case found(Value)

  var value: Value? {
    if case .found(let value) = self { value } else { nil }
  }

  var isWrong: Bool {
    if case .wrong = self { true } else { false }
  }
}

/// Reads the keys at the head of a schedule; the doors are next door.
struct ScheduleReader {
  let root: TableReader

  /// The path of the set, relative to the schedule's folder; it can leave that folder.
  func set() -> String? {
    func wrong(_ found: String?, _ advice: ScheduleAdvice) -> String? {
      root.report("set", found: found, advice)
      return nil
    }
    guard let value = root.value("set") else { return wrong(nil, ScheduleAdvice.set) }
    let found = TableReader.show(value)
    guard let text = value.string, !text.isEmpty else { return wrong(found, ScheduleAdvice.set) }
    if text.hasPrefix("/") || text.hasPrefix("~") { return wrong(found, ScheduleAdvice.setFromFolder) }
    return text == CleanText.clean(text) ? text : wrong(found, ScheduleAdvice.setUnclean)
  }

  func title() -> String? {
    let advice = ScheduleAdvice.title
    let text = root.string("title", advice)
    return text.map(CleanText.clean)
  }

  /// Whether the set's folder is watched for files that name a day.
  func isWatching() -> Bool { root.bool("watch", ScheduleAdvice.watch) ?? false }

  func zone() -> Reading<Zone> {
    guard let value = root.value("time_zone") else { return .absent }
    guard let name = value.string else {
      root.report("time_zone", found: TableReader.show(value), ScheduleAdvice.zone)
      return .wrong
    }
    do {
      return .found(try Zone(name))
    } catch {
      root.report("time_zone", found: TableReader.show(value), ScheduleAdvice.unknownZone(error))
      return .wrong
    }
  }

  func year() -> Reading<Schedule.Year> {
    guard let value = root.value("year") else { return .absent }
    if let year = value.integer, OpeningRule.years.contains(year) { return .found(.fixed(year)) }
    if value.string == "every" { return .found(.every) }
    root.report("year", found: TableReader.show(value), ScheduleAdvice.year)
    return .wrong
  }

  func seasonEnds(_ year: Reading<Schedule.Year>) -> Reading<DayOfYear> {
    guard let value = root.value("season_ends") else { return .absent }
    func wrong(_ advice: ScheduleAdvice) -> Reading<DayOfYear> {
      root.report("season_ends", found: TableReader.show(value), advice)
      return .wrong
    }
    guard let text = value.string else { return wrong(ScheduleAdvice.seasonEnds) }
    if year.value != .every && !year.isWrong { return wrong(ScheduleAdvice.seasonOfOneYear) }
    do {
      let day = try RuleText.dayOfYear(text)
      return day.isYearly ? .found(day) : wrong(ScheduleAdvice.dayMissing(from: .every))
    } catch {
      return wrong(error)
    }
  }
}
