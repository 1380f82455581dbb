import Foundation
import Testing

@testable import CanonSchedule

/// The definition itself, without any search: of all minutes of three days, the first at which the wall clock
/// shows the time or a later one.
@Suite struct ZoneByMinutesTests {
  /// The days on which clocks were changed, as the newspapers of the place had them.
  @Test(arguments: [
    ("Africa/Cairo", "2014-08-01"),  // no midnight, after Ramadan
    ("Africa/Casablanca", "2026-02-15"),  // back for Ramadan
    ("America/Havana", "2026-11-01"),  // midnight twice
    ("America/Santiago", "2026-09-06"),  // no midnight
    ("America/Sao_Paulo", "2018-02-18"),  // the eve's last hour twice
    ("America/St_Johns", "2006-10-29"),  // at one minute past midnight, back to the day before
    ("Antarctica/Troll", "2026-03-29"),  // two hours at once
    ("Asia/Beirut", "2026-03-29"),  // no midnight
    ("Asia/Kathmandu", "2026-12-06"),  // nothing, at 5:45 ahead
    ("Asia/Pyongyang", "2015-08-15"),  // half an hour for good
    ("Australia/Lord_Howe", "2026-10-04"),  // half an hour each year
    ("Europe/Berlin", "2026-10-25"),  // 2:00 to 3:00 twice
    ("Pacific/Apia", "2011-12-30"),  // no such day
    ("Pacific/Kiritimati", "2026-12-31"),  // nothing, at 14 hours ahead
  ])
  func isTheFirstOfAllMinutes(name: String, day: String) throws {
    let zone = try Zone(name)
    let middle = Int(try instant(day, "UTC").secondsSince1970)
    let reach = 36 * 3600
    // The minutes in their order, and the latest that the wall clock has shown up to each.
    var shown: [(second: Int, latest: LocalDateTime)] = []
    for second in stride(from: middle - reach, to: middle + reach, by: 60) {
      let now = zone.dateTime(at: Instant(second: second))
      shown.append((second, max(now, shown.last?.latest ?? now)))
    }
    var index = 0
    for wall in stride(from: middle - 12 * 3600, through: middle + 12 * 3600, by: 300) {
      let time = LocalDateTime(wallSeconds: wall + 60)
      while shown[index].latest < time { index += 1 }
      #expect(zone.firstInstant(of: time) == Instant(second: shown[index].second), "\(name) \(time)")
    }
  }

  /// So that the table above is not a table of quiet days.
  @Test(arguments: [
    ("America/Santiago", "2026-09-06", 23), ("America/Havana", "2026-11-01", 25),
    ("America/Sao_Paulo", "2018-02-17", 25), ("Antarctica/Troll", "2026-03-29", 22),
    ("Pacific/Apia", "2011-12-30", 0), ("Asia/Tokyo", "2026-12-06", 24),
  ])
  func aDayHasItsHours(name: String, day: String, hours: Int) throws {
    let zone = try Zone(name)
    let first = try instant(day, name)
    let next = zone.firstInstant(of: LocalDate(dayNumber: try dayNumber(day) + 1))
    #expect(first.seconds(to: next) == Double(hours * 3600))
  }

  private func dayNumber(_ day: String) throws -> Int {
    Int(try instant(day, "UTC").secondsSince1970) / 86_400
  }
}
