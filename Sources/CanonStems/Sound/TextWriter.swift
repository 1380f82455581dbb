import CanonFiles

/// Writes a small text file whole: whoever reads it finds the old text or the new.
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
