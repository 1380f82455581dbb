import Foundation
import Testing

@testable import CanonSchedule

/// What stands in an iCalendar, letter by letter. Whether others read it so: ICalendarReadingTests.
@Suite struct ICalendarTests {
  private func text(
    _ events: [ICalendar.Event], zone: String = "Asia/Tokyo", name: String = "Advent", id: String = "advent"
  ) throws -> String {
    ICalendar.text(
      name: name, calendarID: id, events: events, zone: try Zone(zone),
      stamp: try instant("2026-11-01T12:00:00Z", "UTC"))
  }

  private func event(_ opens: String, zone: String = "Asia/Tokyo", title: String = "Violin A") throws
    -> ICalendar.Event
  {
    ICalendar.Event(
      stemID: "violin-a", occurrence: "2026", title: title, opens: try instant(opens, zone))
  }

  /// The lines, folded ones joined again.
  private func lines(_ text: String) -> [String] {
    Data(text.utf8).split(separator: UInt8(ascii: "\n")).reduce(into: []) { lines, octets in
      let line = String(decoding: octets.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
      if line.hasPrefix(" ") { lines[lines.count - 1] += line.dropFirst() } else { lines.append(line) }
    }
  }

  /// The values of all lines that begin with this.
  private func values(_ name: String, in text: String) -> [String] {
    lines(text).filter { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
  }

  @Test func aCalendarOfOneDoor() throws {
    #expect(
      try text([event("2026-12-06")])
        == """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//canon//canon doors//EN
        CALSCALE:GREGORIAN
        METHOD:PUBLISH
        NAME:Advent
        X-WR-CALNAME:Advent
        BEGIN:VTIMEZONE
        TZID:Asia/Tokyo
        BEGIN:STANDARD
        DTSTART:20260101T090000
        TZOFFSETFROM:+0900
        TZOFFSETTO:+0900
        TZNAME:+0900
        END:STANDARD
        END:VTIMEZONE
        BEGIN:VEVENT
        UID:advent.violin-a.2026@canon
        DTSTAMP:20261101T120000Z
        DTSTART;TZID=Asia/Tokyo:20261206T000000
        DTEND;TZID=Asia/Tokyo:20261206T001500
        SUMMARY:Violin A
        TRANSP:TRANSPARENT
        BEGIN:VALARM
        ACTION:DISPLAY
        TRIGGER:PT0S
        DESCRIPTION:Violin A
        END:VALARM
        END:VEVENT
        END:VCALENDAR

        """.replacing("\n", with: "\r\n"))
  }

  @Test func eventsStandInTheOrderOfTheirInstants() throws {
    let days = ["2026-12-13", "2026-11-29", "2026-12-24", "2026-12-06"]
    #expect(
      try values("DTSTART;TZID=Asia/Tokyo:", in: text(days.map { try event($0) }))
        == ["20261129T000000", "20261206T000000", "20261213T000000", "20261224T000000"])
  }

  @Test func eventsOfOneInstantKeepTheirOrder() throws {
    let events = try ["b", "c", "a"].map { try event("2026-12-06", title: $0) }
    #expect(try values("SUMMARY:", in: text(events)) == ["b", "c", "a"])
  }

  @Test func anEventEndsWithItsDoorWhenThatIsOpenForLess() throws {
    var short = try event("2026-12-06")
    short.until = short.opens + 300
    var long = try event("2026-12-07")
    long.until = long.opens + 86_400
    var blink = try event("2026-12-08")
    blink.until = blink.opens + 0.5
    #expect(
      try values("DTEND;TZID=Asia/Tokyo:", in: text([short, long, blink]))
        == ["20261206T000500", "20261207T001500"])
  }

  @Test func anEventHasADescriptionWhenItIsGiven() throws {
    var described = try event("2026-12-06")
    described.description = "The first, of five"
    var empty = try event("2026-12-13")
    empty.description = ""
    #expect(
      try values("DESCRIPTION:", in: text([described, empty]))
        == ["The first\\, of five", "Violin A", "Violin A"], "the titles are the alarms'")
  }

  @Test func anEventIsWhatItIsMadeWith() throws {
    let opens = try event("2026-12-06").opens
    let made = ICalendar.Event(
      stemID: "a", occurrence: "2026", title: "A", description: "The first", opens: opens, until: opens + 60,
      isAllDay: true)
    #expect(made.stemID == "a" && made.occurrence == "2026" && made.title == "A" && made.isAllDay)
    #expect(made.description == "The first" && made.opens == opens && made.until == opens + 60)
  }

  // MARK: - Text

  @Test(arguments: [
    ("a,b;c:d", "a\\,b\\;c:d"), ("back\\slash", "back\\\\slash"), ("\\n", "\\\\n"), ("one\ntwo", "one\\ntwo"),
    ("one\r\ntwo\rthree\u{2028}four", "one\\ntwo\\nthree\\nfour"), ("\n", "\\n"), ("", ""),
    ("bell\u{7}", "bell\\\\u{7}"), ("\u{202e}tfel", "\\\\u{202e}tfel"), ("a,\u{301}", "a\\,\u{301}"),
    ("\"quoted\"", "\"quoted\""), ("第一の扉", "第一の扉"),
  ])
  func marksOfTheFormatAreEscapedAndControlsCleaned(title: String, written: String) throws {
    let text = try text([event("2026-12-06", title: title)], name: title)
    for name in ["SUMMARY:", "DESCRIPTION:", "NAME:", "X-WR-CALNAME:"] {
      #expect(values(name, in: text) == [written], "\(name)")
    }
  }

  @Test(arguments: ["x", "é", "扉", "🎻", "e\u{301}", "\u{1f469}\u{200d}\u{1f467}"])
  func linesAreFoldedAt75OctetsBetweenLetters(letter: String) {
    for length in 1...120 {
      let line = "SUMMARY:" + String(repeating: letter, count: length)
      let folded = ICalendarLine.folded(line)
      let pieces = Data(folded.utf8).split(separator: UInt8(ascii: "\n"))
      #expect(pieces.allSatisfy { $0.last == UInt8(ascii: "\r") && $0.count <= 76 })
      #expect(folded.replacing("\r\n ", with: "").utf8.elementsEqual((line + "\r\n").utf8))
    }
  }

  @Test func aLetterTooLongForALineIsPartedBetweenItsMarks() {
    let letter = "e" + String(repeating: "\u{301}", count: 100)
    let folded = Data(ICalendarLine.folded("SUMMARY:" + letter).utf8)
    let pieces = folded.split(separator: UInt8(ascii: "\n"))
    #expect(pieces.count == 3)
    #expect(pieces.allSatisfy { $0.count <= 76 && String(validating: $0, as: UTF8.self) != nil })
  }

  @Test func aLineOf75OctetsIsWhole() {
    let line = String(repeating: "x", count: 75)
    #expect(ICalendarLine.folded(line) == line + "\r\n")
    #expect(ICalendarLine.folded(line + "yz") == line + "\r\n yz\r\n")
    let more = String(repeating: "y", count: 74)
    #expect(ICalendarLine.folded(line + more + "z") == line + "\r\n " + more + "\r\n z\r\n")
  }
}
