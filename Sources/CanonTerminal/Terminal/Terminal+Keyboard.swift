import CNcurses
import Glibc

/// The terminal's mode for keys, and its input.
extension Terminal {
  /// Makes Ctrl-S, Ctrl-Q and Ctrl-V ordinary keys. Otherwise Ctrl-S would stop the screen until Ctrl-Q, and Ctrl-V would
  /// consume the next key.
  func freeControlKeys() {
    var mode = termios()
    guard tcgetattr(STDIN_FILENO, &mode) == 0 else { return }
    mode.c_iflag &= ~tcflag_t(IXON | IXOFF)
    mode.c_lflag &= ~tcflag_t(IEXTEN)
    tcsetattr(STDIN_FILENO, TCSANOW, &mode)
    nc_keep_mode()
  }

  /// The input since the last call. Its amount is limited, so that a megabyte does not stop the screen.
  public func read() -> [Input] {
    let inputs = keyboard.read(from: NcursesKeys(), at: .now)
    if inputs.contains(.resized) { shown = [] }
    return inputs
  }
}

/// The codes of ncurses.
private struct NcursesKeys: KeySource {
  func next() -> Int32 { nc_read() }
  func putBack(_ code: Int32) { nc_unread(code) }
  func mouse() -> KeySource.Mouse? {
    var (row, column, buttons): (Int32, Int32, UInt32) = (0, 0, 0)
    guard nc_mouse(&row, &column, &buttons) != 0 else { return nil }
    return (Int(row), Int(column), Int(buttons))
  }
}
