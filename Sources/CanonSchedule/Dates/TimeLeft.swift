/// How long until something, as people say it: the two largest units, nothing finer.
public struct TimeLeft: Hashable, Sendable {
  /// Whole seconds, rounded up so that what has not happened is never "in 0 seconds".
  public let seconds: Int

  public init(from now: Instant, until then: Instant) {
    seconds = max(0, Int(now.seconds(to: then).rounded(.up)))
  }

  /// The largest unit that is not 0, and the one below it unless that is 0; empty when nothing is left.
  ///
  /// A day is 24 hours, whatever the clocks do in between; what is finer than the second unit is dropped.
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
