import CanonSession

/// Everything that the full screen shows at one moment; ``Screen`` draws it.
///
/// Lists that go by stem may be shorter than the set; what is missing is not shown.
public struct ScreenView: Sendable {
  public var snapshot: Snapshot
  /// Of doors and refusals.
  public var language = Language.english
  /// The day that is previewed instead of today.
  public var preview: String?
  /// Of each stem, after its gain.
  public var levels: [MeterReading]
  public var master: MeterReading
  /// nil before the first server was found.
  public var server: ServerView?
  /// The index of the stem that keys work on; what is out of range counts as the nearest.
  public var selected: Int
  /// What to press for each stem: "1", "q".
  public var keys: [String]
  public var overlay: Overlay?
  /// The first line of the help that is shown, when not all have room; what is out of range counts as the
  /// nearest.
  public var overlayStart: Int
  /// Not nil while a command is typed.
  public var commandLine: CommandLineView?
  /// Sentences, newest last.
  public var messages: [String]
  /// Whether the newest was said within the last seconds, so that it is to be read to its end.
  public var isMessageNew: Bool
  /// The stems whose doors have opened within the last seconds, by index.
  public var opened: [Int]
  /// Of each stem, peaks from 0 to 1 of equal slices of its loop, from its top on; empty when unknown.
  public var waveforms: [[Float]]
  /// Where each stem reads in its own loop, 0 ..< 1, nil while it does not run; empty: all read where the
  /// set's loop is.
  public var playHeads: [Double?]
  /// What the bottom line tells of the keys, the most needed first.
  public var hints: [(key: String, text: String)]
  /// Whether the bottom line asks if the music is to end.
  public var asksToQuit: Bool

  public init(
    snapshot: Snapshot, preview: String? = nil, levels: [MeterReading] = [], master: MeterReading = .silence,
    server: ServerView? = nil, selected: Int = 0, keys: [String] = [], overlay: Overlay? = nil,
    overlayStart: Int = 0,
    commandLine: CommandLineView? = nil, messages: [String] = [], isMessageNew: Bool = false,
    opened: [Int] = [], waveforms: [[Float]] = [],
    playHeads: [Double?] = [], hints: [(key: String, text: String)] = KeyTable.usual.hints,
    asksToQuit: Bool = false
  ) {
    (self.snapshot, self.preview, self.levels, self.master) = (snapshot, preview, levels, master)
    (self.server, self.selected, self.keys, self.overlay) = (server, selected, keys, overlay)
    (self.commandLine, self.messages, self.waveforms) = (commandLine, messages, waveforms)
    (self.isMessageNew, self.opened) = (isMessageNew, opened)
    self.overlayStart = overlayStart
    (self.playHeads, self.hints, self.asksToQuit) = (playHeads, hints, asksToQuit)
  }
}

/// What is shown over the stems.
public enum Overlay: Sendable {
  case help([(key: String, text: String)])
  case doors
}

/// A command while it is typed.
public struct CommandLineView: Hashable, Sendable {
  public var text: String
  /// In characters from the beginning: 0...`text.count`.
  public var cursor: Int
  /// What the word at the cursor may become.
  public var completions: [String]
  /// The index of the one that is taken; nil: none yet.
  public var selectedCompletion: Int?

  public init(text: String, cursor: Int, completions: [String] = [], selectedCompletion: Int? = nil) {
    (self.text, self.cursor) = (text, cursor)
    (self.completions, self.selectedCompletion) = (completions, selectedCompletion)
  }
}
