import Testing

@testable import CanonSchedule

/// `year = "every"`, in Berlin: Advent 2025 begins on 30 November, Advent 2026 on 29 November.
@Suite struct SeasonTests {
  /// - Parameter doors: The lines below `[doors]`.
  private func yearly(_ doors: String) throws -> Schedule {
    try schedule("time_zone = \"Europe/Berlin\"\nyear = \"every\"\n[doors]\n" + doors)
  }

  @Test(arguments: [
    ("2025-11-29T23:59:59", ""), ("2025-11-30", "a"), ("2025-12-06T23:59:59", "a"), ("2025-12-07", "a b"),
    ("2025-12-24", "a b c d e"), ("2025-12-31T23:59:59", "a b c d e"), ("2026-01-01", "a b c d e"),
    ("2026-02-01T23:59:59", "a b c d e"), ("2026-02-02", ""), ("2026-07-01", ""), ("2026-11-28T23:59:59", ""),
    ("2026-11-29", "a"),
  ])
  func doorsAreOpenFromTheirDayToCandlemas(at: String, open: String) throws {
    #expect(try everyYear().openDoors(at: at) == open)
  }

  @Test func aDoorOfOneYearMayOpenOnCandlemasWhichEndsNoSeasonThere() throws {
    let schedule = try schedule(
      "time_zone = \"Europe/Berlin\"\nyear = 2027\n[doors]\na = \"02-02\"")
    #expect(try schedule.opening(of: "a", at: "2026-12-24") == "2027-02-02")
    #expect(try schedule.openDoors(at: "2030-01-01") == "a")
  }

  @Test func betweenSeasonsEachDoorTellsItsNextDay() throws {
    let schedule = try everyYear()
    #expect(try schedule.opening(of: "a", at: "2026-02-02") == "2026-11-29")
    #expect(try schedule.opening(of: "e", at: "2026-02-02") == "2026-12-24")
    #expect(try schedule.opening(of: "a", at: "2025-06-01") == "2025-11-30")
  }

  @Test func anOpenDoorTellsWhenTheSeasonEnds() throws {
    let schedule = try everyYear()
    let status = try schedule.status(of: "a", at: "2026-01-15")
    let berlin = "Europe/Berlin"
    #expect(
      try status == .open(since: instant("2025-11-30", berlin), until: instant("2026-02-02", berlin)))
  }

  @Test func theSeasonItselfIsTold() throws {
    let schedule = try everyYear()
    let ends = try instant("2026-02-02", "Europe/Berlin")
    let starts = try instant("2026-11-29", "Europe/Berlin")
    #expect(schedule.season(at: try instant("2025-11-30", "Europe/Berlin")) == .running(ends: ends))
    #expect(schedule.season(at: ends + -1) == .running(ends: ends))
    #expect(schedule.season(at: ends) == .between(starts: starts))
    #expect(schedule.season(at: starts + -1) == .between(starts: starts))
  }

  @Test func aScheduleOfDatesHasNoSeason() throws {
    let schedule = try schedule("time_zone = \"UTC\"\n[doors]\na = 2026-12-06")
    #expect(schedule.season(at: Instant(second: 0)) == nil)
  }

  @Test func theEndOfTheSeasonCanBeSet() throws {
    let schedule = try everyYear("season_ends = \"12-27\"")
    #expect(try schedule.openDoors(at: "2025-12-26T23:59:59") == "a b c d e")
    #expect(try schedule.openDoors(at: "2025-12-27") == "")
    #expect(try schedule.openDoors(at: "2026-01-15") == "")
  }

  @Test func aDayBeforeTheSeasonsEndComesAfterChristmas() throws {
    let schedule = try yearly(
      """
      advent = "advent 1"
      kings = "01-06"
      """)
    #expect(try schedule.openDoors(at: "2026-01-05T23:59:59") == "advent")
    #expect(try schedule.openDoors(at: "2026-01-06") == "advent kings")
    #expect(try schedule.openDoors(at: "2026-02-02") == "")
    #expect(try schedule.opening(of: "kings", at: "2026-12-01") == "2027-01-06")
    let now = try instant("2026-06-01", "Europe/Berlin")
    #expect(try schedule.season(at: now) == .between(starts: instant("2026-11-29", "Europe/Berlin")))
  }

  @Test func aYearlyDoorCanShutBeforeTheSeasonEnds() throws {
    let schedule = try yearly(
      """
      a = { opens = "advent 1", until = "12-24" }
      b = { opens = "12-24", until = "01-07" }
      c = { opens = "advent 4", until = "12-24" }
      """)
    #expect(try schedule.openDoors(at: "2025-12-23T23:59:59") == "a c")
    #expect(try schedule.openDoors(at: "2025-12-24") == "b")
    #expect(try schedule.openDoors(at: "2026-01-06T23:59:59") == "b")
    #expect(try schedule.openDoors(at: "2026-01-07") == "")
    #expect(try schedule.opening(of: "a", at: "2026-01-07") == "2026-11-29")
    // In 2023 the fourth Sunday is the 24th: opening and shutting fall together, and it stays shut.
    #expect(try schedule.openDoors(at: "2023-12-24") == "b")
    #expect(try schedule.opening(of: "c", at: "2023-12-24") == "2024-12-22")
  }

  @Test func noUntilReachesBeyondTheSeason() throws {
    let schedule = try yearly(
      """
      a = { opens = "11-29", until = "advent 1" }
      """)
    // In 2025 the first Sunday is 30 November; in 2027 it is the 28th, so the next is a year away.
    let berlin = "Europe/Berlin"
    #expect(try schedule.status(of: "a", at: "2025-11-29").nextChange == instant("2025-11-30", berlin))
    #expect(try schedule.status(of: "a", at: "2027-11-29").nextChange == instant("2028-02-02", berlin))
  }

  @Test func nextChangeIsTheEarliestOfAllDoors() throws {
    let schedule = try everyYear()
    let berlin = "Europe/Berlin"
    func next(_ text: String) throws -> Instant? { schedule.nextChange(after: try instant(text, berlin)) }
    #expect(try next("2025-11-30") == instant("2025-12-07", berlin))
    #expect(try next("2025-12-24") == instant("2026-02-02", berlin))
    #expect(try next("2026-02-02") == instant("2026-11-29", berlin))
  }

  @Test func everySecondOfAYearEdgeBelongsToOneAnswer() throws {
    // In Auckland the year turns 13 hours before UTC's: the year that counts is the zone's.
    let schedule = try schedule(
      "time_zone = \"Pacific/Auckland\"\nyear = \"every\"\nseason_ends = \"01-01\"\n[doors]\na = \"12-31\"")
    #expect(try schedule.openDoors(at: "2026-12-30T23:59:59") == "")
    #expect(try schedule.openDoors(at: "2026-12-31") == "a")
    #expect(try schedule.openDoors(at: "2026-12-31T23:59:59") == "a")
    #expect(try schedule.openDoors(at: "2027-01-01") == "")
    #expect(try schedule.opening(of: "a", at: "2027-01-01") == "2027-12-31")
  }
}
