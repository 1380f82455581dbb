import Foundation
import Testing

@testable import CanonSchedule

@Suite struct ZoneTests {
  @Test(arguments: [
    ("Asia/Tokyo", "2026-12-05T15:00:00Z"), ("Europe/Berlin", "2026-12-05T23:00:00Z"),
    ("America/New_York", "2026-12-06T05:00:00Z"), ("Pacific/Kiritimati", "2026-12-05T10:00:00Z"),
    ("Asia/Kathmandu", "2026-12-05T18:15:00Z"),
  ])
  func aDateOpensAtMidnightOfItsZone(zone: String, utc: String) throws {
    #expect(try instant("2026-12-06", zone) == instant(utc, zone))
  }

  @Test func aDayWithoutMidnightBeginsAtItsFirstMoment() throws {
    let zone = try Zone("America/Santiago")  // 2026-09-06: 00:00 is followed by 01:00
    let opens = try instant("2026-09-06", "America/Santiago")
    #expect(zone.isoText(opens) == "2026-09-06T01:00:00-03:00")
    #expect(zone.isoText(opens + -1) == "2026-09-05T23:59:59-04:00")
    #expect(zone.text(opens) == "2026-09-06", "the first moment of a day is the day")
  }

  @Test func aDayThatWasSkippedIsTheEndOfTheGap() throws {
    let zone = try Zone("Pacific/Apia")  // 29 December 2011 was followed by the 31st
    let opens = try instant("2011-12-30", "Pacific/Apia")
    #expect(try opens == instant("2011-12-31", "Pacific/Apia"))
    #expect(zone.isoText(opens) == "2011-12-31T00:00:00+14:00")
    #expect(zone.isoText(opens + -1) == "2011-12-29T23:59:59-10:00")
  }

  @Test func aTimeInAGapIsTheEndOfTheGap() throws {
    let zone = try Zone("Europe/Berlin")
    #expect(try zone.isoText(instant("2026-03-29T02:30", "Europe/Berlin")) == "2026-03-29T03:00:00+02:00")
    #expect(try zone.isoText(instant("2026-03-29T01:59:59", "Europe/Berlin")) == "2026-03-29T01:59:59+01:00")
  }

  @Test func aTimeThatHappensTwiceIsTheFirst() throws {
    let zone = try Zone("Europe/Berlin")
    #expect(try zone.isoText(instant("2026-10-25T02:30", "Europe/Berlin")) == "2026-10-25T02:30:00+02:00")
    #expect(try zone.isoText(instant("2026-10-25T03:00", "Europe/Berlin")) == "2026-10-25T03:00:00+01:00")
  }

  @Test func midnightThatHappensTwiceIsTheFirst() throws {
    let zone = try Zone("America/Havana")  // 2026-11-01: 01:00 is followed by 00:00
    #expect(try zone.isoText(instant("2026-11-01", "America/Havana")) == "2026-11-01T00:00:00-04:00")
  }

  @Test func aDayIsNotEndedByAnHourOfItsEveThatHappensTwice() throws {
    let zone = try Zone("America/Sao_Paulo")  // 2018-02-18: 00:00 is followed by 23:00 of the 17th
    let opens = try instant("2018-02-18", "America/Sao_Paulo")
    #expect(zone.isoText(opens) == "2018-02-18T00:00:00-03:00")
    #expect(zone.isoText(opens + -1) == "2018-02-17T23:59:59-03:00")
    #expect(zone.isoText(opens + -3601) == "2018-02-17T23:59:59-02:00")
  }

  @Test func everyMidnightOfEveryZoneIsTheFirstInstantOfItsDate() throws {
    var checked = 0
    for name in TimeZone.knownTimeZoneIdentifiers {
      let zone = try Zone(name)
      for number in stride(from: 12_000, to: 20_800, by: 97) {  // 2002 to 2026
        let date = LocalDate(dayNumber: number)
        let first = zone.firstInstant(of: date)
        #expect(zone.date(at: first) >= date, "\(name) \(date)")
        #expect(zone.date(at: first + -1) < date, "\(name) \(date)")
        checked += 1
      }
    }
    #expect(checked > 30_000)
  }

  // MARK: - Text

  @Test(arguments: [
    ("2026-12-06T00:00:00+09:00", "2026-12-06"), ("2026-12-06T18:00:00+09:00", "2026-12-06 18:00"),
    ("2026-12-06T18:00:30+09:00", "2026-12-06 18:00:30"), ("2026-12-06T00:00:00Z", "2026-12-06 09:00"),
    ("1969-12-31T23:59:59+09:00", "1969-12-31 23:59:59"),
  ])
  func instantsAreShownInTheirZone(iso: String, text: String) throws {
    #expect(try Zone("Asia/Tokyo").text(instant(iso, "UTC")) == text)
  }

  @Test(arguments: [
    ("Asia/Tokyo", "2026-12-06T00:00:00+09:00"), ("America/St_Johns", "2026-12-05T11:30:00-03:30"),
    ("UTC", "2026-12-05T15:00:00+00:00"),
  ])
  func isoTextHasTheOffset(zone: String, iso: String) throws {
    #expect(try Zone(zone).isoText(instant("2026-12-05T15:00:00Z", "UTC")) == iso)
  }

  @Test func offsetsOfOldTimesHaveSeconds() throws {
    #expect(
      try Zone("Africa/Monrovia").isoText(instant("1970-01-01T00:00Z", "UTC"))
        == "1969-12-31T23:15:30-00:44:30")
  }

  // MARK: - Names

  @Test(
    arguments: ["Asia/Tokyo", "UTC", "GMT", "Japan", "Cuba", "America/Argentina/Buenos_Aires", "Etc/GMT-9"])
  func ianaNamesAreKnown(name: String) throws {
    #expect(try Zone(name).name == name)
  }

  @Test func localIsThisMachines() throws {
    let zone = try Zone("local")
    #expect(zone.isLocal)
    #expect(zone.name == TimeZone.current.identifier)
    #expect(zone.name != "local")
  }

  @Test(arguments: [
    ("Asia/Tokio", "Asia/Tokyo"), ("asia/tokyo", "Asia/Tokyo"), ("Tokyo", "Asia/Tokyo"),
    ("new york", "America/New_York"), ("JST", "Asia/Tokyo"), ("Europe/Berln", "Europe/Berlin"),
  ])
  func unknownZonesGiveASuggestion(name: String, meant: String) {
    let problem = #expect(throws: ZoneProblem.self) { try Zone(name) }
    #expect(problem?.suggestion == meant)
  }

  @Test(arguments: [
    "", "GMT+9", "UTC+9", "CST", "EST", "Mars/Olympus", "+09:00", "Asia/Tokyo ", "Local", "SystemV/PST8PDT",
  ])
  func whatIsNoZoneNeverFallsBackToGMT(name: String) {
    #expect(throws: ZoneProblem.self) { try Zone(name) }
  }

  @Test func unknownZoneHasASentence() {
    let problem = #expect(throws: ZoneProblem.self) { try Zone("Asia/Tokio") }
    #expect(
      problem?.message
        == """
        found "Asia/Tokio", expected a zone named after a city, as "Europe/Berlin", or "local". \
        Did you mean "Asia/Tokyo"?
        """)
  }
}
