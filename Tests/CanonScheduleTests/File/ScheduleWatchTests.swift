import CanonFiles
import Testing

@testable import CanonSchedule

/// `watch = true`, and the doors of files that name a day.
@Suite struct ScheduleWatchTests {
  private func schedule(_ text: String) throws(FileProblems) -> Schedule {
    try ScheduleFile.parse(path: "a.toml", text: "set = \".\"\n" + text)
  }

  @Test("A schedule without the key watches nothing")
  func key() throws {
    #expect(try schedule("time_zone = \"Asia/Tokyo\"\nwatch = true").isWatching)
    #expect(try !schedule("time_zone = \"Asia/Tokyo\"\nwatch = false").isWatching)
    #expect(try !schedule("").isWatching)
  }

  @Test(
    "A wrong value, or a missing zone, is told",
    arguments: [
      ("watch = \"yes\"\ntime_zone = \"UTC\"", "a.toml:2: watch: found \"yes\", expected true or false."),
      ("watch = true", "a.toml: time_zone: expected the zone of the dates"),
      (
        "time_zone = \"UTC\"\n[doors]\nwatch = true",
        "a.toml:4: doors: watch: found true, expected stem ids only"
      ),
    ])
  func wrong(text: String, told: String) {
    let problems = #expect(throws: FileProblems.self) { try schedule(text) }
    #expect(problems?.message.hasPrefix(told) == true, "\(problems?.message ?? "")")
  }

  @Test("An added door opens at the first moment of its day in the schedule's zone")
  func zone() throws {
    let old = try schedule("time_zone = \"Asia/Tokyo\"\nwatch = true\n[doors]\nviolin = 2026-12-01")
    let date = try #require(LocalDate(year: 2026, month: 12, day: 6))
    let new = try old.adding([(stemID: "alto", date: date)])
    #expect(new.doors.map(\.stemID) == ["violin", "alto"])
    let opens = old.zone.firstInstant(of: date)
    #expect(old.zone.isoText(opens) == "2026-12-06T00:00:00+09:00")
    #expect(new.status(of: "alto", at: opens + -1) == .locked(opens: opens))
    #expect(new.status(of: "alto", at: opens).isOpen)
    // The text alone says it.
    #expect(try ScheduleFile.parse(path: "a.toml", text: new.text) == new)
  }

  @Test("Doors in braces leave no room for more")
  func braces() throws {
    let old = try schedule("time_zone = \"UTC\"\nwatch = true\ndoors = { violin = 2026-12-01 }")
    let date = try #require(LocalDate(year: 2026, month: 12, day: 6))
    #expect(throws: FileProblems.self) { try old.adding([(stemID: "alto", date: date)]) }
  }

  @Test(
    "A day belongs to the year of the schedule, or to one of its seasons; without computed doors any day does",
    arguments: [
      ("year = 2026", "2026-12-06", true), ("year = 2026", "2062-12-06", false), ("", "2062-12-06", true),
      ("year = \"every\"\n[doors]\na = \"advent 1\"", "2026-11-28", false),
      ("year = \"every\"\n[doors]\na = \"advent 1\"", "2026-11-29", true),
      ("year = \"every\"\n[doors]\na = \"advent 1\"", "2027-02-01", true),
      ("year = \"every\"\n[doors]\na = \"advent 1\"", "2027-02-02", false),
      ("year = \"every\"\n[doors]\na = 2026-12-01", "2026-07-01", true),
    ])
  func season(text: String, day: String, isIn: Bool) throws {
    let schedule = try schedule("time_zone = \"Asia/Tokyo\"\nwatch = true\n" + text)
    let dated = try #require(try DatedName(day + "_a.wav"))
    #expect(schedule.isInSeason(dated.date) == isIn)
  }
}
