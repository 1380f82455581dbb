import CJack
import Glibc
import Synchronization

/// What libjack itself has to say goes through here instead of to the screen: the last line is kept for whoever
/// reports a failure, and everything is shown with `CANON_JACK_MESSAGES=1`.
public enum ServerMessages {
  private static let last = Mutex("")
  private static let isShown = Mutex(false)

  /// To be called before the first client is opened.
  /// - Parameter show: Whether to pass every message on to standard error.
  public static func capture(show: Bool) {
    isShown.withLock { $0 = show }
    jack_set_error_function { ServerMessages.take($0) }
    jack_set_info_function { ServerMessages.take($0) }
  }

  /// The newest message; empty when there was none.
  public static var newest: String { last.withLock { $0 } }

  private static func take(_ message: UnsafePointer<CChar>?) {
    guard let message else { return }
    let text = String(cString: message)
    last.withLock { $0 = text }
    if isShown.withLock({ $0 }) {
      let line = Array("jack: \(text)\n".utf8)
      _ = write(STDERR_FILENO, line, line.count)
    }
  }
}
