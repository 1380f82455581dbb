import Testing

@testable import CanonSchedule

@Suite struct DoorTests {
  @Test func aDateStaysOpenForEver() throws {
    let schedule = try schedule("time_zone = \"Asia/Tokyo\"\n[doors]\na = 2015-11-29")
    let since = try instant("2015-11-29", "Asia/Tokyo")
    #expect(try schedule.status(of: "a", at: "2015-11-28T23:59:59") == .locked(opens: since))
    #expect(try schedule.status(of: "a", at: "2015-11-29") == .open(since: since, until: nil))
    #expect(try schedule.status(of: "a", at: "9999-12-31") == .open(since: since, until: nil))
  }

  @Test func aRuleOfOneYearStaysOpenForEver() throws {
    let schedule = try schedule("time_zone = \"Asia/Tokyo\"\nyear = 2026\n[doors]\na = \"12-24\"")
    #expect(try schedule.opening(of: "a", at: "2025-12-24") == "2026-12-24")
    #expect(try schedule.status(of: "a", at: "2027-06-01").isOpen)
  }

  @Test func aDateBesideYearlyRulesIsNotOfTheSeason() throws {
    let schedule = try schedule(
      "time_zone = \"UTC\"\nyear = \"every\"\n[doors]\na = 2026-01-10\nb = \"12-24\"")
    #expect(try schedule.openDoors(at: "2026-06-01") == "a")
  }

  @Test func untilShutsForGood() throws {
    let schedule = try schedule(
      "time_zone = \"Asia/Tokyo\"\n[doors]\na = { opens = 2026-12-06, until = 2026-12-25T12:00:00 }")
    let since = try instant("2026-12-06", "Asia/Tokyo")
    let until = try instant("2026-12-25T12:00", "Asia/Tokyo")
    #expect(try schedule.status(of: "a", at: "2026-12-05") == .locked(opens: since))
    #expect(schedule.status(of: "a", at: until + -1) == .open(since: since, until: until))
    #expect(schedule.status(of: "a", at: until) == .over(since: until))
    #expect(schedule.nextChange(after: until) == nil)
  }

  @Test func anOffsetMeansTheSameMomentInEveryZone() throws {
    let schedule = try schedule("time_zone = \"America/New_York\"\n[doors]\na = 2026-12-06T00:00:00+09:00")
    #expect(try schedule.opening(of: "a", at: "2026-12-01") == "2026-12-05 10:00")
  }

  @Test func aStemWithoutADoorIsOpen() throws {
    #expect(try schedule("").status(of: "cello", at: Instant(second: 0)) == .none)
    #expect(DoorStatus.none.isOpen)
  }
}
