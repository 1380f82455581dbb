import CanonEngine

/// The levels of the master over the last second. Reading the engine's meter begins its measurement anew, so it is read here alone, for
/// all who look.
struct MasterReadings {
  typealias Instant = ContinuousClock.Instant

  /// How long a look serves others: with more readings the frames between two measurements would count.
  static let step = Duration.milliseconds(30)
  /// The longest time of one reading, so that who looks for the first time sees nothing old.
  static let longestStep = Duration.milliseconds(300)
  static let longest = Duration.seconds(1)

  private var readings: [(at: Instant, levels: MasterLevels)] = []
  private var lookedAt: Instant?
  /// The last reading that the screen has seen.
  private var seen: Instant?

  /// Reads the meter if that was not done for a while. Must be called from time to time.
  /// - Parameter clock: The engine's; nil while nothing is delivered.
  mutating func keep(_ clock: EngineClock?, at now: Instant) {
    if let last = readings.last, clock != nil, now - last.at < Self.longestStep { return }
    read(clock, at: now)
  }

  private mutating func read(_ clock: EngineClock?, at now: Instant) {
    guard let clock else {
      (readings, seen, lookedAt) = ([], nil, nil)
      return
    }
    readings.append((now, clock.readLevels()))
    readings.removeAll { now - $0.at > Self.longest }
  }

  /// Reads the meter, unless somebody looked a moment ago.
  private mutating func look(_ clock: EngineClock?, at now: Instant) {
    if clock != nil, let lookedAt, now - lookedAt < Self.step { return }
    lookedAt = now
    read(clock, at: now)
  }

  /// What was read since the last call; if that was a moment ago, the last reading.
  mutating func next(_ clock: EngineClock?, at now: Instant) -> MasterLevels? {
    look(clock, at: now)
    defer { seen = readings.last?.at }
    return levels(after: seen)
  }

  /// What was read after an instant, at least the last reading, and up to which instant: the next call goes on there.
  /// - Parameter since: Up to a second ago; nil for the last reading alone.
  mutating func levels(
    _ clock: EngineClock?, since: Instant?, at now: Instant
  ) -> (levels: MasterLevels, until: Instant)? {
    look(clock, at: now)
    guard let last = readings.last else { return nil }
    return levels(after: since ?? last.at).map { ($0, last.at) }
  }

  private func levels(after instant: Instant?) -> MasterLevels? {
    let new = readings.filter { reading in instant.map { reading.at > $0 } ?? true }
    guard let first = new.first else { return readings.last?.levels }
    return new.dropFirst().reduce(first.levels) { $0.joined(with: $1.levels) }
  }
}
