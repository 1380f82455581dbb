/// The doors of a set, as a schedule file names them. ``ScheduleFile`` makes it, so it is free of
/// contradictions: computed doors have a year, and every door opens before it shuts.
///
/// - Thread: a value; any control thread. An answer takes up to a millisecond: ask when something may have
///   changed, not for every drawn line (``DoorStatus/nextChange`` says when).
public struct Schedule: Hashable, Sendable {
  /// The year of the computed doors.
  public enum Year: Hashable, Sendable {
    /// `year = 2026`: the doors open in that year, once, and stay open.
    case fixed(Int)
    /// `year = "every"`: the doors open again each season.
    case every
  }

  /// The schedule file, as the user named it.
  public let path: String
  /// The set's folder or its `set.toml`: the `set` key joined to the schedule's folder.
  public let setPath: String
  /// Cleaned; nil if the file has no title.
  public let title: String?
  public let zone: Zone
  /// Not nil when there are computed doors.
  public let year: Year?
  /// The doors of ``Year/every`` shut at the first moment of this day.
  public let seasonEnds: DayOfYear
  /// Whether files that name a day are stems with a door on that day (``DatedName``).
  public let isWatching: Bool
  /// In the order of the file; at most one for each stem.
  public let doors: [Door]

  /// The text of the schedule file.
  public internal(set) var text = ""

  /// The door of a stem, or nil when the stem is always open.
  public func door(of stemID: String) -> Door? { doors.first { $0.stemID == stemID } }

  /// The status of a stem's door.
  public func status(of stemID: String, in context: DoorContext) -> DoorStatus {
    door(of: stemID).map { status(of: $0, in: context) } ?? .none
  }

  /// The status of a stem's door at a moment, without memory or playing stems.
  public func status(of stemID: String, at now: Instant) -> DoorStatus {
    status(of: stemID, in: DoorContext(asOf: now))
  }

  /// The status of a door of this schedule.
  public func status(of door: Door, in context: DoorContext) -> DoorStatus {
    let (now, condition) = (context.now, door.condition)
    let judge = DoorJudge(schedule: self, context: context)
    if judge.isOpen(condition, at: now) {
      return .open(since: judge.since(condition, at: now), until: judge.shutting(condition, from: now))
    }
    var supposing = judge
    supposing.supposesSounding = true
    if supposing.isOpen(condition, at: now) {
      return .waiting(for: judge.missing(condition, at: now), opens: judge.opening(condition, from: now))
    }
    if context.isClockWrong { return .clockWrong }
    if let opens = supposing.opening(condition, from: now) { return .locked(opens: opens) }
    if let delay = condition.delay, context.firstStart == nil { return .unstarted(delay) }
    guard case .opens(let rule, let until) = condition else { return .over(since: nil) }
    return .over(since: spans(of: rule, until: until, around: now).last?.shuts)
  }

  /// The next instant at which any door opens or shuts by time alone; nil when nothing changes any more.
  public func nextChange(in context: DoorContext) -> Instant? {
    doors.compactMap { status(of: $0, in: context).nextChange }.min()
  }
}
