/// The wrong codes that have come of late: whoever guesses is told to wait, and after some of them the codes change.
struct CodeGuesses: Sendable {
  private var recent: [String: [ContinuousClock.Instant]] = [:]
  /// Since the codes were made.
  private(set) var count = 0

  /// After so many the codes change, and so many has one address within ``memory``.
  static let most = 20
  private static let memory = Duration.seconds(600)
  /// Each address that guesses takes some memory.
  private static let mostAddresses = 1000

  /// Whether a code from there is looked at.
  func isWelcome(_ address: String, at now: ContinuousClock.Instant) -> Bool {
    recent[address].map { times in times.count { now - $0 < Self.memory } < Self.most } ?? true
  }

  mutating func add(_ address: String, at now: ContinuousClock.Instant) {
    recent = remembered(at: now)
    recent[address, default: []].append(now)
    count += 1
    // Who comes from ever other addresses is not told to wait, but keeps nobody else out.
    guard recent.count > Self.mostAddresses else { return }
    let oldest = recent.min { ($0.value.last ?? now) < ($1.value.last ?? now) }
    if let oldest { recent[oldest.key] = nil }
  }

  private func remembered(at now: ContinuousClock.Instant) -> [String: [ContinuousClock.Instant]] {
    recent.compactMapValues { times in
      let times = times.filter { now - $0 < Self.memory }
      return times.isEmpty ? nil : times
    }
  }

  /// The codes have changed.
  mutating func begin() { count = 0 }
}
