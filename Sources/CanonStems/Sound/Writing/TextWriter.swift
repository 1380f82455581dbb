import CanonFiles
import Foundation

/// Writes a small text file atomically: a reader finds either the old or the new text.
public enum TextWriter {
  /// - Throws: Why the file cannot be written; what was there is there still.
  /// - Thread: any control thread; writes the disk
  public static func replace(_ path: String, with text: String) throws(SoundProblem) {
    try replace(path, with: text, calls: DiskCalls())
  }

  /// Writes a file that must not be there.
  /// - Throws: Why the file cannot be written; the system's `EEXIST` if it is there, and then it stays as it is.
  /// - Thread: any control thread; writes the disk
  public static func create(_ path: String, with text: String) throws(SoundProblem) {
    try create(path, with: text, calls: DiskCalls())
  }

  static func create(_ path: String, with text: String, calls: DiskCalls) throws(SoundProblem) {
    do throws(DiskError) {
      let file = try AtomicFile(beside: path, mode: 0o666, calls: calls)
      try file.write(text)
      try file.placeAsNew()
    } catch {
      throw SoundProblem(
        path, error.code == EACCES || error.code == EROFS ? .notPermitted : .system(error.code))
    }
  }

  static func replace(_ path: String, with text: String, calls: DiskCalls) throws(SoundProblem) {
    let file = try TemporaryFile(beside: path, calls: calls)
    try file.write(text)
    try file.replaceTarget()
  }
}
