import CanonEngine

/// When a line of a score is received.
public enum ScoreTime: Hashable, Sendable {
  case frame(FramePosition)
  /// Counted from 1.
  case loop(Int64)
  /// Counted from 1 through the whole performance, not within a loop.
  case bar(Int64)
  /// From the first downbeat.
  case seconds(Double)

  /// The frame on this clock.
  public func position(grid: Grid, sampleRate: SampleRate) -> FramePosition {
    switch self {
    case .frame(let frame): frame
    case .loop(let number): grid.loop.position(of: number - 1)
    case .bar(let number): grid.bar.position(of: number - 1)
    case .seconds(let seconds): FramePosition((seconds * Double(sampleRate.hertz)).rounded())
    }
  }

  /// A hundred years at the highest rate, which is less than half of the clock's range; a larger number is a typing error.
  package static let largestFrame: FramePosition = 1 << 51
  package static let largestSeconds: Double = 3_200_000_000
  /// The largest number of a bar or a loop.
  package static let largestNumber: Int64 = 1_000_000_000
  /// The words for what is counted.
  public static let units = ["s", "bar", "loop"]
}

extension ScoreTime: CustomStringConvertible {
  /// As it is written in a command.
  public var description: String {
    switch self {
    case .frame(let frame): "@\(frame)"
    case .loop(let number): "loop \(number)"
    case .bar(let number): "bar \(number)"
    case .seconds(let seconds): Int64(exactly: seconds).map { "\($0) s" } ?? "\(seconds) s"
    }
  }
}
