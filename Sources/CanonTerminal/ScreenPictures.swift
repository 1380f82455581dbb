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

  mutating func secondsSinceLast() -> Double {
    let now = ContinuousClock.now
    defer { last = now }
    guard let last else { return 1.0 / 30 }
    let (seconds, attoseconds) = (now - last).components
    return min(1, Double(seconds) + Double(attoseconds) * 1e-18)
  }

  mutating func take(_ levels: [Session.StemLevel], _ sum: MasterLevels?, seconds: Double) {
    if stemMeters.count != levels.count { stemMeters = levels.map { _ in LevelMeter() } }
    for (index, level) in levels.enumerated() {
      stemMeters[index].take(peak: level.peak, rms: level.rms, seconds: seconds)
    }
    stems = stemMeters.map { $0.reading(clips: 0) }
    guard let sum else { return }
    masterMeter.take(peak: sum.peak, rms: sum.rms, seconds: seconds)
    master = masterMeter.reading(clips: Int(clamping: sum.clips))
  }

  /// Whether the loops' pictures are to be looked at anew: every two seconds, where there is room for them.
  mutating func needsShapes(_ size: ScreenSize) -> Bool {
    guard size.columns >= Self.narrowest else { return false }
    if let shapesAt, ContinuousClock.now - shapesAt < .seconds(2) { return false }
    shapesAt = .now
    return true
  }

  mutating func take(_ shapes: [[Float]]) { self.shapes = shapes }
}
