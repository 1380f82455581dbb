import ArgumentParser
import CanonControl
import CanonFiles
import CanonSchedule
import CanonSession
import Foundation

/// `canon doors`: what opens when.
struct Doors: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show which doors are open, and when the others open.")

  @OptionGroup var options: SourceOptions
  @OptionGroup var asOf: AsOfOption
  @Flag(help: "One JSON object on standard output.") var json = false
  @Option(
    help: ArgumentHelp(
      "Write the openings as a calendar for phones (RFC 5545) to this file.", valueName: "file"),
    completion: .file())
  var ics: String?
  @Option(
    help: ArgumentHelp(
      "With --ics: the time of day of the alarm for doors that open by date. A door with a time has its alarm at the opening. off: no alarms. By default 08:00.",
      valueName: "HH:MM|off"))
  var alarm: String?
  @OptionGroup var language: LanguageOption

  func validate() throws {
    if json && ics != nil { throw language.error(.both("--json", "--ics")) }
    guard let alarm else { return }
    if ics == nil { throw language.error(.alarmWithoutCalendar) }
    if ICalendar.Alarm(alarm) == nil {
      throw language.error(.alarm(alarm))
    }
  }

  func run() async throws {
    let source = try options.load(language.text, dated: .headers)
    if let list = source.piece?.list { throw Failure(.usage, list.needsOne.text(language.text)) }
    for problem in source.leftAlone { Output.note("canon: " + problem.text(language.text)) }
    let asked = try asOf.instant(for: source, language.text)
    let state = DoorState(source, language.text)
    let memory = state.memory()
    let context =
      asked.map { DoorContext(asOf: $0, firstStart: state.firstStart($0, memory)) }
      ?? DoorContext(clock: .now(), memory: memory)
    if context.isClockWrong { Output.note("canon: " + (language.text.wording.clockIsWrong.first ?? "")) }
    if let ics {
      let alarm = alarm.flatMap { ICalendar.Alarm($0) } ?? .usual
      return try CalendarFile.write(source, in: context, alarm, to: ics, language.text)
    }
    let calendar = DoorCalendar(source, in: context, isPreview: asked != nil)
    if json {
      Output.line(calendar.json)
    } else {
      for line in calendar.lines(language.text) {
        Output.line(line)
      }
    }
  }
}
