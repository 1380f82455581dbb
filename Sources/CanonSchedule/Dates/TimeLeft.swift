/// The time until something, as people say it: in the two largest units.
public struct TimeLeft: Hashable, Sendable {
  /// Whole seconds, rounded up, so that a future event is never "in 0 seconds".
  public let seconds: Int

  public init(from now: Instant, until then: Instant) {
    seconds = max(0, Int(now.seconds(to: then).rounded(.up)))
  }

  /// The largest unit that is not 0, and the one below it unless that is 0; empty when nothing is left.
  ///
  /// A day is 24 hours, regardless of clock changes; units smaller than the second one are dropped.
  public var parts: [(count: Int, unit: TimeUnit)] {
    let all: [(count: Int, unit: TimeUnit)] = [
      (seconds / 86_400, .day), (seconds / 3600 % 24, .hour), (seconds / 60 % 60, .minute),
      (seconds % 60, .second),
    ]
    return all.drop { $0.count == 0 }.prefix(2).filter { $0.count > 0 }
  }
}

/// A unit of time, as it is counted.
public enum TimeUnit: Sendable {
  case day, hour, minute, second
}
