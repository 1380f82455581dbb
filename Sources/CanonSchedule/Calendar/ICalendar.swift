/// The openings of doors as a calendar that phones and calendar programs import (RFC 5545).
///
/// Every event shows its owner as free, and has an alarm unless ``Alarm/off`` is requested. There is no ORGANIZER, which
/// would turn it into an invitation, and no SEQUENCE: a later calendar has a later DTSTAMP.
/// - Thread: values; any control thread
public enum ICalendar {
  /// One opening of one door.
  public struct Event: Hashable, Sendable {
    public var stemID: String
    /// Identifies this opening of the door, for example by its year; it stays the same when the date changes.
    public var occurrence: String
    /// The displayed title, also used by the alarm.
    public var title: String
    /// Additional text in the event's details; nil or empty: none.
    public var description: String?
    /// Displayed in whole seconds.
    public var opens: Instant
    /// When the door shuts again, later than `opens`; nil: it stays open.
    public var until: Instant?
    /// Whether the event is the whole day of `opens`, without times.
    public var isAllDay: Bool

    public init(
      stemID: String, occurrence: String, title: String, description: String? = nil, opens: Instant,
      until: Instant? = nil, isAllDay: Bool = false
    ) {
      self.stemID = stemID
      self.occurrence = occurrence
      self.title = title
      self.description = description
      self.opens = opens
      self.until = until
      self.isAllDay = isAllDay
    }

    /// Calendars display moments badly, so an opening lasts 15 minutes, or as long as the door is
    /// open; nil if that is less than a second.
    fileprivate var end: Instant? {
      let end = min(opens + 900, until ?? opens + 900)
      return end.second > opens.second ? end : nil
    }
  }

  /// Returns the text of a file with the ending `.ics`, to be written in UTF-8 as it is: lines end in CR LF.
  /// - Parameters:
  ///   - name: The calendar's title.
  ///   - calendarID: The prefix of the events' UIDs, as the schedule file's name without folder and extension.
  ///     The same id, stem and occurrence give the same UID on every machine, so a second import replaces
  ///     the events instead of duplicating them, if the program supports it.
  ///   - events: In any order; they are sorted by their instants. Some programs reject a calendar without events.
  ///   - zone: The zone of times and of all-day events.
  ///   - alarm: The time of the alarms.
  ///   - stamp: The time at which this text is made.
  public static func text(
    name: String, calendarID: String, events: [Event], zone: Zone, alarm: Alarm = .usual, stamp: Instant
  ) -> String {
    let events = events.enumerated()
      .sorted { ($0.element.opens, $0.offset) < ($1.element.opens, $1.offset) }
      .map(\.element)
    let times = ICalendarZone(zone, spans: events.filter { !$0.isAllDay }.map { ($0.opens, $0.end) })
    var lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//canon//canon doors//EN", "CALSCALE:GREGORIAN",
      "METHOD:PUBLISH", ICalendarLine.text("NAME", name), ICalendarLine.text("X-WR-CALNAME", name),
    ]
    lines += times.component
    for event in events {
      let head = ["UID:" + uid(of: event, in: calendarID), "DTSTAMP:" + ICalendarZone.utc(stamp)]
      let span =
        event.isAllDay ? times.dayLines(at: event.opens) : times.lines(from: event.opens, to: event.end)
      lines += component("VEVENT", head + span + words(of: event, alarm))
    }
    lines.append("END:VCALENDAR")
    return lines.map(ICalendarLine.folded).joined()
  }

  /// The lines of a component between those that begin and end it.
  static func component(_ name: String, _ lines: [String]) -> [String] {
    ["BEGIN:" + name] + lines + ["END:" + name]
  }

  private static func words(of event: Event, _ alarm: Alarm) -> [String] {
    var lines = [ICalendarLine.text("SUMMARY", event.title)]
    if let description = event.description, !description.isEmpty {
      lines.append(ICalendarLine.text("DESCRIPTION", description))
    }
    lines.append("TRANSP:TRANSPARENT")
    guard let trigger = alarm.trigger(isAllDay: event.isAllDay) else { return lines }
    return lines
      + component("VALARM", ["ACTION:DISPLAY", trigger, ICalendarLine.text("DESCRIPTION", event.title)])
  }
}
