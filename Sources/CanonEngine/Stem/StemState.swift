/// What a stem does, in the four words of the original.
public enum StemState: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// Silent. Ends with `press` or `start`.
  case stop
  /// Armed: silent, and will play at its boundary. Ends there, or with `press`, `cancel`, `stop` or `mute`.
  case wait
  /// Sounding. Ends with `press`, `mute` or `stop`.
  case play
  /// Running silently, in phase. Ends with `press`, `unmute`, `start` or `stop`.
  case mute

  /// The word by which people name it.
  public var word: String {
    switch self {
    case .stop: "stop"
    case .wait: "wait"
    case .play: "play"
    case .mute: "mute"
    }
  }
}
