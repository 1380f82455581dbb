/// The openings of doors as a calendar that telephones and calendar programs import (RFC 5545).
///
/// Every event leaves its owner free, and has an alarm unless ``Alarm/off`` is asked for. There is no ORGANIZER, which
/// would make an invitation of it, and no SEQUENCE: a calendar that was written later has a later DTSTAMP.
/// - Thread: values; any control thread
public enum ICalendar {
  /// One opening of one door.
  public struct Event: Hashable, Sendable {
    public var stemID: String
    /// Which of this door's openings, as its year; the same when the date is moved.
    public var occurrence: String
    /// What is shown, and what the alarm says.
    public var title: String
    /// More words for who opens the event; nil or empty: none.
    public var description: String?
    /// Shown down to the whole second.
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

    /// An opening is a moment, which calendars show badly, so it lasts 15 minutes, or as long as the door is
    /// open; nil when that is less than a second.
    fileprivate var end: Instant? {
      let end = min(opens + 900, until ?? opens + 900)
      return end.second > opens.second ? end : nil
    }
  }

  /// Returns the text of a file with the ending `.ics`, to be written in UTF-8 as it is: lines end in CR LF.
  /// - Parameters:
  ///   - name: The calendar's title.
  ///   - calendarID: What the events' UIDs begin with, as the schedule file's name without folder and ending.
  ///     The same id, stem and occurrence give the same UID, on every machine: importing anew then replaces
  ///     events where the program can, instead of doubling them.
  ///   - events: In any order; written by their instants. Some programs refuse a calendar without events.
  ///   - zone: What the times are written in, and whose days all-day events are.
  ///   - alarm: When the events ring.
  ///   - stamp: When this text is made.
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
