import Testing

@testable import CanonSchedule

/// The night from 31 December to 1 January, where the year in UTC is not the year on the wall.
@Suite struct YearTurnTests {
  /// Midnight of 1 January 2027 in UTC's time.
  private static let midnights = [
    ("Pacific/Kiritimati", "2026-12-31T10:00:00Z"), ("Pacific/Auckland", "2026-12-31T11:00:00Z"),
    ("Asia/Tokyo", "2026-12-31T15:00:00Z"), ("Asia/Kathmandu", "2026-12-31T18:15:00Z"),
    ("Europe/Berlin", "2026-12-31T23:00:00Z"), ("UTC", "2027-01-01T00:00:00Z"),
    ("America/New_York", "2027-01-01T05:00:00Z"), ("Pacific/Pago_Pago", "2027-01-01T11:00:00Z"),
  ]

  private func doors(_ zone: String, year: String) throws -> Schedule {
    try schedule(
      """
      time_zone = "\(zone)"
      year = \(year)
      [doors]
      last = "12-31"
      first = "01-01"
      """)
  }

  @Test("A season goes on over New Year", arguments: midnights)
  func aSeason(zone: String, utc: String) throws {
    let doors = try doors(zone, year: "\"every\"")
    let turn = try instant(utc, "UTC")
    let eve = turn + -86_400
    let ends = try instant("2027-02-02", zone)
    #expect(doors.status(of: "last", at: eve + -1) == .locked(opens: eve))
    #expect(doors.status(of: "last", at: turn + -1) == .open(since: eve, until: ends))
    #expect(doors.status(of: "last", at: turn) == .open(since: eve, until: ends))
    #expect(doors.status(of: "first", at: turn + -1) == .locked(opens: turn))
    #expect(doors.status(of: "first", at: turn) == .open(since: turn, until: ends))
    #expect(doors.nextChange(after: eve) == turn)
    #expect(doors.nextChange(after: turn) == ends)
    #expect(doors.season(at: turn + -1) == .running(ends: ends))
    #expect(doors.season(at: turn) == .running(ends: ends))
  }

  @Test("Dates are the schedule's, whatever year it is elsewhere", arguments: midnights)
  func dates(zone: String, utc: String) throws {
    let doors = try schedule("time_zone = \"\(zone)\"\n[doors]\nlast = 2026-12-31\nfirst = 2027-01-01")
    let turn = try instant(utc, "UTC")
    #expect(doors.status(of: "last", at: turn + -86_401) == .locked(opens: turn + -86_400))
    #expect(doors.status(of: "last", at: turn + -86_400).isOpen)
    #expect(doors.status(of: "first", at: turn + -1) == .locked(opens: turn))
    #expect(doors.status(of: "first", at: turn) == .open(since: turn, until: nil))
  }

  @Test("In one year the first of January is the year's beginning, not its end", arguments: midnights)
  func oneYear(zone: String, utc: String) throws {
    let doors = try doors(zone, year: "2027")
    let turn = try instant(utc, "UTC")
    #expect(doors.status(of: "first", at: turn + -1) == .locked(opens: turn))
    #expect(doors.status(of: "first", at: turn).isOpen)
    #expect(doors.status(of: "last", at: turn) == .locked(opens: turn + 364 * 86_400))
  }

  @Test("A door can shut at the turn", arguments: midnights)
  func until(zone: String, utc: String) throws {
    let doors = try schedule(
      """
      time_zone = "\(zone)"
      year = "every"
      [doors]
      a = { opens = "12-31", until = "01-01" }
      """)
    let turn = try instant(utc, "UTC")
    #expect(doors.status(of: "a", at: turn + -1) == .open(since: turn + -86_400, until: turn))
    #expect(doors.status(of: "a", at: turn) == .locked(opens: turn + 364 * 86_400))
  }

  /// The years of ISO weeks differ there, and formatters with `YYYY` fall into it.
  @Test(arguments: [
    ("2024-12-30T12:00Z", "2024-12-30 12:00"), ("2026-12-31T23:59:59Z", "2026-12-31 23:59:59"),
    ("2027-01-01T00:00Z", "2027-01-01"), ("2027-01-03T12:00Z", "2027-01-03 12:00"),
    ("1999-12-31T23:59:59Z", "1999-12-31 23:59:59"), ("2099-12-31T23:59Z", "2099-12-31 23:59"),
  ])
  func theYearThatIsShownIsTheDays(utc: String, text: String) throws {
    #expect(try Zone("UTC").text(instant(utc, "UTC")) == text)
  }
}
