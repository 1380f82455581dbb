/// The doors of a set, as a schedule file names them. ``ScheduleFile`` makes it, so it is free of
/// contradictions: computed doors have a year, and every door opens before it shuts.
///
/// - Thread: a value; any control thread. An answer takes tens of microseconds: ask when something may have
///   changed, not for every drawn line (``nextChange(after:)`` tells when).
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

  /// What the door of a stem says at `now`.
  public func status(of stemID: String, at now: Instant) -> DoorStatus {
    door(of: stemID).map { status(of: $0, at: now) } ?? .none
  }

  /// What a door of this schedule says at `now`.
  public func status(of door: Door, at now: Instant) -> DoorStatus {
    let spans = spans(of: door, around: now)
    if let span = spans.last(where: { $0.contains(now) }) {
      return .open(since: span.opens, until: span.shuts)
    }
    if let next = spans.first(where: { $0.opens > now }) { return .locked(opens: next.opens) }
    return .over(since: spans.last?.shuts ?? now)  // a span that ended has an end
  }

  /// The next instant after `now` at which any door opens or shuts; nil when nothing changes any more.
  public func nextChange(after now: Instant) -> Instant? {
    doors.compactMap { status(of: $0, at: now).nextChange }.min()
  }
}
