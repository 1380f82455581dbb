import CJack
import Glibc
import Synchronization

/// What libjack itself has to say goes through here instead of to the screen: it is shown with `CANON_JACK_MESSAGES=1`
/// and dropped otherwise, since canon says in its own words what is wrong.
public enum ServerMessages {
  private static let isShown = Mutex(false)

  /// To be called before the first client is opened.
  /// - Parameter show: Whether to pass every message on to standard error.
  public static func capture(show: Bool) {
    isShown.withLock { $0 = show }
    jack_set_error_function { ServerMessages.take($0) }
    jack_set_info_function { ServerMessages.take($0) }
  }

  private static func take(_ message: UnsafePointer<CChar>?) {
    guard let message, isShown.withLock({ $0 }) else { return }
    let line = Array("jack: \(String(cString: message))\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
