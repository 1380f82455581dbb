/// The times of a calendar, and the VTIMEZONE that explains them (RFC 5545, 3.6.5).
///
/// Most readers know the zone by its name; the others take the offsets from here. The component has only the offsets in
/// effect at the times of this calendar, each from the moment it took effect, and no rule for other years,
/// because governments change rules. So Outlook, which supports at most one STANDARD and one DAYLIGHT,
/// can read a calendar that has only dates in December.
struct ICalendarZone {
  private let zone: Zone
  private let observances: [ICalendarObservance]

  /// - Parameter spans: All spans that will be passed to ``lines(from:to:)``.
  init(_ zone: Zone, spans: [(from: Instant, to: Instant?)]) {
    self.zone = zone
    let local = spans.filter { zone.namesLocally($0.from, $0.to) }
    var observances: [ICalendarObservance] = []
    for instant in local.flatMap({ [$0.from, $0.to ?? $0.from] }).sorted() {
      if observances.last?.offset == zone.offset(at: instant.second) { continue }
      observances.append(ICalendarObservance(inForceAt: instant.second, in: zone))
    }
    // A calendar of nothing but summers has one time as well, and some readers insist on a STANDARD.
    if observances.allSatisfy(\.isDaylight) {
      for index in observances.indices { observances[index].isDaylight = false }
    }
    self.observances = observances
  }

  /// The lines of the VTIMEZONE; none when all times are universal.
  var component: [String] {
    if observances.isEmpty { return [] }
    return ICalendar.component("VTIMEZONE", ["TZID:" + zone.name] + observances.flatMap(\.lines))
  }

  /// `DTSTART;TZID=Asia/Tokyo:20261206T000000` and, when there is an end, the DTEND in the same form; both with `Z`
  /// if local times would be ambiguous.
  func lines(from start: Instant, to end: Instant?) -> [String] {
    let isLocal = zone.namesLocally(start, end)
    return [("DTSTART", start), ("DTEND", end)].compactMap { name, instant in
      guard let instant else { return nil }
      if !isLocal { return name + ":" + Self.utc(instant) }
      return "\(name);TZID=\(zone.name):" + zone.dateTime(at: instant).basicText
    }
  }

  /// `DTSTART;VALUE=DATE:20261206` and the day after as the DTEND, which is not part of the event.
  func dayLines(at instant: Instant) -> [String] {
    let date = zone.date(at: instant)
    let next = LocalDate(dayNumber: date.dayNumber + 1)
    let lines = ["DTSTART;VALUE=DATE:" + date.basicText]
    // A year of five digits cannot be written, and without an end it is this one day too.
    return next.year > 9999 ? lines : lines + ["DTEND;VALUE=DATE:" + next.basicText]
  }

  /// `20261205T150000Z`
  static func utc(_ instant: Instant) -> String {
    LocalDateTime(wallSeconds: instant.second).basicText + "Z"
  }
}

extension Zone {
  /// Whether local times identify the instants. In an hour that the wall clock shows twice, a local time means
  /// the first, in RFC 5545 and in schedules; the second can only be written in UTC.
  fileprivate func namesLocally(_ start: Instant, _ end: Instant?) -> Bool {
    if isUniversal { return false }
    return [start, end ?? start].allSatisfy { instant in
      let local = dateTime(at: instant)
      return firstInstant(of: local).second == instant.second && (1...9999).contains(local.date.year)
    }
  }

  /// Whether this is UTC under one of its names.
  private var isUniversal: Bool {
    let last = name.hasPrefix("Etc/") ? name.dropFirst(4) : name[...]
    return ["UTC", "GMT", "GMT0", "GMT+0", "GMT-0", "UCT", "Universal", "Zulu", "Greenwich"].contains(last)
  }
}

extension LocalDate {
  /// `20261206`
  fileprivate var basicText: String { "\(digits(year, 4))\(digits(month, 2))\(digits(day, 2))" }
}

extension LocalDateTime {
  /// `20261206T180000`
  var basicText: String { date.basicText + "T\(digits(hour, 2))\(digits(minute, 2))\(digits(second, 2))" }
}
