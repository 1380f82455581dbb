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

/// Who asked for a change; shown beside every pending change.
public enum CommandSource: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// The start of the clock, which starts the base.
  case clock
  /// A person or program at standard input.
  case input
  /// A score or journal being played.
  case score
  /// canon itself, bringing a performance back after the server's sample rate changed.
  case recovery
  /// Another stem of the same exclusive group, which was asked to sound.
  case group
  /// A follow action: the stem's own, or that of the stem before it.
  case follow
  /// The stem itself: it has been played as often as it is to be repeated.
  case end
  /// A door that opened or shut.
  case door

  public var word: String {
    switch self {
    case .clock: "clock"
    case .input: "input"
    case .score: "score"
    case .recovery: "recovery"
    case .group: "group"
    case .follow: "follow"
    case .end: "end"
    case .door: "door"
    }
  }
}
