import CanonSession

/// A snapshot shared by several events. If thousands of stems start together, one snapshot for each event would copy
/// thousands of stems thousands of times.
struct RecentSnapshot {
  private let session: Performance
  private var last: (shared: SharedSnapshot, at: ContinuousClock.Instant)
  /// The number of the program whose stems the events name.
  private var program: Int

  /// Its greatest age: too short to notice, and shorter than any beat.
  private static let longest = Duration.milliseconds(10)

  init(_ session: Performance) async {
    self.session = session
    let snapshot = await session.snapshot()
    program = snapshot.program
    last = (SharedSnapshot(snapshot), .now)
  }

  /// The snapshot for an event. It has the stems that the event names, although the set may have been read again since.
  mutating func snapshot(for event: PerformanceEvent) async -> SharedSnapshot {
    let now = ContinuousClock.now
    if now - last.at < Self.longest, !event.changesTheClock, last.shared.snapshot.program == program {
      return last.shared
    }
    if case .reloaded(_, let snapshot, _, _) = event {
      program = snapshot.program
      last = (SharedSnapshot(snapshot), now)
      return last.shared
    }
    let snapshot = await session.snapshot()
    if snapshot.program != program, last.shared.snapshot.program == program { return last.shared }
    last = (SharedSnapshot(snapshot), now)
    return last.shared
  }
}

extension PerformanceEvent {
  /// Whether the grid or the position is different after it.
  fileprivate var changesTheClock: Bool {
    switch self {
    case .driver, .rolling, .skipped, .seeks, .frozen, .goesOn, .reloaded: true
    case .answered, .changed, .level, .master, .solo, .paused, .pausing, .panic, .replaced, .opened, .shut,
      .section, .entered, .cue, .marked, .unmarked, .reloading, .waits, .waitingEnded, .refused, .note:
      false
    }
  }
}
