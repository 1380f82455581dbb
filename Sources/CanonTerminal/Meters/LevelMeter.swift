import Glibc

/// The ballistics of a meter: it rises immediately, falls slowly, and holds its peak.
struct LevelMeter {
  /// The fall of the bar in decibels per second, as in programme meters (IEC 60268-10, type I: 20 dB in 1.7 s).
  static let fall: Float = 11.8
  /// The seconds for which a peak is held.
  static let hold: Float = 1.5

  private var left = Channel()
  private var right = Channel()

  private struct Channel {
    var shown: Float = 0
    var held: Float = 0
    var heldFor: Float = 0
    var rms: Float = 0

    mutating func update(_ peak: Float, _ rms: Float, seconds: Float, fall: Float) {
      shown = max(peak, shown * fall)
      if shown < 1e-4 { shown = peak }
      self.rms = rms
      heldFor += seconds
      if peak >= held || heldFor > LevelMeter.hold { (held, heldFor) = (max(peak, shown), 0) }
    }
  }

  /// Updates it with the measurement of the last `seconds`.
  mutating func update(
    peak: (left: Float, right: Float), rms: (left: Float, right: Float), seconds: Double
  ) {
    // The share of the bar that is left after this time.
    let fall = Float(pow(10, -Double(Self.fall) * seconds / 20))
    left.update(peak.left, rms.left, seconds: Float(seconds), fall: fall)
    right.update(peak.right, rms.right, seconds: Float(seconds), fall: fall)
  }

  func reading(clips: Int) -> MeterReading {
    MeterReading(
      peak: StereoValue(left.shown, right.shown), hold: StereoValue(left.held, right.held),
      rms: StereoValue(left.rms, right.rms), clips: clips)
  }
}
