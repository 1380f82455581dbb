import CanonEngine
import CanonSchedule

/// Which frame of the performance's clock a server plays at one moment of the machine's clock.
public struct ClockPlace: Sendable {
  public let position: FramePosition
  public let time: Instant

  public init(position: FramePosition, time: Instant) { (self.position, self.time) = (position, time) }

  /// The server plays the frame now.
  public static func now(_ position: FramePosition) -> ClockPlace {
    ClockPlace(position: position, time: .now())
  }

  /// When the clock has another position, if nothing is lost until then.
  func time(of frame: FramePosition, _ rate: SampleRate) -> Instant { time + rate.seconds(frame - position) }
}
