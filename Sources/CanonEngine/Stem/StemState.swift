/// The state of a stem, in the four words of the original app.
public enum StemState: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// Silent. Ends with `press` or `start`.
  case stop
  /// Armed: silent, and plays from its boundary on. Ends there, or with `press`, `cancel`, `stop` or `mute`.
  case wait
  /// Playing. Ends with `press`, `mute` or `stop`.
  case play
  /// Running silently, in phase. Ends with `press`, `unmute`, `start` or `stop`.
  case mute

  /// The state's word in commands, columns and JSON.
  public var word: String {
    switch self {
    case .stop: "stop"
    case .wait: "wait"
    case .play: "play"
    case .mute: "mute"
    }
  }
}
