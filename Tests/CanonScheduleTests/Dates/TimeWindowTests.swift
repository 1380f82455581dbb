import Testing

@testable import CanonSchedule

/// A shop's doors: days of the week and times of the day.
@Suite struct TimeWindowTests {
  private func schedule(_ door: String, zone: String = "Europe/Berlin") throws -> Schedule {
    try CanonScheduleTests.schedule("time_zone = \"\(zone)\"\n[doors]\na = { \(door) }")
  }

  /// `open FROM to UNTIL`, or when it opens.
  private func told(_ schedule: Schedule, _ text: String) throws -> String {
    let zone = schedule.zone
    switch try schedule.status(of: "a", at: text) {
    case .open(let since, let until):
      return "open \(since.map(zone.text) ?? "-") to \(until.map(zone.text) ?? "-")"
    case .locked(let opens): return zone.text(opens)
    default: return "?"
    }
  }

  @Test(
    arguments: [
      ("2026-12-03T12:00", "2026-12-04 10:00"), ("2026-12-04T09:59:59", "2026-12-04 10:00"),
      ("2026-12-04T10:00", "open 2026-12-04 10:00 to 2026-12-04 20:00"),
      ("2026-12-04T19:59:59", "open 2026-12-04 10:00 to 2026-12-04 20:00"),
      ("2026-12-04T20:00", "2026-12-05 10:00"), ("2026-12-05T20:00", "2026-12-11 10:00"),
    ])
  func fridaysAndSaturdaysInTheDaytime(now: String, says: String) throws {
    #expect(try told(schedule("days = \"fri, sat\", hours = \"10:00-20:00\""), now) == says)
  }

  @Test(
    arguments: [
      ("sat-mon", [6, 0, 1]), ("mon-sun", [0, 1, 2, 3, 4, 5, 6]), ("sun-sat", [0, 1, 2, 3, 4, 5, 6]),
      ("wed", [3]), ("Wednesday - fri , SUN", [3, 4, 5, 0]), ("thu,thu", [4]),
    ] as [(String, Set<Int>)])
  func daysPassFromSaturdayToSunday(text: String, days: Set<Int>) throws {
    #expect(try TimeWindow.days(text) == days)
  }

  @Test func theSameDayOfNextWeekIsNotMissed() throws {
    let schedule = try schedule("days = \"sat\", hours = \"10:00-20:00\"")
    #expect(try told(schedule, "2026-12-05T20:00") == "2026-12-12 10:00")
  }

  @Test func hoursThatMeetAreOneOpeningInWhateverOrderTheyAreWritten() throws {
    for hours in ["10:00-14:00, 14:00-20:00", "14:00-20:00, 10:00-14:00"] {
      let schedule = try schedule("hours = \"\(hours)\"")
      for now in ["2026-12-05T12:00", "2026-12-05T14:00", "2026-12-05T15:00"] {
        #expect(try told(schedule, now) == "open 2026-12-05 10:00 to 2026-12-05 20:00", "\(hours), \(now)")
      }
    }
  }

  @Test func hoursThatMeetAcrossADayThatTheClockSkipsAreOneOpening() throws {
    // Samoa had no 30 December in 2011.
    let schedule = try schedule("hours = \"22:00-02:00, 00:00-10:00\"", zone: "Pacific/Apia")
    #expect(try told(schedule, "2011-12-31T05:00") == "open 2011-12-29 22:00 to 2011-12-31 10:00")
  }

  @Test func daysThatFollowOneAnotherAreOneOpening() throws {
    let schedule = try schedule("days = \"sat, sun\"")
    #expect(try told(schedule, "2026-12-06T15:00") == "open 2026-12-05 to 2026-12-07")
    #expect(try told(schedule, "2026-12-07") == "2026-12-12")
  }

  @Test func aWindowPastMidnightBelongsToTheDayOnWhichItBegins() throws {
    let schedule = try schedule("days = \"sat\", hours = \"22:00-02:00\"")
    #expect(try told(schedule, "2026-12-06T01:00") == "open 2026-12-05 22:00 to 2026-12-06 02:00")
    #expect(try told(schedule, "2026-12-05T01:00") == "2026-12-05 22:00")
  }

  @Test func aNightWithTwoTwoOClocksShutsAtTheFirst() throws {
    let schedule = try schedule("hours = \"22:00-02:30\"")
    // 2026-10-25: at 03:00 summer time it is 02:00 again.
    let opens = try instant("2026-10-24T22:00", "Europe/Berlin")
    let status = schedule.status(of: "a", at: opens)
    #expect(status == .open(since: opens, until: opens + 4.5 * 3600))
  }

  @Test func aNightWithoutTwoOClockShutsWithTheGap() throws {
    let schedule = try schedule("hours = \"22:00-02:30\"")
    // 2026-03-29: at 02:00 it is 03:00.
    let opens = try instant("2026-03-28T22:00", "Europe/Berlin")
    #expect(schedule.status(of: "a", at: opens) == .open(since: opens, until: opens + 4 * 3600))
  }

  @Test func aWindowThatTheClockSkipsComesAWeekLater() throws {
    // 2027-03-28: at 02:00 it is 03:00.
    let schedule = try schedule("days = \"sun\", hours = \"02:15-02:45\"")
    #expect(try told(schedule, "2027-03-22") == "2027-04-04 02:15")
  }

  @Test func aDayWithoutMidnightBeginsWithItsFirstMoment() throws {
    let schedule = try schedule("days = \"sun\"", zone: "America/Santiago")
    let first = try instant("2026-09-06T01:00", "America/Santiago")
    #expect(!schedule.status(of: "a", at: first + -1).isOpen)
    #expect(schedule.status(of: "a", at: first) == .open(since: first, until: first + 23 * 3600))
  }

  @Test(arguments: ["days = \"mon-sun\"", "hours = \"00:00-24:00\"", "hours = \"00:00-12:00, 12:00-24:00\""])
  func whatIsAlwaysOpenNeverShuts(door: String) throws {
    guard case .open(_, until: nil) = try schedule(door).status(of: "a", at: "2026-12-06T12:00") else {
      Issue.record("shut, or it shuts")
      return
    }
  }

  @Test(
    arguments: [
      ("days = \"fri-mon\"", "mon, fri, sat, sun"), ("days = \"Saturday ,SUN\"", "sat, sun"),
      ("hours = \"09:00-12:30,14:00-18:00\"", "09:00-12:30, 14:00-18:00"),
      ("hours = \"18:00-24:00\"", "18:00-24:00"),
    ])
  func whatIsWrittenIsUnderstood(door: String, text: String) throws {
    let schedule = try schedule(door)
    #expect(schedule.doors[0].condition.text(in: schedule.zone) == text)
  }
}
