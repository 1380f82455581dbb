import Glibc

/// Standard output, written at once and whole, so that a reader of a pipe sees each line when it happens.
public enum Output {
  public static func line(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

  public static func text(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// A line for people, on standard error.
  /// - Parameter terminator: Follows it.
  public static func note(_ text: String, terminator: String = "\n") {
    write(text + terminator, to: STDERR_FILENO)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      // A closed pipe does not end the music.
      if count <= 0 { return }
      bytes.removeFirst(count)
    }
  }
}
