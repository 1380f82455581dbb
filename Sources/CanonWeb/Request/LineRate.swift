import Synchronization

/// How many lines come: a page in which a key is stuck, or a program that floods, does not keep the desk from others.
final class LineRate: Sendable {
  /// Within a second.
  static let most = 100

  private let recent = Mutex<[ContinuousClock.Instant]>([])

  /// - Returns: Whether a line that has come now may be carried out.
  func take(_ line: String, at now: ContinuousClock.Instant = .now) -> Bool {
    if line == "panic" { return true }
    return recent.withLock { recent in
      recent.removeAll { now - $0 >= .seconds(1) }
      guard recent.count < Self.most else { return false }
      recent.append(now)
      return true
    }
  }
}
