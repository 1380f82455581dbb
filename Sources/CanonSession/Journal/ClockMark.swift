import CanonEngine
import CanonSchedule

/// The time on a frame of a performance, in a comment of a journal: `# clock: 4608000 1796256000.5`.
public struct ClockMark: Hashable, Sendable {
  static let name = "clock"

  public let frame: FramePosition
  public let instant: Instant

  public init(frame: FramePosition, instant: Instant) { (self.frame, self.instant) = (frame, instant) }

  /// Reads `FRAME SECONDS`.
  init?(_ text: Substring) {
    let words = text.split(separator: " ")
    guard words.count >= 2, let frame = FramePosition(words[0]), frame >= 0, let seconds = Double(words[1]),
      seconds.isFinite
    else { return nil }
    self.init(frame: frame, instant: Instant(secondsSince1970: seconds))
  }

  /// The line, with its end.
  var text: String { "# \(Self.name): \(frame) \(instant.secondsSince1970) seconds since 1970\n" }

  /// The time on another frame, if the clock ran evenly.
  func instant(at frame: FramePosition, rate: SampleRate) -> Instant {
    instant + (Double(frame) - Double(self.frame)) / Double(rate.hertz)
  }
}
