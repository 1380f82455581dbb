/// Two channels.
public struct StereoValue: Hashable, Sendable {
  public var left: Float
  public var right: Float

  public static let zero = StereoValue(0, 0)

  public init(_ left: Float, _ right: Float) { (self.left, self.right) = (left, right) }
}

/// What a meter shows: amplitudes, linear, 1 being full scale (0 dB).
public struct MeterReading: Hashable, Sendable {
  /// The greatest of late.
  public var peak: StereoValue
  /// The greatest of the last seconds.
  public var hold: StereoValue
  public var rms: StereoValue
  /// How many samples were beyond full scale since it was last asked to forget.
  public var clips: Int

  public static let silence = MeterReading(peak: .zero, hold: .zero, rms: .zero, clips: 0)

  public init(peak: StereoValue, hold: StereoValue, rms: StereoValue, clips: Int) {
    (self.peak, self.hold, self.rms, self.clips) = (peak, hold, rms, clips)
  }
}
