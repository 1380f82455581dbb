import CanonSession

extension PerformanceEvent {
  /// Whether `--quiet` lets it through: what was refused, what doors did, what is wrong, and that it is well again.
  /// What goes as it was asked for, somebody has asked for and knows.
  package var needsAttention: Bool {
    switch self {
    case .refused, .opened, .shut, .note: true
    case .answered(_, let answer, _, _): answer == .notPermitted || answer == .tooFar
    case .driver(let event): event.needsAttention
    case .rolling, .changed, .level, .master, .solo, .replaced, .skipped: false
    }
  }
}

extension DriverEvent {
  fileprivate var needsAttention: Bool {
    switch self {
    case .connected, .lost, .xruns: true
    case .clock, .periodChanged: false
    }
  }
}
