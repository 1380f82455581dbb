import CanonSchedule

/// Decides when an evening is written down: on a change, and otherwise from time to time, because the server's clock and the machine's
/// drift apart.
package struct EveningBook {
  /// What is written: the evening, or that there is none any more.
  package enum Entry: Sendable {
    case evening(Evening)
    case over
  }

  /// The shortest time between two writings, the longest, and the time between two looks.
  static let pause = Duration.seconds(1)
  static let longestPause = Duration.seconds(10)
  static let look = Duration.milliseconds(100)

  let keeper: Keeper<Entry, EveningProblem>
  private var last: (evening: Evening, at: ContinuousClock.Instant)?
  private var nextLook: ContinuousClock.Instant?

  init(_ keeper: Keeper<Entry, EveningProblem>) { self.keeper = keeper }

  /// Whether it is time to look for changes.
  mutating func isDue(_ now: ContinuousClock.Instant) -> Bool {
    if let last, now - last.at < Self.pause { return false }
    if let nextLook, now < nextLook { return false }
    nextLook = now + Self.look
    return true
  }

  /// Whether an evening is to be written now.
  mutating func records(_ evening: Evening, at now: ContinuousClock.Instant) -> Bool {
    if let last, now - last.at < Self.longestPause, evening.isSame(as: last.evening) { return false }
    last = (evening, now)
    return true
  }
}
