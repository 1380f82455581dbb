/// What must hold between the parts of a schedule, so that ``Schedule`` can rely on it.
enum DoorChecks {
  /// Reports computed doors that have no year, or a day which the year does not have.
  static func checkYears(_ drafts: [DoorDraft], year: Reading<Schedule.Year>) {
    for draft in drafts {
      let isOpensComputed = draft.door.opens.isComputed
      let isUntilComputed = draft.door.until?.isComputed ?? false
      if case .absent = year, isOpensComputed || isUntilComputed {
        // Once is enough: one line mends all of them.
        isOpensComputed
          ? draft.reportOpens(ScheduleWording.yearForRule) : draft.reportUntil(ScheduleWording.yearForRule)
        return
      }
      guard let year = year.value else { continue }
      if isMissing(draft.door.opens, in: year) { draft.reportOpens(ScheduleWording.dayMissing(from: year)) }
      if let until = draft.door.until, isMissing(until, in: year) {
        draft.reportUntil(ScheduleWording.dayMissing(from: year))
      }
    }
  }

  /// Reports every `until` that comes before its door's opening, or too late to matter.
  static func checkUntil(_ drafts: [DoorDraft], in schedule: Schedule) {
    for draft in drafts {
      guard let until = draft.door.until else { continue }
      let isComputed = draft.door.opens.isComputed || until.isComputed
      if schedule.year == nil, isComputed { continue }  // reported by checkYears
      if schedule.year == .every, isComputed {
        checkYearly(draft, until, in: schedule)
      } else if let span = schedule.spans(of: draft.door, around: Instant(second: 0)).first,
        let shuts = span.shuts, shuts <= span.opens
      {
        draft.reportUntil(ScheduleWording.untilNotLater(schedule.zone.textWithZone(span.opens)))
      }
    }
  }

  private static func checkYearly(_ draft: DoorDraft, _ until: OpeningRule, in schedule: Schedule) {
    guard draft.door.opens.isComputed, until.isComputed else {
      return draft.reportUntil(ScheduleWording.mixedYearly)
    }
    // In these years 24 December falls on each day of the week, so Advent falls in every way it can.
    let isUseful = (2026...2033).contains { year in
      guard let span = schedule.yearlySpan(of: draft.door, in: year), let shuts = span.shuts else {
        return false
      }
      return shuts == until.instant(in: schedule.zone.date(at: shuts).year, zone: schedule.zone)
    }
    if !isUseful { draft.reportUntil(ScheduleWording.untilBeyondSeason(schedule.seasonEnds)) }
  }

  /// Reports a season that would end among its doors: on the day of one, or within Advent.
  static func checkSeasonEnds(
    _ seasonEnds: Reading<DayOfYear>, _ drafts: [DoorDraft], in head: ScheduleReader
  ) {
    if seasonEnds.isWrong { return }
    let end = seasonEnds.value ?? .candlemas
    // The Sundays of Advent are days from 27 November to 24 December.
    let isInAdvent = (end.month, end.day) >= (11, 27) && (end.month, end.day) <= (12, 24)
    let inTheWay = drafts.first { draft in
      switch draft.door.opens {
      case .advent: isInAdvent
      case .dayOfYear(let day): day == end
      case .date, .dateTime, .instant: false
      }
    }
    guard let inTheWay else { return }
    guard seasonEnds.value != nil else { return inTheWay.reportOpens(ScheduleWording.opensAtSeasonEnd) }
    let advice = ScheduleWording.seasonEndsAmongDoors(inTheWay.door.stemID)
    head.root.report("season_ends", found: "\"\(end)\"", advice)
  }

  private static func isMissing(_ rule: OpeningRule, in year: Schedule.Year) -> Bool {
    guard case .dayOfYear(let day) = rule, !day.isYearly else { return false }
    return switch year {
    case .every: true
    case .fixed(let year): !LocalDate.isLeap(year)
    }
  }
}
