import CNcurses
import Glibc

/// The terminal as a screen of styled lines and a keyboard, by ncurses, which knows them all.
///
/// One at a time, on the main thread, as ncurses is. From ``init(mouse:colour:)`` to ``leave()`` it owns the terminal;
/// where canon crashes meanwhile the terminal is put back by a signal handler.
@MainActor public final class Terminal {
  /// What a person does.
  public enum Input: Equatable {
    case key(Key)
    case click(row: Int, column: Int)
    /// Rows down; negative: up.
    case wheel(Int)
    case resized
    /// Text from elsewhere, which is no keys.
    case paste(String)
  }

  private var colours = TerminalColours(false)
  /// What stands on the terminal; empty when that is not known.
  var shown: [StyledLine] = []
  private(set) var hasLeft = false
  /// Where standard error went before.
  var errors: Int32 = -1
  var letters = TypedLetters()
  var pasted = PasteBuffer()

  /// - Parameters:
  ///   - mouse: Whether clicks are wanted; the terminal then selects text with shift only.
  ///   - colour: Whether colours are wanted, if the terminal has them.
  /// - Throws: Why this terminal cannot be used.
  public init(mouse: Bool, colour: Bool) throws(TerminalProblem) {
    nc_take_locale()
    // A lone escape is a key: whoever presses it does not want to wait a second.
    setenv("ESCDELAY", "25", 0)
    TerminalRestoring.saveMode()
    silenceErrors()
    // ncurses would stop in the midst of a picture, and draw from within a signal's handler.
    signal(SIGTSTP, SIG_IGN)
    guard nc_begin() != 0 else {
      signal(SIGTSTP, SIG_DFL)
      restoreErrors()
      throw TerminalProblem(name: getenv("TERM").map { String(cString: $0) } ?? "")
    }
    TerminalRestoring.prepare()
    cbreak()
    noecho()
    freeControlKeys()
    nc_keypad()
    nc_know_pastes(Int32(nc_key_paste), Int32(nc_key_paste_end))
    nc_mark_pastes(1)
    curs_set(0)
    if mouse {
      mousemask(mmask_t(nc_mouse_buttons()), nil)
      mouseinterval(0)
    }
    colours = TerminalColours(colour)
  }

  public var size: ScreenSize { ScreenSize(columns: Int(nc_columns()), rows: Int(nc_rows())) }

  /// Gives the terminal back, as it was.
  public func leave() {
    if !hasLeft {
      signal(SIGTSTP, SIG_DFL)
      nc_mark_pastes(0)
      endwin()
      TerminalRestoring.forget()
      restoreErrors()
    }
    hasLeft = true
  }

  /// As ``leave()``, but in a hurry: from any thread, when the program is about to be ended.
  public nonisolated static func leaveAtOnce() { TerminalRestoring.restore() }

  /// At these signals the terminal is given back, if it was taken, and the process ends by the signal.
  public nonisolated static func restore(at signals: [Int32]) { TerminalRestoring.watch(signals) }

  // MARK: - The screen

  /// Shows lines; only what has changed is sent.
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
    curs_set(0)
    nc_show()
  }

  /// Everything is sent again: something else has written over it.
  public func redraw() {
    shown = []
    nc_redraw()
  }
}

/// A terminal that cannot show a screen.
public struct TerminalProblem: Error, Equatable, Sendable {
  /// As `TERM` says.
  public let name: String

  public var message: String {
    "the terminal \"\(name)\" is not known here, so canon plays line by line. Expected a TERM such as xterm-256color."
  }
}
