/// The doors of a set, as a schedule file names them. ``ScheduleFile`` makes it, so it is free of
/// contradictions: computed doors have a year, and every door opens before it shuts.
///
/// - Thread: a value; any control thread. An answer takes up to a millisecond: ask when something may have
///   changed, not for every drawn line (``DoorStatus/nextChange`` tells when).
public struct Schedule: Hashable, Sendable {
  /// Which year the computed doors are of.
  public enum Year: Hashable, Sendable {
    /// `year = 2026`: the doors open in that year, once, and stay open.
    case fixed(Int)
    /// `year = "every"`: the doors open anew each season.
    case every
  }

  /// The schedule file, as the user named it.
  public let path: String
  /// The set's folder or its `set.toml`: the `set` key joined to the schedule's folder.
  public let setPath: String
  /// Cleaned; nil when the file gives none.
  public let title: String?
  public let zone: Zone
  /// Not nil when there are computed doors.
  public let year: Year?
  /// The day on whose first moment the doors of ``Year/every`` shut.
  public let seasonEnds: DayOfYear
  /// In the order of the file; one at most for each stem.
  public let doors: [Door]

  /// The door of a stem, or nil when the stem is always open.
  public func door(of stemID: String) -> Door? { doors.first { $0.stemID == stemID } }

  /// What the door of a stem says.
  public func status(of stemID: String, in context: DoorContext) -> DoorStatus {
    door(of: stemID).map { status(of: $0, in: context) } ?? .none
  }

  /// What the door of a stem says at a moment of which nothing else is known.
  public func status(of stemID: String, at now: Instant) -> DoorStatus {
    status(of: stemID, in: DoorContext(asOf: now))
  }

  /// What a door of this schedule says.
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
