import CanonEngine

/// How long a loop lasts: an exact fraction of seconds, so that it means the same at every sample rate.
public struct LoopLength: Hashable, Sendable {
  /// The length is `numerator / denominator` seconds, in lowest terms; both are positive.
  public let numerator: Int64
  public let denominator: Int64

  /// The longest loop that is accepted, in seconds: one day.
  public static let longest: Int64 = 86_400

  /// - Returns: nil unless the length is positive and at most ``longest``.
  public init?(numerator: Int64, denominator: Int64) {
    guard numerator > 0, denominator > 0 else { return nil }
    var a = numerator, b = denominator
    while b != 0 { (a, b) = (b, a % b) }
    self.numerator = numerator / a
    self.denominator = denominator / a
    guard Int128(self.numerator) <= Int128(Self.longest) * Int128(self.denominator) else { return nil }
  }

  /// The time that `frames` last at `rate`.
  public init?(frames: FrameCount, at rate: SampleRate) {
    self.init(numerator: frames, denominator: Int64(rate.hertz))
  }

  /// The length in seconds, rounded.
  public var seconds: Double { Double(numerator) / Double(denominator) }

  /// The loop's boundaries at `rate`.
  /// - Returns: nil when the loop is shorter than one frame, or the exact fraction too long to compute with.
  public func gridLine(at rate: SampleRate) -> GridLine? {
    let (product, overflow) = numerator.multipliedReportingOverflow(by: Int64(rate.hertz))
    return overflow ? nil : GridLine(numerator: product, denominator: denominator)
  }

  /// The whole number of frames at `rate` that comes nearest, halves rounded up.
  public func nearestFrames(at rate: SampleRate) -> FrameCount {
    let twice = 2 * Int128(numerator) * Int128(rate.hertz) + Int128(denominator)
    return FrameCount(truncatingIfNeeded: twice / (2 * Int128(denominator)))
  }

  /// Whether `frames` at `rate` last as long as the loop, within half a frame.
  public func fits(_ frames: FrameCount, at rate: SampleRate) -> Bool {
    let difference = Int128(frames) * Int128(denominator) - Int128(numerator) * Int128(rate.hertz)
    return 2 * difference.magnitude <= Int128(denominator).magnitude
  }

  /// Whether `other` lasts as long, within half a frame at `rate`.
  public func fits(_ other: LoopLength, at rate: SampleRate) -> Bool {
    abs(seconds - other.seconds) * Double(rate.hertz) <= 0.5
  }
}
