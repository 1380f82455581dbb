import CanonSession

extension PerformanceEvent {
  /// Whether `--quiet` shows it: refusals, door changes, problems and their end. It hides the expected effects of
  /// commands.
  package var needsAttention: Bool {
    switch self {
    case .refused, .opened, .shut, .note, .waitingEnded, .reloaded: true
    case .answered(_, let answer, _, _, _): answer == .notPermitted || answer == .tooFar
    case .driver(let event): event.needsAttention
    case .rolling, .changed, .level, .master, .solo, .paused, .pausing, .panic, .replaced, .seeks, .section,
      .entered,
      .cue,
      .marked,
      .unmarked, .frozen,
      .goesOn, .waits,
      .reloading, .skipped:
      false
    }
  }
}

extension DriverEvent {
  fileprivate var needsAttention: Bool {
    switch self {
    case .connected, .lost, .xruns: true
    case .clock, .periodChanged, .registered: false
    }
  }
}
