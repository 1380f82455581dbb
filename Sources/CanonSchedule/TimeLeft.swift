/// How long until something, as people say it: the two largest units, nothing finer.
public struct TimeLeft: Hashable, Sendable {
  /// Whole seconds, rounded up so that what has not happened is never "in 0 seconds".
  public let seconds: Int

  public init(from now: Instant, until then: Instant) {
    seconds = max(0, Int(now.seconds(to: then).rounded(.up)))
  }

  /// `in 14 days 21 hours`, `in 3 hours 12 minutes`, `in 1 minute`, `in 40 seconds`; `now` when nothing is
  /// left.
  ///
  /// A day is 24 hours, whatever the clocks do in between; what is finer than the second unit is dropped.
  public var text: String {
    let parts = [
      (seconds / 86_400, "day"), (seconds / 3600 % 24, "hour"), (seconds / 60 % 60, "minute"),
      (seconds % 60, "second"),
    ]
    guard let first = parts.firstIndex(where: { $0.0 > 0 }) else { return "now" }
    let shown = parts[first...].prefix(2).filter { $0.0 > 0 }
    return "in " + shown.map { "\($0.0) \($0.1)" + ($0.0 == 1 ? "" : "s") }.joined(separator: " ")
  }
}
