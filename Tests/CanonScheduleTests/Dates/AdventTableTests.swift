import CanonTestSupport
import Foundation
import Testing

@testable import CanonSchedule

/// Advent as the calendars on the wall have it, and its instants to the second.
@Suite struct AdventTableTests {
  /// As calendars print them, so nothing here is computed.
  private static let table = [
    "2014 11-30 12-07 12-14 12-21", "2015 11-29 12-06 12-13 12-20", "2016 11-27 12-04 12-11 12-18",
    "2017 12-03 12-10 12-17 12-24", "2018 12-02 12-09 12-16 12-23", "2019 12-01 12-08 12-15 12-22",
    "2020 11-29 12-06 12-13 12-20", "2021 11-28 12-05 12-12 12-19", "2022 11-27 12-04 12-11 12-18",
    "2023 12-03 12-10 12-17 12-24", "2024 12-01 12-08 12-15 12-22", "2025 11-30 12-07 12-14 12-21",
    "2026 11-29 12-06 12-13 12-20", "2027 11-28 12-05 12-12 12-19", "2028 12-03 12-10 12-17 12-24",
    "2029 12-02 12-09 12-16 12-23", "2030 12-01 12-08 12-15 12-22", "2031 11-30 12-07 12-14 12-21",
    "2032 11-28 12-05 12-12 12-19", "2033 11-27 12-04 12-11 12-18", "2034 12-03 12-10 12-17 12-24",
  ]

  @Test("The Sundays are those of the calendars from 2014 to 2034", arguments: table)
  func sundays(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let year = try #require(Int(words[0]))
    let rules = try schedule(
      """
      time_zone = "Europe/Berlin"
      year = \(year)
      [doors]
      a = "advent 1"
      b = "advent 2"
      c = "advent 3"
      d = "advent 4"
      """)
    let dates = try ["a", "b", "c", "d"].map { try rules.opening(of: $0, at: "\(year)-01-01") }
    #expect(dates == words.dropFirst().map { "\(year)-\($0)" })
  }

  // MARK: - To the second

  /// Midnights of Tokyo in seconds since 1970: 15:00:00 UTC of the day before.
  private static let original = [
    ("violin-a", 1_448_722_800), ("violin-b", 1_449_327_600), ("violin-c", 1_449_932_400),
    ("violin-d", 1_450_537_200), ("violin-e", 1_450_882_800),
  ]

  @Test("The five doors of 2015 open on the second of the original", arguments: original)
  func theOriginal(stem: String, second: Int) throws {
    let shipped = try shipped("advent-2015")
    let opens = Instant(secondsSince1970: Double(second))
    #expect(shipped.status(of: stem, at: opens + -1) == .locked(opens: opens))
    #expect(shipped.status(of: stem, at: opens + -0.001) == .locked(opens: opens))
    #expect(shipped.status(of: stem, at: opens) == .open(since: opens, until: nil))
  }

  @Test func theDoorsOf2015AreNoMoreThanThese() throws {
    let shipped = try shipped("advent-2015")
    #expect(shipped.doors.map(\.stemID) == Self.original.map(\.0))
    #expect(shipped.status(of: "cello", at: Instant(secondsSince1970: 0)) == .none)
    #expect(shipped.zone.name == "Asia/Tokyo")
  }

  /// The same Sunday evening is before and after midnight, as the zone has it.
  @Test(
    "In 2023 the fourth Sunday and Christmas Eve are one instant",
    arguments: [
      ("Asia/Tokyo", 1_703_343_600), ("Europe/Berlin", 1_703_372_400), ("America/New_York", 1_703_394_000),
      ("Pacific/Kiritimati", 1_703_325_600), ("Pacific/Pago_Pago", 1_703_415_600),
    ])
  func the24thIsTheFourth(zone: String, second: Int) throws {
    let opens = Instant(secondsSince1970: Double(second))
    for year in ["2023", "\"every\""] {
      let rules = try schedule(
        "time_zone = \"\(zone)\"\nyear = \(year)\n[doors]\nsunday = \"advent 4\"\neve = \"12-24\"")
      for stem in ["sunday", "eve"] {
        #expect(rules.status(of: stem, at: opens + -1) == .locked(opens: opens))
        #expect(rules.status(of: stem, at: opens).isOpen)
      }
    }
  }

  private func shipped(_ name: String) throws -> Schedule {
    try ScheduleFile.load(projectFolder.path + "/Schedules/\(name).toml")
  }
}
