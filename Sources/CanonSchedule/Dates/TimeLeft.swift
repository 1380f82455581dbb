/// How long until something, as people say it: the two largest units, nothing finer.
public struct TimeLeft: Hashable, Sendable {
  /// Whole seconds, rounded up so that what has not happened is never "in 0 seconds".
  public let seconds: Int

  public init(from now: Instant, until then: Instant) {
    seconds = max(0, Int(now.seconds(to: then).rounded(.up)))
  }

  /// ``text(_:)`` in English.
  public var text: String { text(.english) }

  /// `in 14 days 21 hours`, `in 3 hours 12 minutes`, `in 1 minute`, `in 40 seconds`; `now` when nothing is
  /// left. In Japanese `あと14日21時間`.
  ///
  /// A day is 24 hours, whatever the clocks do in between; what is finer than the second unit is dropped.
  public func text(_ language: Language) -> String {
    let parts: [(count: Int, unit: Unit)] = [
      (seconds / 86_400, .day), (seconds / 3600 % 24, .hour), (seconds / 60 % 60, .minute),
      (seconds % 60, .second),
    ]
    guard let first = parts.firstIndex(where: { $0.count > 0 }) else {
      return language == .japanese ? "今" : "now"
    }
    let shown = parts[first...].prefix(2).filter { $0.count > 0 }.map { $0.unit.text($0.count, language) }
    return language == .japanese ? "あと" + shown.joined() : "in " + shown.joined(separator: " ")
  }

  /// A unit of time, as it is counted.
  enum Unit {
    case day, hour, minute, second

    func text(_ count: Int, _ language: Language) -> String {
      switch language {
      case .english: "\(count) \(self)\(count == 1 ? "" : "s")"
      case .japanese: "\(count)\(japanese)"
      }
    }

    private var japanese: String {
      switch self {
      case .day: "日"
      case .hour: "時間"
      case .minute: "分"
      case .second: "秒"
      }
    }
  }
}
