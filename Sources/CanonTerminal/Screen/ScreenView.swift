import CanonControl
import CanonFiles
import CanonSession

/// Everything that the full screen shows at one moment; ``Screen`` draws it.
///
/// Lists by stem can be shorter than the set; missing values are not shown.
public struct ScreenView: Sendable {
  public var snapshot: Snapshot
  /// The language of doors and messages.
  public var language = Language.english
  /// The previewed day; nil if there is no preview.
  public var preview: String?
  /// The level of each stem, after its gain.
  public var levels: [MeterReading]
  public var master: MeterReading
  /// nil before the first server was found.
  public var server: ServerView?
  /// The index of the selected stem; an index out of range counts as the nearest one.
  public var selected: Int
  /// The key of each stem: "1", "q".
  public var keys: [String]
  public var overlay: Overlay?
  /// The first visible line of a text that does not fit; a line out of range counts as the nearest one.
  public var overlayStart: Int
  /// Not nil while a command is typed.
  public var commandLine: CommandLineView?
  /// Sentences, newest last.
  public var messages: [String]
  /// Whether the newest message is only some seconds old, so that it must be readable completely.
  public var isMessageNew: Bool
  /// The stems whose doors have opened within the last seconds, by index.
  public var opened: [Int]
  /// For each stem, peaks from 0 to 1 of equal slices of its loop, from its top on; empty if unknown.
  public var waveforms: [[Float]]
  /// The position of each stem in its own loop, 0 ..< 1, nil while it does not run; empty: all stems are at the position of the
  /// set's loop.
  public var playHeads: [Double?]
  /// The hints of the bottom line, the most important first.
  public var hints: [(key: String, text: String)]
  /// Whether the bottom line asks for confirmation of `quit`.
  public var asksToQuit: Bool

  public init(
    snapshot: Snapshot, preview: String? = nil, levels: [MeterReading] = [], master: MeterReading = .silence,
    server: ServerView? = nil, selected: Int = 0, keys: [String] = [], overlay: Overlay? = nil,
    overlayStart: Int = 0,
    commandLine: CommandLineView? = nil, messages: [String] = [], isMessageNew: Bool = false,
    opened: [Int] = [], waveforms: [[Float]] = [],
    playHeads: [Double?] = [], hints: [(key: String, text: String)] = KeyTable.usual.hints(),
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

/// The content shown over the stems.
public enum Overlay: Sendable {
  case keys([(key: String, text: String)])
  case doors
  /// The answer to a view.
  case text(View, [String])
}

/// A command while it is typed.
public struct CommandLineView: Hashable, Sendable {
  public var text: String
  /// In characters from the beginning: 0...`text.count`.
  public var cursor: Int
  /// The completions of the word at the cursor.
  public var completions: [String]
  /// The index of the one that is taken; nil: none yet.
  public var selectedCompletion: Int?

  public init(text: String, cursor: Int, completions: [String] = [], selectedCompletion: Int? = nil) {
    (self.text, self.cursor) = (text, cursor)
    (self.completions, self.selectedCompletion) = (completions, selectedCompletion)
  }
}
