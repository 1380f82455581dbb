import CanonEngine
import CanonSession

/// The state of meters and waveforms: how far bars have fallen, and the shapes of loops, which are too expensive to compute for each
/// picture.
struct ScreenPictures {
  private(set) var stems: [MeterReading] = []
  private(set) var master = MeterReading.silence
  private var stemMeters: [LevelMeter] = []
  private var masterMeter = LevelMeter()
  private var last: ContinuousClock.Instant?
  private(set) var shapes: [[Float]] = []
  private var shapesAt: ContinuousClock.Instant?

  /// The least number of columns for waveforms.
  static let narrowest = 60

  /// At most a second: after a longer interruption, the levels in between are lost.
  mutating func secondsSinceLast(_ now: ContinuousClock.Instant = .now) -> Double {
    defer { last = now }
    guard let last else { return 1.0 / 30 }
    let (seconds, attoseconds) = (now - last).components
    return min(1, Double(seconds) + Double(attoseconds) * 1e-18)
  }

  mutating func update(_ levels: [StemLevel], _ sum: MasterLevels?, seconds: Double) {
    if stemMeters.count != levels.count { stemMeters = levels.map { _ in LevelMeter() } }
    for (index, level) in levels.enumerated() {
      stemMeters[index].update(peak: level.peak, rms: level.rms, seconds: seconds)
    }
    stems = stemMeters.map { $0.reading(clips: 0) }
    // Without a measurement the level is silence, and the clip count stays.
    masterMeter.update(peak: sum?.peak ?? (0, 0), rms: sum?.rms ?? (0, 0), seconds: seconds)
    master = masterMeter.reading(clips: sum.map { Int(clamping: $0.clips) } ?? master.clips)
  }

  /// Whether the waveforms must be updated: every two seconds, if there is room for them, and every ten while nothing happens.
  mutating func needsShapes(
    _ size: ScreenSize, isResting: Bool = false, _ now: ContinuousClock.Instant = .now
  ) -> Bool {
    guard size.columns >= Self.narrowest else { return false }
    if let shapesAt, now - shapesAt < .seconds(isResting ? 10 : 2) { return false }
    shapesAt = now
    return true
  }

  mutating func update(_ shapes: [[Float]]) { self.shapes = shapes }
}
