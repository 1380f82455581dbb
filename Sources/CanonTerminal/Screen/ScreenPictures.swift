import CanonEngine
import CanonSession

/// What meters and pictures remember: how far bars have fallen, and the shapes of loops, which cost more than a picture
/// a thirtieth of a second.
struct ScreenPictures {
  private(set) var stems: [MeterReading] = []
  private(set) var master = MeterReading.silence
  private var stemMeters: [LevelMeter] = []
  private var masterMeter = LevelMeter()
  private var last: ContinuousClock.Instant?
  private(set) var shapes: [[Float]] = []
  private var shapesAt: ContinuousClock.Instant?

  /// Below so many columns there is no room for pictures.
  static let narrowest = 60

  /// A second at most: who was away for longer has missed what was in between.
  mutating func secondsSinceLast(_ now: ContinuousClock.Instant = .now) -> Double {
    defer { last = now }
    guard let last else { return 1.0 / 30 }
    let (seconds, attoseconds) = (now - last).components
    return min(1, Double(seconds) + Double(attoseconds) * 1e-18)
  }

  mutating func take(_ levels: [StemLevel], _ sum: MasterLevels?, seconds: Double) {
    if stemMeters.count != levels.count { stemMeters = levels.map { _ in LevelMeter() } }
    for (index, level) in levels.enumerated() {
      stemMeters[index].take(peak: level.peak, rms: level.rms, seconds: seconds)
    }
    stems = stemMeters.map { $0.reading(clips: 0) }
    // What nobody delivers is silence; what was clipped stays so.
    masterMeter.take(peak: sum?.peak ?? (0, 0), rms: sum?.rms ?? (0, 0), seconds: seconds)
    master = masterMeter.reading(clips: sum.map { Int(clamping: $0.clips) } ?? master.clips)
  }

  /// Whether the loops' pictures are to be looked at anew: every two seconds, where there is room for them.
  mutating func needsShapes(_ size: ScreenSize, _ now: ContinuousClock.Instant = .now) -> Bool {
    guard size.columns >= Self.narrowest else { return false }
    if let shapesAt, now - shapesAt < .seconds(2) { return false }
    shapesAt = now
    return true
  }

  mutating func take(_ shapes: [[Float]]) { self.shapes = shapes }
}
