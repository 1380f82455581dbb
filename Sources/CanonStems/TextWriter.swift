import Foundation

/// Writes a small text file whole: whoever reads it finds the old text or the new.
public enum TextWriter {
  /// - Throws: Why the file cannot be written; what was there is there still.
  /// - Thread: any control thread; writes the disk
  public static func replace(_ path: String, with text: String) throws(SoundProblem) {
    let file = try TemporaryFile(beside: path)
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(file.descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw SoundProblem(path, .system(errno)) }
      bytes.removeFirst(count)
    }
    try file.replaceTarget()
  }
}
