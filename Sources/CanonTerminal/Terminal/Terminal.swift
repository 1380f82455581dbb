import CNcurses
import CanonFiles
import Glibc

/// The terminal as a screen of styled lines and a keyboard, through ncurses, which supports all terminals.
///
/// There is one at a time, on the main thread, because of ncurses. From ``init(mouse:colour:)`` to ``leave()`` it owns the
/// terminal. If canon crashes meanwhile, a signal handler restores the terminal.
@MainActor public final class Terminal {
  /// The input of a person.
  public enum Input: Equatable, Sendable {
    case key(Key)
    case click(row: Int, column: Int)
    /// The wheel, in rows down; negative for up.
    case wheel(Int)
    case resized
    /// Pasted text, which is not read as keys.
    case paste(String)
  }

  private var colours = TerminalColours(false)
  /// The lines on the terminal; empty if they are unknown.
  var shown: [StyledLine] = []
  private(set) var hasLeft = false
  /// The descriptor of the original standard error.
  var errors: Int32 = -1
  var keyboard = Keyboard()

  /// - Parameters:
  ///   - mouse: Whether clicks are wanted; the terminal then selects text only with Shift.
  ///   - colour: Whether colours are wanted, if the terminal has them.
  /// - Throws: The reason why this terminal cannot be used.
  public init(mouse: Bool, colour: Bool) throws(TerminalProblem) {
    if let missing = nc_load() { throw .noLibrary(CleanText.clean(String(cString: missing))) }
    nc_take_locale()
    // Escape alone is a key, and ncurses would wait a second for more bytes.
    setenv("ESCDELAY", "25", 0)
    TerminalRestoring.saveMode()
    silenceErrors()
    // Otherwise ncurses would stop in the middle of a picture, and draw in a signal handler.
    signal(SIGTSTP, SIG_IGN)
    guard nc_begin() != 0 else {
      signal(SIGTSTP, SIG_DFL)
      restoreErrors()
      throw .unknown(getenv("TERM").map { String(cString: $0) } ?? "")
    }
    TerminalRestoring.prepare()
    nc_begin_keys()
    freeControlKeys()
    nc_know_pastes(Int32(nc_key_paste), Int32(nc_key_paste_end))
    nc_mark_pastes(1)
    nc_hide_cursor()
    if mouse { nc_begin_mouse() }
    colours = TerminalColours(colour)
  }

  public var size: ScreenSize { ScreenSize(columns: Int(nc_columns()), rows: Int(nc_rows())) }

  /// Gives the terminal back in its original state.
  public func leave() {
    if !hasLeft {
      signal(SIGTSTP, SIG_DFL)
      nc_mark_pastes(0)
      nc_end()
      TerminalRestoring.forget()
      restoreErrors()
    }
    hasLeft = true
  }

  /// Does the same as ``leave()`` at once, from any thread, when the program is about to end.
  public nonisolated static func leaveAtOnce() { TerminalRestoring.restore() }

  /// Makes these signals restore the terminal, if it is in use, and then end the process.
  public nonisolated static func restore(at signals: [Int32]) { TerminalRestoring.watch(signals) }

  // MARK: - The screen

  /// Shows lines; only changes are sent.
  public func show(_ lines: [StyledLine]) {
    if lines.count != shown.count { nc_erase() }
    for (row, line) in lines.enumerated() where lines.count != shown.count || shown[row] != line {
      nc_move(Int32(row), 0)
      line.text.withCString { text in
        var start = 0
        for run in line.runs {
          colours.use(run.style)
          nc_add(text + start, Int32(run.end - start))
          start = run.end
        }
      }
    }
    shown = lines
    nc_hide_cursor()
    nc_show()
  }

  /// Sends everything again, because other output has overwritten the screen.
  public func redraw() {
    shown = []
    nc_redraw()
  }
}

/// Why there can be no screen.
public enum TerminalProblem: Error, Translated, Equatable, Sendable {
  /// The terminal cannot show one. The name is the value of `TERM`.
  case unknown(String)
  /// ncurses cannot be loaded, in the words of the system.
  case noLibrary(String)

  package var message: String {
    switch self {
    case .unknown(let name):
      "the terminal \"\(name)\" is not known here, so canon plays line by line. Expected a TERM such as xterm-256color."
    case .noLibrary(let reason):
      "ncurses cannot be loaded (\(reason)), so canon plays line by line. Install libncursesw6 for the full screen."
    }
  }
}
