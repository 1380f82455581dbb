import CanonFiles

/// Writes a small text file atomically: a reader finds either the old or the new text.
public enum TextWriter {
  /// - Throws: Why the file cannot be written; what was there is there still.
  /// - Thread: any control thread; writes the disk
  public static func replace(_ path: String, with text: String) throws(SoundProblem) {
    try replace(path, with: text, calls: DiskCalls())
  }

  static func replace(_ path: String, with text: String, calls: DiskCalls) throws(SoundProblem) {
    let file = try TemporaryFile(beside: path, calls: calls)
    try file.write(text)
    try file.replaceTarget()
  }
}
