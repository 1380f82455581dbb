import CanonFiles

/// Checks between the parts of a schedule, on which ``Schedule`` relies.
enum DoorChecks {
  /// Reports computed doors that have no year, or a day which the year does not have.
  static func checkYears(_ drafts: [OpeningDraft], year: Reading<Schedule.Year>) {
    for draft in drafts {
      let isOpensComputed = draft.opens.isComputed
      let isUntilComputed = draft.until?.isComputed ?? false
      if case .absent = year, isOpensComputed || isUntilComputed {
        // Once is enough: one line mends all of them.
        isOpensComputed
          ? draft.reportOpens(ScheduleAdvice.yearForRule) : draft.reportUntil(ScheduleAdvice.yearForRule)
        return
      }
      guard let year = year.value else { continue }
      if isMissing(draft.opens, in: year) { draft.reportOpens(ScheduleAdvice.dayMissing(from: year)) }
      if let until = draft.until, isMissing(until, in: year) {
        draft.reportUntil(ScheduleAdvice.dayMissing(from: year))
      }
    }
  }

  /// Reports every `until` that comes before its door's opening, or too late to matter.
  static func checkUntil(_ drafts: [OpeningDraft], in schedule: Schedule) {
    for draft in drafts {
      guard let until = draft.until else { continue }
      let isComputed = draft.opens.isComputed || until.isComputed
      if schedule.year == nil, isComputed { continue }  // reported by checkYears
      if schedule.year == .every, isComputed {
        checkYearly(draft, until, in: schedule)
      } else if let span = schedule.spans(of: draft.opens, until: until, around: Instant(second: 0)).first,
        let shuts = span.shuts, shuts <= span.opens
      {
        draft.reportUntil(ScheduleAdvice.untilNotLater(schedule.zone.textWithZone(span.opens)))
      }
    }
  }

  private static func checkYearly(_ draft: OpeningDraft, _ until: OpeningRule, in schedule: Schedule) {
    guard draft.opens.isComputed, until.isComputed else {
      return draft.reportUntil(ScheduleAdvice.mixedYearly)
    }
    // In these years 24 December falls on each day of the week, so Advent falls in every way it can.
    let isUseful = (2026...2033).contains { year in
      guard let span = schedule.yearlySpan(of: draft.opens, until: until, in: year), let shuts = span.shuts
      else {
        return false
      }
      return shuts == until.instant(in: schedule.zone.date(at: shuts).year, zone: schedule.zone)
    }
    if !isUseful { draft.reportUntil(ScheduleAdvice.untilBeyondSeason(schedule.seasonEnds)) }
  }

  /// Reports a season that would end between its doors: on the day of one, or within Advent.
  static func checkSeasonEnds(
    _ seasonEnds: Reading<DayOfYear>, _ drafts: [OpeningDraft], in head: ScheduleReader
  ) {
    if seasonEnds.isWrong { return }
    let end = seasonEnds.value ?? .candlemas
    // The Sundays of Advent are days from 27 November to 24 December.
    let isInAdvent = (end.month, end.day) >= (11, 27) && (end.month, end.day) <= (12, 24)
    let inTheWay = drafts.first { draft in
      switch draft.opens {
      case .advent: isInAdvent
      case .dayOfYear(let day): day == end
      case .date, .dateTime, .instant: false
      }
    }
    guard let inTheWay else { return }
    guard seasonEnds.value != nil else { return inTheWay.reportOpens(ScheduleAdvice.opensAtSeasonEnd) }
    let advice = ScheduleAdvice.seasonEndsAmongDoors(inTheWay.stemID)
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

/// Reports parts of a condition that can never hold.
extension DoorChecks {
  /// Reports the first cycle of needs: doors that wait for each other.
  static func checkNeeds(_ schedule: Schedule, in reader: ScheduleReader) {
    var search = NeedsSearch(schedule)
    for door in schedule.doors {
      guard let circle = search.circle(from: door.stemID) else { continue }
      reader.reportDoor(door, found: FoundKind.circle.rawValue, ScheduleAdvice.needsCircle(circle))
      return
    }
  }

  /// Searches for a path from a stem back to itself along certain needs; visits each stem once.
  private struct NeedsSearch {
    private let needed: [String: [String]]
    private var isDone: Set<String> = []

    init(_ schedule: Schedule) {
      needed = Dictionary(
        schedule.doors.map { ($0.stemID, $0.condition.surelyNeeded.sorted()) },
        uniquingKeysWith: { first, _ in first })
    }

    /// - Parameter path: The stems that lead here.
    mutating func circle(from id: String, _ path: [String] = []) -> [String]? {
      if let start = path.firstIndex(of: id) { return path[start...] + [id] }
      if isDone.contains(id) { return nil }
      for next in needed[id] ?? [] {
        if let circle = circle(from: next, path + [id]) { return circle }
      }
      isDone.insert(id)
      return nil
    }
  }

  /// Reports doors whose conditions never hold together within the next decade.
  static func checkMeeting(_ schedule: Schedule, in reader: ScheduleReader) {
    // A time before every date that can be written, and a first start before that: everything is still to come.
    let start = Instant(second: -2_300_000_000)
    var context = DoorContext(asOf: start, firstStart: start)
    context.sounding = Set(schedule.doors.flatMap(\.condition.needed))
    let judge = DoorJudge(schedule: schedule, context: context)
    for door in schedule.doors where judge.opening(door.condition, from: start) == nil {
      reader.reportDoor(door, found: FoundKind.shutForEver.rawValue, ScheduleAdvice.neverOpens)
    }
  }
}

extension ScheduleReader {
  fileprivate func reportDoor(_ door: Door, found: String, _ advice: ScheduleAdvice) {
    let none = ScheduleAdvice.doors
    let table = root.subtable("doors", none)
    table?.title = "doors"
    table?.report(door.stemID, found: found, advice)
  }
}
