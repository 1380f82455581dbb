import CanonEngine
import CanonSchedule

/// Which frame of the performance's clock a server plays at one moment of the machine's clock.
public struct ClockPlace: Sendable {
  public let position: FramePosition
  public let time: Instant

  public init(position: FramePosition, time: Instant) { (self.position, self.time) = (position, time) }

  /// Reads a server's clock and the machine's together. A thread can be interrupted between the two, so both are read again
  /// if that has taken long.
  /// - Parameter frame: The frame that the server plays now.
  /// - Returns: nil if it has always taken long.
  public static func now(_ frame: () -> FramePosition) -> ClockPlace? {
    for _ in 0..<mostReadings {
      let before = Instant.now(), position = frame(), span = before.seconds(to: .now())
      if (0..<longestReading).contains(span) {
        return ClockPlace(position: position, time: before + span / 2)
      }
    }
    return nil
  }

  private static let mostReadings = 10
  /// In seconds.
  private static let longestReading = 0.000_5

  /// When the clock has another position, if nothing is lost until then.
  func time(of frame: FramePosition, _ rate: SampleRate) -> Instant { time + rate.seconds(frame - position) }
}
