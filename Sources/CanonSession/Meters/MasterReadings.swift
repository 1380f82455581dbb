import CanonEngine

/// The levels of the master over the last second. Reading the engine's meter begins its measurement anew, so it is read here alone, for
/// all who look.
struct MasterReadings {
  /// How long a reading serves: with more of them the frames between two measurements would count.
  static let step = Duration.milliseconds(30)
  static let longest = Duration.seconds(1)

  private var readings: [(at: ContinuousClock.Instant, levels: MasterLevels)] = []
  /// The last reading that the screen has seen.
  private var seen: ContinuousClock.Instant?

  /// Reads the meter, unless that was done a moment ago.
  /// - Parameter clock: The engine's; nil while nothing is delivered.
  private mutating func read(_ clock: EngineClock?, at now: ContinuousClock.Instant) {
    guard let clock else {
      (readings, seen) = ([], nil)
      return
    }
    if let last = readings.last, now - last.at < Self.step { return }
    readings.append((now, clock.readLevels()))
    readings.removeAll { now - $0.at > Self.longest }
  }

  /// What was read since the last call; if that was a moment ago, the last reading.
  mutating func next(_ clock: EngineClock?, at now: ContinuousClock.Instant) -> MasterLevels? {
    read(clock, at: now)
    let new = readings.filter { reading in seen.map { reading.at > $0 } ?? true }
    seen = readings.last?.at
    return Self.joined(new) ?? readings.last?.levels
  }

  /// What was read over the last `seconds`, at least the last reading.
  mutating func levels(_ clock: EngineClock?, over seconds: Double, at now: ContinuousClock.Instant)
    -> MasterLevels?
  {
    read(clock, at: now)
    return Self.joined(readings.filter { now - $0.at < .seconds(seconds) }) ?? readings.last?.levels
  }

  private static func joined(
    _ readings: [(at: ContinuousClock.Instant, levels: MasterLevels)]
  ) -> MasterLevels? {
    readings.dropFirst().reduce(readings.first?.levels) { $0?.joined(with: $1.levels) }
  }
}
