/// A position on the clock, in frames since the origin (the first downbeat); negative before it.
///
/// 64 bits last 6 million years at 48 kHz, so no position ever wraps.
public typealias FramePosition = Int64

/// A length in frames.
public typealias FrameCount = Int64

/// Frames per second.
public struct SampleRate: Hashable, BitwiseCopyable, Sendable {
  /// The rates that canon accepts from files and servers, in hertz.
  public static let range: ClosedRange<Int32> = 8_000...384_000

  public let hertz: Int32

  /// - Returns: nil outside ``range``.
  public init?(hertz: Int) {
    guard let value = Int32(exactly: hertz), Self.range.contains(value) else { return nil }
    self.hertz = value
  }

  /// 48 kHz, the rate of the stems that come with canon.
  public static let studio = SampleRate(unchecked: 48_000)

  private init(unchecked hertz: Int32) { self.hertz = hertz }

  /// The duration of `frames` in seconds.
  public func seconds(_ frames: FrameCount) -> Double { Double(frames) / Double(hertz) }
}
