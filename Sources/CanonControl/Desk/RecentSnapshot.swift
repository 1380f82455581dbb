import CanonSession

/// A snapshot shared by several events. If thousands of stems start together, one snapshot for each event would copy
/// thousands of stems thousands of times.
struct RecentSnapshot {
  private let session: Performance
  private var last: (snapshot: Snapshot, at: ContinuousClock.Instant)?

  /// Its greatest age: too short to notice, and shorter than any beat.
  private static let longest = Duration.milliseconds(10)

  init(_ session: Performance) { self.session = session }

  /// The snapshot for an event.
  mutating func snapshot(for event: PerformanceEvent) async -> Snapshot {
    let now = ContinuousClock.now
    if let last, now - last.at < Self.longest, !event.changesTheClock { return last.snapshot }
    let snapshot = await session.snapshot()
    last = (snapshot, now)
    return snapshot
  }
}

extension PerformanceEvent {
  /// Whether the grid or the position is different after it.
  fileprivate var changesTheClock: Bool {
    switch self {
    case .driver, .rolling, .skipped, .seeks: true
    case .answered, .changed, .level, .master, .solo, .paused, .pausing, .panic, .replaced, .opened, .shut,
      .waits, .waitingEnded, .refused, .note:
      false
    }
  }
}
