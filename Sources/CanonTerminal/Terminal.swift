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
  }

  private var colours = TerminalColours(false)
  private var shown: [StyledLine] = []
  private var hasLeft = false
  /// Where standard error went before.
  private var errors: Int32 = -1

  /// - Parameters:
  ///   - mouse: Whether clicks are wanted; the terminal then selects text with shift only.
  ///   - colour: Whether colours are wanted, if the terminal has them.
  /// - Throws: Why this terminal cannot be used.
  public init(mouse: Bool, colour: Bool) throws(TerminalProblem) {
    setlocale(LC_CTYPE, "")
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
    TerminalRestoring.watch()
    cbreak()
    noecho()
    freeControlKeys()
    nc_keypad()
    curs_set(0)
    if mouse {
      mousemask(mmask_t(nc_mouse_buttons()), nil)
      mouseinterval(0)
    }
    colours = TerminalColours(colour)
    watchSuspension()
  }

  // MARK: - Ctrl-Z

  /// Set by the signal's handler, which does nothing else: ncurses' own would draw in the midst of a picture.
  nonisolated(unsafe) private static let isAsked = {
    let pointer = UnsafeMutablePointer<sig_atomic_t>.allocate(capacity: 1)
    pointer.initialize(to: 0)
    return pointer
  }()

  private func watchSuspension() {
    Self.isAsked.pointee = 0
    var action = sigaction()
    action.sa_flags = SA_RESTART
    action.__sigaction_handler.sa_handler = { _ in Terminal.isAsked.pointee = 1 }
    sigaction(SIGTSTP, &action, nil)
  }

  /// Between two pictures: gives the terminal back, and stands still until the shell's `fg`.
  private func suspendIfAsked() {
    guard !hasLeft, Self.isAsked.pointee != 0 else { return }
    endwin()
    restoreErrors()
    signal(SIGTSTP, SIG_DFL)
    kill(getpid(), SIGTSTP)
    watchSuspension()
    silenceErrors()
    redraw()
  }

  /// Ctrl-S would stop the screen until Ctrl-Q, and Ctrl-V take the next key for itself: they are keys like any other.
  private func freeControlKeys() {
    var mode = termios()
    guard tcgetattr(STDIN_FILENO, &mode) == 0 else { return }
    mode.c_iflag &= ~tcflag_t(IXON | IXOFF)
    mode.c_lflag &= ~tcflag_t(IEXTEN)
    tcsetattr(STDIN_FILENO, TCSANOW, &mode)
    // What ncurses comes back to after Ctrl-Z.
    def_prog_mode()
  }

  public var size: ScreenSize { ScreenSize(columns: Int(nc_columns()), rows: Int(nc_rows())) }

  /// Gives the terminal back, as it was.
  public func leave() {
    if !hasLeft {
      signal(SIGTSTP, SIG_DFL)
      endwin()
      TerminalRestoring.forget()
      restoreErrors()
    }
    hasLeft = true
  }

  /// As ``leave()``, but in a hurry: from any thread, when the program is about to be ended.
  public nonisolated static func leaveAtOnce() { TerminalRestoring.restore() }

  /// What libraries write to standard error would stand in the midst of the screen.
  private func silenceErrors() {
    errors = dup(STDERR_FILENO)
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    if nothing >= 0 {
      dup2(nothing, STDERR_FILENO)
      close(nothing)
    }
  }

  private func restoreErrors() {
    if errors >= 0 {
      dup2(errors, STDERR_FILENO)
      close(errors)
    }
    errors = -1
  }

  // MARK: - The screen

  /// Shows lines; only what has changed is sent.
  /// - Parameter cursor: Where the cursor stands; nil: nowhere.
  public func show(_ lines: [StyledLine], cursor: (row: Int, column: Int)?) {
    if lines.count != shown.count { nc_erase() }
    for (row, line) in lines.enumerated() where lines.count != shown.count || shown[row] != line {
      nc_move(Int32(row), 0)
      for span in line.spans {
        colours.use(span)
        span.text.withCString { nc_add($0, -1) }
      }
    }
    shown = lines
    if let cursor { nc_move(Int32(cursor.row), Int32(cursor.column)) }
    curs_set(cursor == nil ? 0 : 1)
    nc_show()
  }

  /// Everything is sent again: something else has written over it.
  public func redraw() {
    shown = []
    nc_redraw()
  }

  // MARK: - The keyboard

  /// What was typed since the last call; at most so many, so that a paste of a megabyte does not stop the screen.
  public func read(atMost count: Int = 256) -> [Input] {
    suspendIfAsked()
    var inputs: [Input] = []
    // Bytes that are no text count as well: without an end they would hold the screen up.
    var looks = 0
    while looks < count {
      looks += 1
      var code: wint_t = 0
      let result = nc_read(&code)
      if nc_is_key(result) != 0 {
        if let input = special(Int(code)) { inputs.append(input) }
      } else if nc_is_text(result) != 0 {
        if let key = TerminalKeys.key(code) { inputs.append(key == .escape ? escaped() : .key(key)) }
      } else if !hasMore {
        break
      }
    }
    return inputs
  }

  /// Alt sends Escape and the key, at once; whoever presses Escape alone presses nothing else so soon.
  private func escaped() -> Input {
    var code: wint_t = 0
    let result = nc_read(&code)
    if nc_is_text(result) != 0 {
      if case .character(let character)? = TerminalKeys.key(code) { return .key(.alt(character)) }
      unget_wch(wchar_t(bitPattern: code))
    } else if nc_is_key(result) != 0 {
      ungetch(Int32(code))
    }
    return .key(.escape)
  }

  /// Whether bytes wait that ncurses has not looked at: it says of what is no text the same as of nothing.
  private var hasMore: Bool {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0 && descriptor.revents & Int16(POLLIN) != 0
  }

  private func special(_ code: Int) -> Input? {
    if code == nc_key_resize {
      shown = []
      return .resized
    }
    if code == nc_key_mouse {
      var (row, column, wheel): (Int32, Int32, Int32) = (0, 0, 0)
      guard nc_mouse(&row, &column, &wheel) != 0 else { return nil }
      return wheel != 0 ? .wheel(Int(wheel)) : .click(row: Int(row), column: Int(column))
    }
    return TerminalKeys.special(code).map { .key($0) }
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
