import ArgumentParser
import CanonEngine
import CanonSchedule
import CanonSession
import CanonTerminal

/// `canon doors`: what opens when.
struct Doors: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show which doors are open, and when the others open.")

  @OptionGroup var options: SourceOptions
  @OptionGroup var asOf: AsOfOption
  @Flag(help: "One JSON object on standard output.") var json = false

  func run() async throws {
    let source = try options.load()
    let asked = try asOf.instant(for: source)
    let now = asked ?? .now()
    let calendar = DoorCalendar(source, now: now, isPreview: asked != nil)
    if json {
      Output.line(calendar.json)
    } else {
      for line in calendar.lines { Output.line(line) }
    }
  }
}

/// The doors of a source at one instant, as a table and as data.
struct DoorCalendar {
  struct Row: Encodable {
    var stem: String
    var title: String
    /// `open`, `locked` or `over`; `none` without a door.
    var door: String
    var rule: String?
    /// ISO 8601 with offset, as are the others.
    var opens: String?
    var since: String?
    var until: String?
    var inSeconds: Int?
  }

  private struct Document: Encodable {
    var title: String
    var timeZone: String
    var asOf: String
    var isPreview: Bool
    var doors: [Row]
  }

  private let title: String
  private let zone: Zone
  private let now: Instant
  private let isPreview: Bool
  private let rows: [(row: Row, text: String)]

  init(_ source: Source, now: Instant, isPreview: Bool) {
    let zone = source.schedule?.zone ?? .local
    (self.zone, self.now, self.isPreview) = (zone, now, isPreview)
    title = source.schedule?.title ?? source.set.title
    rows = source.set.stems.map { stem in
      let door = source.schedule?.door(of: stem.id)
      let rule = door?.opens.text(in: zone)
      var row = Row(stem: stem.id, title: stem.title, door: "none", rule: rule)
      switch source.schedule?.status(of: stem.id, at: now) ?? .none {
      case .none: return (row, stem.isBase ? "open (base)" : "open (no door)")
      case .open(let since, let until):
        (row.door, row.since, row.until) = ("open", zone.isoText(since), until.map(zone.isoText))
        return (row, "open since \(zone.text(since))" + (until.map { ", until \(zone.text($0))" } ?? ""))
      case .locked(let opens):
        let left = TimeLeft(from: now, until: opens)
        (row.door, row.opens, row.inSeconds) = ("locked", zone.isoText(opens), left.seconds)
        return (row, "opens \(zone.text(opens)), \(left.text)")
      case .over(let since):
        (row.door, row.since) = ("over", zone.isoText(since))
        return (row, "shut since \(zone.text(since)), for good")
      }
    }
  }

  var lines: [String] {
    let day = isPreview ? "as of \(zone.text(now)) (a preview)" : "today, \(zone.text(now))"
    let width = rows.map(\.row.stem.count).max() ?? 0
    let state = { (row: Row) in row.door == "locked" || row.door == "over" ? "shut" : "open" }
    return ["\(title), \(day), dates in \(zone.name):"]
      + rows.map { row, text in
        let name = row.stem + String(repeating: " ", count: width - row.stem.count)
        let rule = row.rule.map { "  [\($0)]" } ?? ""
        return "  \(state(row) == "open" ? "+" : "-") \(name)  \(text)\(rule)"
      }
  }

  var json: String {
    let document = Document(
      title: title, timeZone: zone.name, asOf: zone.isoText(now), isPreview: isPreview, doors: rows.map(\.row)
    )
    return JSONText.text(document)
  }
}
