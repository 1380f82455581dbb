import CanonSchedule
import CanonSession

/// The doors of a source at one moment: what `canon doors` shows, as rows and as data.
public struct DoorCalendar: Sendable {
  public struct Row: Encodable, Sendable {
    let stem: String
    let title: String
    /// `none`, `open`, `locked`, `waiting`, `unstarted`, `clock-wrong` or `over`.
    private(set) var door = ""
    let rule: String?
    /// ISO 8601 with offset, as are the others.
    private(set) var opens: String?
    private(set) var since: String?
    private(set) var until: String?
    private(set) var inSeconds: Int?
    /// The stems that must play.
    private(set) var needs: [String]?
    private(set) var join: Bool?
    private(set) var ritual: String?
  }

  struct Document: Encodable {
    /// Set if the object is one of the events of a performance.
    var event: String?
    var title: String
    var timeZone: String
    var asOf: String
    var isPreview: Bool
    var doors: [Row]
  }

  package let title: String
  package let zone: Zone
  package let now: Instant
  package let isPreview: Bool
  package let rows: [(row: Row, status: DoorStatus, isBase: Bool)]
  /// By stem; nil without a door.
  package let conditions: [DoorCondition?]

  /// - Parameter isPreview: Whether the time is not the present.
  public init(_ source: Source, in context: DoorContext, isPreview: Bool) {
    let statuses = source.set.stems.map { source.schedule?.status(of: $0.id, in: context) ?? .none }
    self.init(source, statuses, at: context.now, isPreview: isPreview)
  }

  /// - Parameter statuses: The status of each stem's door.
  package init(_ source: Source, _ statuses: [DoorStatus], at now: Instant, isPreview: Bool) {
    let (set, schedule) = (source.set, source.schedule)
    let zone = schedule?.zone ?? .local
    (self.zone, self.now, self.isPreview) = (zone, now, isPreview)
    title = schedule?.title ?? set.title
    conditions = set.stems.map { schedule?.door(of: $0.id)?.condition }
    rows = zip(set.stems, statuses).map { stem, status in
      (
        Row(stem.id, stem.title, schedule?.door(of: stem.id), status, zone: zone, now: now), status,
        stem.isBase
      )
    }
  }

  /// One object on one line.
  public var json: String { json(event: nil) }

  /// The same among the events of a performance.
  package var answer: String { json(event: "doors") }

  private func json(event: String?) -> String { JSONText.text(document(event: event)) }

  func document(event: String?) -> Document {
    Document(
      event: event, title: title, timeZone: zone.name, asOf: zone.isoText(now), isPreview: isPreview,
      doors: rows.map(\.row))
  }
}

extension DoorCalendar.Row {
  fileprivate init(
    _ stem: String, _ title: String, _ door: Door?, _ status: DoorStatus, zone: Zone, now: Instant
  ) {
    (self.stem, self.title, rule) = (stem, title, door?.condition.text(in: zone))
    (join, ritual) = (
      door.map(\.join), door.flatMap { $0.soloLoops > 0 ? "solo \($0.soloLoops)" : nil }
    )
    switch status {
    case .none: self.door = "none"
    case .open(let since, let until):
      (self.door, self.since, self.until) = ("open", since.map(zone.isoText), until.map(zone.isoText))
    case .locked: self.door = "locked"
    case .waiting(let missing, _): (self.door, needs) = ("waiting", missing)
    case .unstarted: self.door = "unstarted"
    case .clockWrong: self.door = "clock-wrong"
    case .over(let since): (self.door, self.since) = ("over", since.map(zone.isoText))
    }
    if !status.isOpen, let opens = status.nextChange {
      (self.opens, inSeconds) = (zone.isoText(opens), TimeLeft(from: now, until: opens).seconds)
    }
  }
}
