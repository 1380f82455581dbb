import Testing

@testable import CanonSchedule

/// When a calendar's events ring, and which of them last all day.
@Suite struct ICalendarAlarmTests {
  /// The lines of the calendar that say when, for one door that opens at this time.
  private func times(_ opens: String, isAllDay: Bool, _ alarm: ICalendar.Alarm = .usual) throws -> [String] {
    let zone = try Zone("Asia/Tokyo")
    let event = ICalendar.Event(
      stemID: "a", occurrence: "2026", title: "A", opens: try instant(opens, "Asia/Tokyo"), isAllDay: isAllDay
    )
    let text = ICalendar.text(
      name: "Advent", calendarID: "advent", events: [event], zone: zone, alarm: alarm,
      stamp: try instant("2026-11-01", "UTC"))
    return text.split(separator: "\r\n").map(String.init)
      .drop { $0 != "BEGIN:VEVENT" }
      .filter { $0.hasPrefix("DTSTART") || $0.hasPrefix("DTEND") || $0.hasPrefix("TRIGGER") }
  }

  @Test func aDoorWithATimeRingsWhenItOpens() throws {
    #expect(
      try times("2026-12-06T18:00", isAllDay: false) == [
        "DTSTART;TZID=Asia/Tokyo:20261206T180000", "DTEND;TZID=Asia/Tokyo:20261206T181500", "TRIGGER:PT0S",
      ])
  }

  @Test func aDoorThatOpensByDateLastsAllDayAndRingsInTheMorning() throws {
    #expect(
      try times("2026-12-06", isAllDay: true) == [
        "DTSTART;VALUE=DATE:20261206", "DTEND;VALUE=DATE:20261207", "TRIGGER;RELATED=START:PT8H",
      ])
    #expect(
      try times("2026-12-31", isAllDay: true).prefix(2)
        == ["DTSTART;VALUE=DATE:20261231", "DTEND;VALUE=DATE:20270101"])
  }

  @Test func theLastDayThatCanBeWrittenHasNoEnd() throws {
    #expect(
      try times("9999-12-31", isAllDay: true)
        == ["DTSTART;VALUE=DATE:99991231", "TRIGGER;RELATED=START:PT8H"])
  }

  @Test(arguments: [
    ("00:00", "PT0S"), ("00:01", "PT1M"), ("07:30", "PT7H30M"), ("10:00", "PT10H"), ("23:59", "PT23H59M"),
  ])
  func theTimeOfDayMayBeAnother(time: String, duration: String) throws {
    let alarm = try #require(ICalendar.Alarm(time))
    #expect(try times("2026-12-06", isAllDay: true, alarm).last == "TRIGGER;RELATED=START:" + duration)
    #expect(try times("2026-12-06T18:00", isAllDay: false, alarm).last == "TRIGGER:PT0S")
  }

  @Test(arguments: [true, false])
  func offRingsNever(isAllDay: Bool) throws {
    #expect(ICalendar.Alarm("off") == .off)
    #expect(try times("2026-12-06", isAllDay: isAllDay, .off).count == 2)
  }

  @Test(arguments: ["", "8", "8:00", "24:00", "08:60", "08:00:00", " 08:00", "08.00", "Off", "０8:00"])
  func nothingElseIsATimeOfDay(text: String) {
    #expect(ICalendar.Alarm(text) == nil)
  }
}
