import Testing

@testable import CanonSchedule

/// When a door opens again and again, as calendars take it.
@Suite struct OpeningTests {
  private func openings(_ door: String, _ now: String) throws -> [Instant] {
    let schedule = try schedule("time_zone = \"UTC\"\nyear = \"every\"\n[doors]\na = \(door)\n")
    let context = DoorContext(asOf: try instant(now, "UTC"))
    return schedule.doors.flatMap { schedule.openings(of: $0, in: context).map(\.opens) }
  }

  @Test func aCalendarLeavesOutWhatOpensInSixYears() throws {
    #expect(try openings("2032-11-22", "2026-11-22") == [])
    #expect(try openings("2031-11-22", "2026-11-22") == [instant("2031-11-22", "UTC")])
  }

  @Test func aDoorInItsLastSecondIsThereSinceItOpenedAndOneThatOpensInASecondOnce() throws {
    let day = "{ opens = 2026-12-06, until = 2026-12-07 }"
    #expect(try openings(day, "2026-12-06T23:59:59") == [instant("2026-12-06", "UTC")])
    #expect(try openings(day, "2026-12-05T23:59:59") == [instant("2026-12-06", "UTC")])
    #expect(try openings(day, "2026-12-07") == [])
  }

  @Test func aYearlyDoorIsThereForFiveYears() throws {
    #expect(
      try openings("\"12-24\"", "2026-11-22") == (2026...2030).map { try instant("\($0)-12-24", "UTC") })
  }

  @Test(
    "A date is no time of day, and a midnight that is written is one",
    arguments: [
      ("2026-12-06", true), ("\"advent 1\"", true), ("\"12-24\"", true), ("{ days = \"sun\" }", true),
      ("{ after = \"4 days\" }", true), ("{ opens = \"advent 1\", needs = [\"b\"] }", true),
      ("{ opens = 2026-12-06, until = 2026-12-07T18:00:00 }", true),
      ("2026-12-06T18:00:00", false), ("2026-12-06T00:00:00", false), ("2026-12-06T00:00:00Z", false),
      ("{ days = \"sun\", hours = \"10:00-20:00\" }", false), ("{ hours = \"00:00-06:00\" }", false),
      ("{ after = \"24 hours\" }", false), ("{ opens = \"advent 1\", hours = \"10:00-20:00\" }", false),
    ])
  func whatOpensByDate(door: String, isByDate: Bool) throws {
    let schedule = try schedule("time_zone = \"UTC\"\nyear = \"every\"\n[doors]\na = \(door)\n")
    // The first start is a midnight, so that 24 hours later it is midnight too.
    let context = DoorContext(
      asOf: try instant("2026-11-22T12:00", "UTC"), firstStart: try instant("2026-11-22", "UTC"))
    let openings = schedule.openings(of: schedule.doors[0], in: context)
    #expect(openings.first?.isByDate == isByDate)
  }

  @Test func eachOpeningOfADoorIsJudgedAlone() throws {
    let schedule = try schedule(
      """
      time_zone = "America/Santiago"
      [doors]
      a = { any = [{ opens = 2026-09-06, until = 2026-09-07 }, { days = "mon", hours = "10:00-20:00" }] }
      """)
    let context = DoorContext(asOf: try instant("2026-09-01", "America/Santiago"))
    let openings = schedule.openings(of: schedule.doors[0], in: context)
    #expect(openings.prefix(2).map(\.isByDate) == [true, false], "the 6th begins at 01:00")
  }

  @Test func aDoorThatOpensEveryWeekIsThereTenTimes() throws {
    #expect(try openings("{ days = \"sun\" }", "2026-11-23").count == 10)
  }
}
