import CanonSchedule
import Foundation
import Testing

/// The module `icalendar` of Python (Debian: python3-icalendar), which reads what `ICalendar` wrote and has
/// not seen how. The offsets are those of the calendar's own VTIMEZONE: the machine's zones stay out of it.
enum ICalendarReader {
  struct Calendar: Decodable, Equatable {
    var name: String
    var zones: [String]
    var events: [Event]
  }

  /// Times are whole seconds since 1970; those of an all-day event are its midnights in UTC.
  struct Event: Decodable, Equatable {
    var uid: String
    var stamp: Int
    var start: Int
    var end: Int?
    /// Whether the start is written in UTC.
    var isUniversal: Bool
    var isAllDay: Bool
    var summary: String
    var description: String?
    var transparency: String
    /// Action, seconds after the start, and words of each alarm.
    var alarms: [Alarm]
  }

  struct Alarm: Decodable, Equatable {
    var action: String
    var seconds: Int
    var description: String
  }

  /// All in one run of Python: it takes a while to start.
  static func read(_ texts: [String]) throws -> [Calendar] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "canon-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appending(path: "calendars.json")
    try JSONEncoder().encode(texts).write(to: input)

    let python = Process(), output = Pipe()
    python.executableURL = URL(filePath: "/usr/bin/python3")  // Debian's: another may not have its modules
    python.arguments = ["-c", script]
    python.standardInput = try FileHandle(forReadingFrom: input)
    python.standardOutput = output
    try python.run()
    let read = output.fileHandleForReading.readDataToEndOfFile()
    python.waitUntilExit()
    try #require(python.terminationStatus == 0, "python3 could not read the calendar: it said why above")
    return try JSONDecoder().decode([Calendar].self, from: read)
  }

  static func read(_ text: String) throws -> Calendar { try #require(try read([text]).first) }

  private static let script = #"""
    import json, sys
    from datetime import datetime, timezone
    from icalendar import Calendar

    def zone_of(component):
        # Under a name of its own, so that it cannot be mistaken for a zone that the machine knows.
        component["TZID"] = "written/" + component["TZID"]
        return component.to_tz()

    def is_day(property):
        is_day = not isinstance(property.dt, datetime)
        assert is_day == (property.params.get("VALUE") == "DATE"), "a day without VALUE=DATE, or a time with it"
        return is_day

    def instant(property, zones):
        """Seconds since 1970; a local time that happens twice is its first, as RFC 5545 says."""
        if is_day(property):
            day = property.dt
            return int(datetime(day.year, day.month, day.day, tzinfo=timezone.utc).timestamp())
        tzid = property.params.get("TZID")
        if tzid is None:
            assert property.dt.utcoffset().total_seconds() == 0, "a time of no zone"
            return int(property.dt.timestamp())
        local, zone = property.dt.replace(tzinfo=None), zones[tzid]
        if hasattr(zone, "localize"):
            times = [zone.localize(local, is_dst=is_dst) for is_dst in (True, False)]
        else:
            times = [local.replace(tzinfo=zone, fold=0)]
        first = min(time.astimezone(timezone.utc) for time in times)
        assert first.astimezone(zone).replace(tzinfo=None) == local, f"{local} does not happen in {tzid}"
        return int(first.timestamp())

    def event_of(event, zones):
        end, description = event.get("DTEND"), event.get("DESCRIPTION")
        return {
            "uid": str(event["UID"]),
            "stamp": int(event["DTSTAMP"].dt.timestamp()),
            "start": instant(event["DTSTART"], zones),
            "end": None if end is None else instant(end, zones),
            "isUniversal": not is_day(event["DTSTART"]) and "TZID" not in event["DTSTART"].params,
            "isAllDay": is_day(event["DTSTART"]),
            "summary": str(event["SUMMARY"]),
            "description": None if description is None else str(description),
            "transparency": str(event["TRANSP"]),
            "alarms": [
                {
                    "action": str(alarm["ACTION"]),
                    "seconds": int(alarm["TRIGGER"].dt.total_seconds()),
                    "description": str(alarm["DESCRIPTION"]),
                }
                for alarm in event.walk("VALARM")
            ],
        }

    def calendar_of(text):
        calendar = Calendar.from_ical(text)
        for component in calendar.walk():
            assert not component.errors, component.errors
        zones = {str(zone["TZID"]): zone_of(zone) for zone in calendar.walk("VTIMEZONE")}
        events = [event_of(event, zones) for event in calendar.walk("VEVENT")]
        return {"name": str(calendar["NAME"]), "zones": list(zones), "events": events}

    json.dump([calendar_of(text) for text in json.load(sys.stdin)], sys.stdout)
    """#
}
