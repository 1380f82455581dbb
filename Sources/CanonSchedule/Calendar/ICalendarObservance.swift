import Foundation

/// An offset from UTC that took effect at one moment: the STANDARD or DAYLIGHT of a VTIMEZONE.
struct ICalendarObservance {
  /// Seconds since 1970-01-01T00:00:00Z.
  let onset: Int
  /// Seconds by which local time was ahead of UTC until then.
  let offsetBefore: Int
  /// Seconds by which local time is ahead of UTC from then on.
  let offset: Int
  var isDaylight: Bool

  /// The offset at `second`, with the moment when it took effect. If that is longer ago than any
  /// change between summer and winter time, it starts at the beginning of the year (in UTC).
  init(inForceAt second: Int, in zone: Zone) {
    offset = zone.offset(at: second)
    isDaylight = zone.timeZone.isDaylightSavingTime(for: Date(timeIntervalSince1970: Double(second)))
    if let change = zone.change(before: second, atMost: 400 * 86_400) {
      onset = change
      offsetBefore = zone.offset(at: change - 1)
    } else {
      let year = LocalDateTime(wallSeconds: second).date.year
      onset = LocalDate.dayNumber(year: year, month: 1, day: 1) * 86_400
      offsetBefore = offset
    }
  }

  /// The lines of the component. It begins in the local time that ended with it.
  var lines: [String] {
    ICalendar.component(
      isDaylight ? "DAYLIGHT" : "STANDARD",
      [
        "DTSTART:" + LocalDateTime(wallSeconds: onset + offsetBefore).basicText,
        "TZOFFSETFROM:" + Self.text(offsetBefore), "TZOFFSETTO:" + Self.text(offset),
        // Abbreviations such as "CET" depend on the locale. Some readers tell observances apart by their names,
        // and one offset may be both: +03 was Istanbul's summer, and became its standard time.
        "TZNAME:" + Self.text(offset) + (isDaylight ? " DST" : ""),
      ])
  }

  /// `+0900`, historical offsets with seconds as `-004430`.
  private static func text(_ offset: Int) -> String {
    let ahead = abs(offset)
    let text = (offset < 0 ? "-" : "+") + digits(ahead / 3600, 2) + digits(ahead / 60 % 60, 2)
    return ahead % 60 == 0 ? text : text + digits(ahead % 60, 2)
  }
}

extension Zone {
  /// The first second with the offset that is in force at `second`, or nil when there was no other offset
  /// in the last `reach` seconds.
  fileprivate func change(before second: Int, atMost reach: Int) -> Int? {
    let wanted = offset(at: second)
    let step = 86_400  // no zone ever changed its offset twice within three days
    for end in stride(from: second, to: second - reach, by: -step) where offset(at: end - step) != wanted {
      return firstChange(from: end - step, to: end)
    }
    return nil
  }
}
