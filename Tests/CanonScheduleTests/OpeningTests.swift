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

  @Test func aYearlyDoorIsThereForFiveYears() throws {
    #expect(
      try openings("\"12-24\"", "2026-11-22") == (2026...2030).map { try instant("\($0)-12-24", "UTC") })
  }

  @Test func aDoorThatOpensEveryWeekIsThereTenTimes() throws {
    #expect(try openings("{ days = \"sun\" }", "2026-11-23").count == 10)
  }
}
