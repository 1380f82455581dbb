import CNcurses
import Glibc

/// Restores the terminal when canon crashes or must end at once.
///
/// The necessary data is prepared in advance, because a signal handler may neither allocate nor query terminfo.
enum TerminalRestoring {
  private struct Ready {
    var mode = termios()
    var hasMode = false
    /// The length of the text that ends the screen.
    var length = 0
  }

  private static let most = 256
  nonisolated(unsafe) private static let ready = {
    let pointer = UnsafeMutablePointer<Ready>.allocate(capacity: 1)
    pointer.initialize(to: Ready())
    return pointer
  }()
  nonisolated(unsafe) private static let text = UnsafeMutablePointer<UInt8>.allocate(capacity: most)

  /// Saves the terminal's mode. Must be called before ncurses starts.
  static func saveMode() {
    ready.pointee.length = 0
    ready.pointee.hasMode = tcgetattr(STDIN_FILENO, &ready.pointee.mode) == 0
  }

  /// Prepares the text that ends the screen. Must be called after ncurses has started.
  static func prepare() {
    var bytes: [UInt8] = []
    for name in ["rmkx", "cnorm", "sgr0", "rmcup"] {
      if let capability = nc_capability(name) { bytes += Array(String(cString: capability).utf8) }
    }
    bytes += Array("\u{1b}[?1000l\u{1b}[?1006l\u{1b}[?2004l".utf8)
    guard bytes.count <= most else { return }
    text.update(from: bytes, count: bytes.count)
    ready.pointee.length = bytes.count
  }

  /// Makes these signals end the process at once, after ``restore()``.
  static func watch(_ signals: [Int32]) {
    for number in signals {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        TerminalRestoring.restore()
        signal(number, SIG_DFL)
        raise(number)
      }
      sigaction(number, &action, nil)
    }
  }

  /// Notes that the terminal has been given back in the normal way.
  static func forget() { ready.pointee.length = 0 }

  /// Restores the terminal at once; does nothing if it is not in use.
  static func restore() {
    guard ready.pointee.length > 0 else { return }
    // Do not wait for a terminal that is stopped, or whose output is not read.
    tcflow(STDOUT_FILENO, TCOON)
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    _ = fcntl(STDOUT_FILENO, F_SETFL, flags | O_NONBLOCK)
    _ = write(STDOUT_FILENO, text, ready.pointee.length)
    // The shell's own output is the same open file.
    _ = fcntl(STDOUT_FILENO, F_SETFL, flags)
    ready.pointee.length = 0
    if ready.pointee.hasMode { tcsetattr(STDIN_FILENO, TCSANOW, &ready.pointee.mode) }
  }
}
