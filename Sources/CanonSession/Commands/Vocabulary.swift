import CanonEngine

/// One word of the vocabulary: its arguments and what it does. The parser, the help texts and
/// Documentation/Commands.md all come from ``Vocabulary/words``.
public struct Word: Hashable, Sendable {
  public enum Arguments: Hashable, Sendable {
    /// `STEM… [QUANTUM]`
    case request(StemRequest)
    /// `STEM…`: takes effect at once.
    case immediateRequest(StemRequest)
    /// `STEM… [QUANTUM] [from FRAME]`
    case start
    /// `STEM… DECIBELS [QUANTUM] [over LENGTH]`
    case gain
    /// `STEM… PAN [QUANTUM] [over LENGTH]`
    case pan
    /// `STEM… [on|off|alone] [QUANTUM]`, or `off [QUANTUM]`
    case solo
    /// `SCENE [QUANTUM]`
    case scene
    /// `STEM FILE [QUANTUM]`
    case replace
    /// `FRAMES`
    case frames
    case none
  }

  public let name: String
  public let arguments: Arguments
  /// One sentence, with a full stop.
  public let summary: String
  public let example: String

  /// How the word is used, as `start STEM… [QUANTUM]`.
  public var usage: String {
    switch arguments {
    case .request: "\(name) STEM… [QUANTUM]"
    case .immediateRequest: "\(name) STEM…"
    case .start: "\(name) STEM… [QUANTUM] [from FRAME]"
    case .gain: "\(name) STEM… DECIBELS [QUANTUM] [over LENGTH]"
    case .pan: "\(name) STEM… PAN [QUANTUM] [over LENGTH]"
    case .solo: "\(name) STEM… [on|off|alone] [QUANTUM]"
    case .scene: "\(name) SCENE [QUANTUM]"
    case .replace: "\(name) STEM FILE [QUANTUM]"
    case .frames: "\(name) FRAMES"
    case .none: name
    }
  }
}

/// Every word that canon understands, from whichever side it comes.
public enum Vocabulary {
  public static let words: [Word] = [
    Word(
      name: "press", arguments: .request(.press),
      summary:
        "The one key: arms a stopped stem, mutes a playing one, unmutes a muted one; cancels what is pending.",
      example: "press violin-a"),
    Word(
      name: "start", arguments: .start, summary: "Plays from the next boundary on.",
      example: "start violin-a bar:2"),
    Word(
      name: "stop", arguments: .request(.stop), summary: "Stops at the next boundary.",
      example: "stop violin-*"),
    Word(
      name: "mute", arguments: .request(.mute),
      summary: "Silences a playing stem at the next boundary; it runs on in phase.", example: "mute cello now"
    ),
    Word(
      name: "unmute", arguments: .request(.unmute),
      summary: "Lets a muted stem be heard from the next boundary on.",
      example: "unmute cello beat"),
    Word(
      name: "cancel", arguments: .immediateRequest(.cancel), summary: "Takes back the pending change.",
      example: "cancel all"),
    Word(
      name: "gain", arguments: .gain,
      summary: "Sets the gain, -120 to 24 decibels, at once or as a fade; master is the sum of all.",
      example: "gain violin-a -12 over 2 bars"),
    Word(
      name: "pan", arguments: .pan, summary: "Sets the stereo position, -1 (left) to 1 (right).",
      example: "pan violin-a 0.3"),
    Word(
      name: "solo", arguments: .solo,
      summary:
        "Lets only the soloed stems and the base be heard; alone silences the base too; solo off ends it.",
      example: "solo violin-a"),
    Word(
      name: "scene", arguments: .scene,
      summary: "Runs a scene; all its changes take effect on the same frame.",
      example: "scene finale"),
    Word(
      name: "replace", arguments: .replace,
      summary: "Exchanges a stem's samples at the boundary for those of another file of the set.",
      example: "replace violin-a take-2.flac"),
    Word(
      name: "skip", arguments: .frames, summary: "Moves the clock on by so many frames.", example: "skip 4096"
    ),
    Word(name: "quit", arguments: .none, summary: "Ends the performance.", example: "quit"),
  ]

  /// The words that only show something: no commands, so neither scores nor journals have them.
  public static let views: [(name: String, summary: String)] = [
    ("status", "Shows where the clock is and what each stem does."),
    ("doors", "Shows which doors are open, and when the others open."),
    ("help", "Shows this list."),
  ]

  /// What STEM and QUANTUM stand for, for help texts.
  public static let notes: [String] = [
    "STEM is a stem's id, a glob such as violin-*, or all; several may be named. all and globs skip the base.",
    "QUANTUM is now, beat, bar, loop, stem or cycle, with a count if wanted (bar:2); without it the set's default "
      + "applies, and gain, pan and solo act at once. stem is the stem's own loop, cycle the common cycle of what sounds.",
    "LENGTH is a number of loops, bars, beats, s, ms or frames, as in over 2 bars.",
    "from FRAME lets a start count as one on that frame; journals use it where a performance is brought back.",
  ]

  static func word(_ name: String) -> Word? { words.first { $0.name == name } }
}
