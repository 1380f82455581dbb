import CanonControl
import CanonFiles
import CanonSession

/// The command line at the foot of the screen, as a value: keys in, a text with a cursor out. Emacs keys,
/// history and completion; no terminal, no disk.
public struct CommandLineEditor: Sendable {
  public enum Outcome: Hashable, Sendable {
    case editing
    /// Enter: a line to run. The editor is empty again.
    case submit(String)
    /// Left without a command. The editor is empty again.
    case cancelled
  }

  /// The completions that Tab offers, and the one in the line.
  struct Completing: Hashable, Sendable {
    /// The line before the word that is completed.
    var kept: String
    var words: [String]
    var index: Int
  }

  /// The line of the history that replaces the typed text.
  struct Recalling: Hashable, Sendable {
    var typed: String
    var index: Int
  }

  public private(set) var history: CommandHistory
  /// The names for completion; they can change at any time.
  public var source: CompletionSource
  /// Whether input was cut: a line holds 1000 bytes, as does a command. A truncated line
  /// is not submitted; deleting something makes it valid again.
  public internal(set) var isFull = false

  var line = EditedLine()
  var completing: Completing?
  var recalling: Recalling?

  public init(history: CommandHistory = CommandHistory(), source: CompletionSource = CompletionSource()) {
    self.history = history
    self.source = source
  }

  public var text: String { line.text }
  /// The place of the next letter: 0 to the text's count, in characters.
  public var cursor: Int { line.cursor }

  /// Handles a key. Keys without a meaning here change nothing.
  public mutating func handle(_ key: Key) -> Outcome {
    if key != .tab && key != .backTab { completing = nil }
    if ![.up, .down, .control("p"), .control("n")].contains(key) { recalling = nil }
    switch key {
    case .character(let character): insert(String(character))
    case .tab: complete(by: 1)
    case .backTab: complete(by: -1)
    case .up, .control("p"): recallOlder()
    case .down, .control("n"): recallNewer()
    case .left, .control("b"): line.moveLeft()
    case .right, .control("f"): line.moveRight()
    case .home, .control("a"): line.moveToStart()
    case .end, .control("e"): line.moveToEnd()
    case .enter: return submit()
    case .escape, .control("c"), .control("g"): return cancel()
    // Deleting in an empty line leaves the command line.
    case .backspace, .control("h"), .control("d"):
      if line.isEmpty { return cancel() }
      delete { key == .control("d") ? $0.deleteRight() : $0.deleteLeft() }
    case .delete: delete { $0.deleteRight() }
    case .control("k"): delete { $0.deleteToEnd() }
    case .control("u"): delete { $0.deleteToStart() }
    case .control("w"): delete { $0.deleteWord() }
    case .control, .alt, .function, .pageUp, .pageDown: break
    }
    return .editing
  }

  /// Inserts pasted text. It stays one line and submits nothing; ends of
  /// lines and tabs become spaces, and characters that could move a cursor are omitted.
  public mutating func paste(_ text: String) {
    (completing, recalling) = (nil, nil)
    for character in text {
      insert(character.isWhitespace ? " " : String(character))
      if isFull { return }
    }
  }

  /// Discards the typed text.
  public mutating func clear() {
    line = EditedLine()
    (completing, recalling, isFull) = (nil, nil, false)
  }

  private mutating func insert(_ piece: String) {
    // A letter after a lost one would join letters that were not adjacent.
    guard !isFull, CleanText.clean(piece) == piece else { return }
    if !line.insert(piece) { isFull = true }
  }

  private mutating func delete(_ change: (inout EditedLine) -> Void) {
    let old = line
    change(&line)
    if line != old { isFull = false }
  }

  private mutating func submit() -> Outcome {
    if isFull { return .editing }
    let text = text
    clear()
    guard history.add(text) || !CommandHistory.trimmed(text).isEmpty else { return .cancelled }
    return .submit(text)
  }

  private mutating func cancel() -> Outcome {
    clear()
    return .cancelled
  }
}
