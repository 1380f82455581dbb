import CJack
import Glibc
import Synchronization

/// Captures libjack's own messages. They are shown with `CANON_JACK_MESSAGES=1` and dropped otherwise, because canon
/// reports problems in its own words.
public enum ServerMessages {
  private static let isShown = Mutex(false)

  /// Installs the capture. Must be called before the first client is opened.
  /// - Parameter show: Whether to write every message to standard error.
  public static func capture(show: Bool) {
    isShown.withLock { $0 = show }
    jack_set_error_function { ServerMessages.show($0) }
    jack_set_info_function { ServerMessages.show($0) }
  }

  private static func show(_ message: UnsafePointer<CChar>?) {
    guard let message, isShown.withLock({ $0 }) else { return }
    let line = Array("jack: \(String(cString: message))\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
