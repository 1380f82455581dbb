import Foundation
import Testing

@testable import CanonSchedule

/// Which times an iCalendar is written in, and how it explains them.
@Suite struct ICalendarZoneTests {
  /// The VTIMEZONE of a calendar with doors at these times: `STANDARD 20261025T030000 +0200 +0100`.
  private func observances(_ zone: String, _ times: String...) throws -> [String] {
    let zone = try Zone(zone)
    let spans = try times.map { (from: try AsOf.parse($0, zone: zone), to: Instant?.none) }
    let lines = ICalendarZone(zone, spans: spans).component
    return lines.split { $0.hasPrefix("BEGIN:") }.dropFirst().map { lines in
      let values = lines.prefix(3).map { $0.split(separator: ":")[1] }
      let kind = lines.first { $0.hasPrefix("END:") }?.split(separator: ":")[1] ?? "?"
      return ([kind] + values).joined(separator: " ")
    }
  }

  private func lines(_ zone: String, _ from: String, minutes: Double = 15) throws -> [String] {
    let zone = try Zone(zone)
    let start = try AsOf.parse(from, zone: zone)
    let end = start + minutes * 60
    return ICalendarZone(zone, spans: [(start, end)]).lines(from: start, to: end)
  }

  // MARK: - Offsets

  @Test func anOffsetStandsFromTheMomentItCameIntoForce() throws {
    #expect(try observances("Europe/Berlin", "2026-12-06") == ["STANDARD 20261025T030000 +0200 +0100"])
    #expect(
      try observances("Europe/Berlin", "2026-12-06", "2026-07-01")
        == ["DAYLIGHT 20260329T020000 +0100 +0200", "STANDARD 20261025T030000 +0200 +0100"])
  }

  @Test func decembersNeedOneOffsetHoweverMany() throws {
    #expect(
      try observances("Europe/Berlin", "2025-11-30", "2026-12-06", "2031-12-24")
        == ["STANDARD 20251026T030000 +0200 +0100"])
  }

  @Test func theOnlyOffsetIsCalledStandardEvenInSummer() throws {
    #expect(try observances("America/Santiago", "2026-12-06") == ["STANDARD 20260906T000000 -0400 -0300"])
  }

  @Test func whatWasAlwaysInForceStandsFromTheBeginningOfTheYear() throws {
    #expect(try observances("Asia/Kathmandu", "2026-12-06") == ["STANDARD 20260101T054500 +0545 +0545"])
    #expect(try observances("America/Bogota", "2026-12-06") == ["STANDARD 20251231T190000 -0500 -0500"])
  }

  @Test func aDayThatWasSkippedIsAChangeOf24Hours() throws {
    #expect(
      try observances("Pacific/Apia", "2011-12-29", "2011-12-30")
        == ["STANDARD 20110924T030000 -1100 -1000", "STANDARD 20111230T000000 -1000 +1400"])
  }

  @Test func halfHoursAndOffsetsThatComeFourTimesAYear() throws {
    #expect(
      try observances("Australia/Lord_Howe", "2026-01-01", "2026-07-01")
        == ["DAYLIGHT 20251005T020000 +1030 +1100", "STANDARD 20260405T020000 +1100 +1030"])
    #expect(
      try observances("Africa/Casablanca", "2026-02-01", "2026-03-01", "2026-12-06").map { $0.suffix(11) }
        == ["+0000 +0100", "+0100 +0000", "+0000 +0100"])
  }

  @Test func summerTimeIsNamedApartFromStandardTime() throws {
    let zone = try Zone("Europe/Istanbul")  // its summer time of 2016 became standard time
    let spans = try ["2015-12-06", "2016-07-01", "2016-12-06", "2026-12-06"].map {
      (from: try AsOf.parse($0, zone: zone), to: Instant?.none)
    }
    let lines = ICalendarZone(zone, spans: spans).component
    #expect(lines.filter { $0.hasPrefix("TZNAME") } == ["TZNAME:+0200", "TZNAME:+0300 DST"])
  }

  @Test func offsetsOfOldTimesHaveSeconds() throws {
    #expect(try observances("Africa/Monrovia", "1971-12-01") == ["STANDARD 19701231T231530 -004430 -004430"])
    #expect(try observances("Africa/Monrovia", "1972-12-01") == ["STANDARD 19720107T000000 -004430 +0000"])
  }

  // MARK: - Times

  @Test func timesAreThoseOfTheWall() throws {
    #expect(
      try lines("America/Santiago", "2026-09-06")
        == ["DTSTART;TZID=America/Santiago:20260906T010000", "DTEND;TZID=America/Santiago:20260906T011500"])
  }

  @Test(arguments: ["UTC", "GMT", "Etc/UTC", "Etc/GMT"])
  func universalTimeNeedsNoZone(zone: String) throws {
    #expect(try observances(zone, "2026-12-06") == [])
    #expect(try lines(zone, "2026-12-06") == ["DTSTART:20261206T000000Z", "DTEND:20261206T001500Z"])
  }

  @Test(arguments: ["Europe/London", "Africa/Abidjan", "Etc/GMT-9"])
  func noOtherZoneIsUniversal(zone: String) throws {
    #expect(try observances(zone, "2026-12-06").count == 1)
    #expect(try lines(zone, "2026-12-06")[0] == "DTSTART;TZID=\(zone):20261206T000000")
  }

  @Test func theFirstOfAnHourThatHappensTwiceIsWrittenAsLocalTime() throws {
    #expect(
      try lines("Europe/Berlin", "2026-10-25T02:30")
        == ["DTSTART;TZID=Europe/Berlin:20261025T023000", "DTEND;TZID=Europe/Berlin:20261025T024500"])
    #expect(try observances("Europe/Berlin", "2026-10-25T02:30") == ["STANDARD 20260329T020000 +0100 +0200"])
  }

  @Test func theSecondHasNoLocalName() throws {
    #expect(
      try lines("Europe/Berlin", "2026-10-25T02:30+01:00")
        == ["DTSTART:20261025T013000Z", "DTEND:20261025T014500Z"])
    #expect(try observances("Europe/Berlin", "2026-10-25T02:30+01:00") == [])
  }

  @Test func norHasAnEndInIt() throws {
    #expect(
      try lines("Europe/Berlin", "2026-10-25T02:50")
        == ["DTSTART:20261025T005000Z", "DTEND:20261025T010500Z"])
    #expect(
      try lines("Europe/Berlin", "2026-10-25T02:50", minutes: 5)[1]
        == "DTEND;TZID=Europe/Berlin:20261025T025500")
  }

  @Test func noTimeIsWrittenInAYearOfFiveDigits() throws {
    #expect(try lines("Asia/Tokyo", "9999-12-31T23:00Z", minutes: 1)[0] == "DTSTART:99991231T230000Z")
    #expect(try lines("Asia/Tokyo", "9999-12-31")[0] == "DTSTART;TZID=Asia/Tokyo:99991231T000000")
  }
}
