import CanonFiles
import Foundation

/// Reads `set.toml`.
public enum StemSetFile {
  /// What the file is called in its folder.
  public static let name = "set.toml"

  /// The most bytes that it may have: room for as many stems as there may be, with all their keys.
  static let largestSize = 8 << 20

  /// Reads and validates a set. No sound file is opened; only its path is checked.
  /// - Parameter path: The set's folder, or the set file itself.
  /// - Throws: Everything that is wrong with the file, at once.
  /// - Thread: any control thread (reads the file)
  public static func load(_ path: String) throws(FileProblems) -> StemSet {
    let file = filePath(path)
    let text: String
    do { text = try TextFile.read(file, kind: "a set file", largestSize: largestSize) } catch {
      throw FileProblems([error])
    }
    return try parse(path: file, text: text)
  }

  /// Validates `text` as though it stood in the file `path`; sound files are sought beside that file.
  /// - Throws: Everything that is wrong with the text, at once.
  public static func parse(path: String, text: String) throws(FileProblems) -> StemSet {
    let file = try TOMLFile(path: path, text: text)
    var reader = SetReader(path: path)
    let set = reader.read(file.root)
    let problems = file.problems + reader.problems
    if !problems.isEmpty { throw FileProblems(problems) }
    // Every reason for which the reader has no set was reported.
    guard let set else { preconditionFailure("a set without a value and without a problem") }
    return set
  }

  /// The set file that `path` means: a folder means the `set.toml` in it.
  static func filePath(_ path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return path }
    return path.hasSuffix("/") ? path + name : path + "/" + name
  }

  /// The folder of the file `path`.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
