import CanonSession

/// A snapshot that serves several events: one alone, of thousands of stems that start together, would cost thousands of
/// snapshots of thousands of stems.
struct RecentSnapshot {
  private let session: Performance
  private var last: (snapshot: Snapshot, at: ContinuousClock.Instant)?

  /// How old it may be: less than people notice, and than a beat of any music.
  private static let longest = Duration.milliseconds(10)

  init(_ session: Performance) { self.session = session }

  /// What to tell an event by.
  mutating func snapshot(for event: PerformanceEvent) async -> Snapshot {
    let now = ContinuousClock.now
    if let last, now - last.at < Self.longest, !event.changesTheClock { return last.snapshot }
    let snapshot = await session.snapshot()
    last = (snapshot, now)
    return snapshot
  }
}

extension PerformanceEvent {
  /// After it frames are told by another grid, or from another place.
  fileprivate var changesTheClock: Bool {
    switch self {
    case .driver, .rolling, .skipped: true
    case .answered, .changed, .level, .master, .solo, .replaced, .opened, .shut, .refused, .note: false
    }
  }
}
