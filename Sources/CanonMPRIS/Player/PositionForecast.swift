/// The position that desktops show: they ask for it seldom, and let it run on by themselves.
struct PositionForecast: Sendable {
  private let position: Int64
  private let runs: Bool
  private let since: ContinuousClock.Instant

  /// A smaller difference is not worth a signal.
  static let tolerance: Int64 = 200_000

  init(_ picture: PlayerPicture, at now: ContinuousClock.Instant) {
    (position, runs, since) = (picture.position, picture.status == .playing, now)
  }

  /// Whether desktops show another position than this one.
  /// - Parameter position: In microseconds.
  func isOff(_ position: Int64, at now: ContinuousClock.Instant) -> Bool {
    let passed = runs ? Int64((now - since) / .microseconds(1)) : 0
    return abs(self.position + passed - position) > Self.tolerance
  }
}
