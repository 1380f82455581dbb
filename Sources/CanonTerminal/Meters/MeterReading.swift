/// Two channels.
public struct StereoValue: Hashable, Sendable {
  public var left: Float
  public var right: Float

  public static let zero = StereoValue(0, 0)

  public init(_ left: Float, _ right: Float) { (self.left, self.right) = (left, right) }
}

/// The values of a meter: linear amplitudes; 1 is full scale (0 dB).
public struct MeterReading: Hashable, Sendable {
  /// The current peak.
  public var peak: StereoValue
  /// The held peak of the last seconds.
  public var hold: StereoValue
  public var rms: StereoValue
  /// The number of samples beyond full scale since the last reset.
  public var clips: Int

  public static let silence = MeterReading(peak: .zero, hold: .zero, rms: .zero, clips: 0)

  public init(peak: StereoValue, hold: StereoValue, rms: StereoValue, clips: Int) {
    (self.peak, self.hold, self.rms, self.clips) = (peak, hold, rms, clips)
  }
}
