import CanonFiles
import Testing

@testable import CanonSchedule

/// 29 February: there in 2000, 2024 and 2400, not in 1900, 2026 and 2100.
@Suite struct LeapDayTests {
  private static let leap = [2000, 2024, 2028, 2096, 2104, 2400]
  private static let common = [1900, 2023, 2026, 2100, 2200, 2300]

  @Test("A leap year has 29 February, in every notation", arguments: leap)
  func isADay(year: Int) throws {
    let doors = try schedule(
      """
      time_zone = "Asia/Tokyo"
      year = \(year)
      [doors]
      date = \(year)-02-29
      rule = "02-29"
      time = \(year)-02-29T23:59:59
      next = "03-01"
      """)
    #expect(try doors.openDoors(at: "\(year)-02-28T23:59:59") == "")
    #expect(try doors.openDoors(at: "\(year)-02-29") == "date rule")
    #expect(try doors.openDoors(at: "\(year)-02-29T23:59:59") == "date rule time")
    #expect(try doors.openDoors(at: "\(year)-03-01") == "date rule time next")
    let eve = try instant("\(year)-02-28", "Asia/Tokyo")
    #expect(try eve.seconds(to: instant("\(year)-03-01", "Asia/Tokyo")) == 2 * 86_400)
  }

  @Test("A common year has no 29 February, and it does not become another day", arguments: common)
  func isNoDay(year: Int) throws {
    #expect(throws: FileProblems.self) {
      try schedule("time_zone = \"UTC\"\nyear = \(year)\n[doors]\na = \"02-29\"")
    }
    #expect(throws: FileProblems.self) { try schedule("time_zone = \"UTC\"\n[doors]\na = \(year)-02-29") }
    #expect(throws: FileProblems.self) {
      try schedule("time_zone = \"UTC\"\n[doors]\na = \(year)-02-29T18:00:00+09:00")
    }
    #expect(throws: AsOf.Problem.self) { try instant("\(year)-02-29", "UTC") }
    #expect(LocalDate(year: year, month: 2, day: 29) == nil)
    #expect(LocalDate.days(inMonth: 2, of: year) == 28)
    let eve = try instant("\(year)-02-28", "UTC")
    #expect(try eve.seconds(to: instant("\(year)-03-01", "UTC")) == 86_400)
  }

  @Test("February of 2100 has 28 days in a schedule too")
  func theCenturyIsNotALeapYear() throws {
    let doors = try schedule(
      "time_zone = \"Asia/Tokyo\"\nyear = \"every\"\n[doors]\na = \"02-28\"\nb = \"03-01\"")
    #expect(try doors.opening(of: "b", at: "2100-02-28") == "2100-03-01")
    let now = try instant("2100-02-28", "Asia/Tokyo")
    let next = try instant("2100-03-01", "Asia/Tokyo")
    #expect(doors.nextChange(after: now) == next)
    #expect(now.seconds(to: next) == 86_400)
  }

  @Test("A season that ends on 1 March is a day longer in a leap year", arguments: leap + common.dropFirst())
  func aSeasonGoesThrough(year: Int) throws {
    let doors = try schedule(
      """
      time_zone = "Asia/Tokyo"
      year = "every"
      season_ends = "03-01"
      [doors]
      a = "12-24"
      """)
    let since = try instant("\(year - 1)-12-24", "Asia/Tokyo")
    let until = try instant("\(year)-03-01", "Asia/Tokyo")
    #expect(doors.status(of: "a", at: until + -1) == .open(since: since, until: until))
    #expect(!doors.status(of: "a", at: until).isOpen)
    #expect(since.seconds(to: until) == Double(Self.leap.contains(year) ? 68 : 67) * 86_400)
  }
}
