import CanonTestSupport
import Foundation
import Testing

@testable import CanonSchedule

/// What another program reads in an iCalendar is what was meant.
@Suite struct ICalendarReadingTests {
  static let stamp = Instant(secondsSince1970: 1_793_534_400)

  /// With everything in them but a backslash before a mark of the format, which the module itself misreads.
  static let titles = [
    "Violin A", "Comma, semicolon; colon: \"quotes\"", "First line\nsecond, line", "C:\\Musik", "",
    "待降節第一主日:扉がひらき、ヴァイオリンがもう一つ加わります。パッヘルベルのカノン、第一ヴァイオリン",
    "Für Elise, " + String(repeating: "🎻", count: 40),
  ]

  /// A calendar with a door at each of these instants, and what is to be read in it.
  private func calendar(
    _ zone: Zone, _ instants: [Instant]
  ) -> (text: String, events: [ICalendarReader.Event]) {
    let events = instants.enumerated().map { number, opens in
      let title = Self.titles[number % Self.titles.count]
      return ICalendar.Event(
        stemID: "violin-\(number)", occurrence: "扉", title: title,
        description: number.isMultiple(of: 2) ? nil : title + "\n…", opens: opens)
    }
    let text = ICalendar.text(
      name: "扉, \(zone.name)", calendarID: "待降節", events: events, zone: zone, stamp: Self.stamp)
    return (
      text,
      events.map { event in
        ICalendarReader.Event(
          uid: ICalendar.uid(of: event, in: "待降節"), stamp: Self.stamp.second, start: event.opens.second,
          end: event.opens.second + 900, isUniversal: false, isAllDay: false, summary: event.title,
          description: event.description, transparency: "TRANSPARENT",
          alarms: [.init(action: "DISPLAY", seconds: 0, description: event.title)])
      }
    )
  }

  /// The hours around each change of a zone's clocks, and some days far from it. Given by their instants:
  /// how local times are found is not in question here.
  @Test(arguments: [
    ("Asia/Tokyo", ["2026-11-29T00:00:00+09:00", "2027-07-01T00:00:00+09:00"]),
    ("Asia/Kathmandu", ["2026-11-29T00:00:00+05:45"]),
    ("Europe/Berlin", ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z", "2031-07-01T00:00:00+02:00"]),
    ("Europe/London", ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z"]),
    ("America/Santiago", ["2026-04-05T03:00:00Z", "2026-09-06T04:00:00Z"]),
    ("Australia/Lord_Howe", ["2026-04-04T15:00:00Z", "2026-10-03T15:30:00Z"]),
    ("Pacific/Apia", ["2011-09-24T14:00:00Z", "2011-12-30T10:00:00Z", "2012-03-31T14:00:00Z"]),
    ("Africa/Casablanca", ["2026-02-15T02:00:00Z", "2026-03-22T02:00:00Z"]),
    ("America/Sao_Paulo", ["2018-02-18T02:00:00Z", "2018-11-04T03:00:00Z"]),
    ("America/Havana", ["2026-03-08T05:00:00Z", "2026-11-01T05:00:00Z"]),
  ])
  func everyEventIsReadAtItsInstant(name: String, changes: [String]) throws {
    let zone = try Zone(name)
    var instants = try ["2026-01-06T12:00:00Z", "2026-08-15T10:00:00Z"].map { try instant($0, "UTC") }
    for change in changes {
      let change = try instant(change, "UTC")
      for seconds in stride(from: -7200.0, through: 7200, by: 600) { instants.append(change + seconds) }
      instants += [change + -1, change + 1]
    }
    instants.sort()
    let (text, expected) = calendar(zone, instants)
    let read = try ICalendarReader.read(text)
    #expect(read.name == "扉, \(name)")
    #expect(read.zones == [name])
    #expect(read.events.map(\.anyTime) == expected)
  }

  @Test func universalTimeIsReadWithoutAZone() throws {
    let (text, expected) = calendar(try Zone("UTC"), [try instant("2026-11-29", "UTC")])
    let read = try ICalendarReader.read(text)
    #expect(read.zones == [])
    #expect(read.events.map(\.isUniversal) == [true])
    #expect(read.events.map(\.anyTime) == expected)
  }

  /// Only the second of an hour that happens twice, and what ends in it, is written in UTC.
  @Test func localTimesAreLocal() throws {
    let change = try instant("2026-10-25T01:00:00Z", "UTC")
    let instants = stride(from: -7200.0, through: 7200, by: 600).map { change + $0 }
    let read = try ICalendarReader.read(calendar(try Zone("Europe/Berlin"), instants).text)
    let universal = read.events.filter(\.isUniversal).map { $0.start - change.second }
    #expect(universal == Array(stride(from: -600, to: 3600, by: 600)))
  }

  /// The first two days have no midnight: the clock skips it.
  @Test(arguments: [
    ("America/Santiago", "2026-09-06"), ("America/Havana", "2026-03-08"), ("Europe/Berlin", "2026-10-25"),
    ("Asia/Tokyo", "2028-02-29"), ("Pacific/Kiritimati", "2026-12-31"), ("UTC", "2026-12-06"),
  ])
  func anAllDayEventIsReadAsItsDayWithAnAlarmInTheMorning(name: String, day: String) throws {
    let event = ICalendar.Event(
      stemID: "violin-a", occurrence: "2026", title: "Violin A", opens: try instant(day, name), isAllDay: true
    )
    let text = ICalendar.text(
      name: "Advent", calendarID: "advent", events: [event], zone: try Zone(name),
      alarm: .minuteOfDay(7 * 60 + 30), stamp: Self.stamp)
    let read = try ICalendarReader.read(text)
    let midnight = try instant(day, "UTC").second
    #expect(read.zones == [])
    #expect(
      read.events == [
        ICalendarReader.Event(
          uid: "advent.violin-a.2026@canon", stamp: Self.stamp.second, start: midnight,
          end: midnight + 86_400,
          isUniversal: false, isAllDay: true, summary: "Violin A", description: nil,
          transparency: "TRANSPARENT",
          alarms: [.init(action: "DISPLAY", seconds: 27_000, description: "Violin A")])
      ])
  }

  @Test func everyZoneOfTheWorldIsReadAtItsInstants() throws {
    var random = SplitMix64(seed: 5545)
    let calendars = try TimeZone.knownTimeZoneIdentifiers.map { name in
      let instants = (0..<6).map { _ in
        Instant(second: Int(random.number(200_000_000...2_500_000_000)))  // 1976 to 2049
      }
      return calendar(try Zone(name), instants.sorted())
    }
    #expect(calendars.count > 400)
    let read = try ICalendarReader.read(calendars.map(\.text))
    #expect(read.count == calendars.count)
    for (read, expected) in zip(read, calendars) {
      #expect(read.events.map(\.anyTime) == expected.events, "\(read.name)\n\(expected.text)")
    }
  }
}

extension ICalendarReader.Event {
  /// Whether it is written in local time or UTC, it is the same event.
  fileprivate var anyTime: Self {
    var event = self
    event.isUniversal = false
    return event
  }
}
