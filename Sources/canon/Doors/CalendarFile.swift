import CanonControl
import CanonFiles
import CanonSchedule
import CanonSession
import CanonStems

/// `canon doors --ics`: the openings as a calendar that phones import.
enum CalendarFile {
  static func write(
    _ source: Source, in context: DoorContext, _ alarm: ICalendar.Alarm, to path: String, _ language: Language
  ) throws {
    guard let schedule = source.schedule, !schedule.doors.isEmpty else {
      throw Failure(.usage, CommandLineProblem.noDoors(source.name).text(language))
    }
    let name = schedule.title ?? identifier(of: schedule.path)
    let events = events(of: schedule, source.set, called: name, in: context, language)
    // A calendar without events is none, and some programs refuse it.
    if events.isEmpty {
      throw Failure(.failed, CommandLineProblem.noOpenings(schedule.path).text(language))
    }
    let text = ICalendar.text(
      name: name, calendarID: identifier(of: schedule.path), events: events, zone: schedule.zone,
      alarm: alarm, stamp: .now())
    try replace(path, with: text, language)
    Output.line(language.wording.openings(path, events.count))
  }

  private static func events(
    of schedule: Schedule, _ set: StemSet, called name: String, in context: DoorContext, _ language: Language
  ) -> [ICalendar.Event] {
    schedule.doors.flatMap { door -> [ICalendar.Event] in
      let title = set.index(of: door.stemID).map { set[$0].title } ?? door.stemID
      let openings = schedule.openings(of: door, in: context).map { opening in
        (opening, date: schedule.zone.date(at: opening.opens))
      }
      return openings.map { opening, date in
        // A door that opens once a year may be moved to another day, and still be the same event.
        let isOnly = if case .opens = door.condition { true } else { false }
        return ICalendar.Event(
          stemID: door.stemID, occurrence: isOnly ? "\(date.year)" : "\(date)",
          title: "\(name): \(title)", description: door.condition.text(in: schedule.zone, language),
          opens: opening.opens, until: opening.shuts, isAllDay: opening.isByDate)
      }
    }
  }

  /// The name of the schedule's file: the same on every machine, so that phones recognise the same events.
  private static func identifier(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(".toml") ? String(name.dropLast(5)) : name
  }

  /// A calendar replaces only an existing calendar, never another file.
  private static func replace(_ path: String, with text: String, _ language: Language) throws {
    if let old = try? TextFile.read(path, kind: "a calendar"), !old.isEmpty, !old.hasPrefix("BEGIN:VCALENDAR")
    {
      throw Failure(.cannotWrite, CommandLineProblem.notACalendar(path).text(language))
    }
    do throws(SoundProblem) {
      try TextWriter.replace(path, with: text)
    } catch {
      throw Failure(error, language)
    }
  }
}
