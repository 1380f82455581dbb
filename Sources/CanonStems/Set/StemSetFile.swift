import CanonFiles
import Foundation

/// Reads `set.toml`.
public enum StemSetFile {
  /// What the file is called in its folder.
  public static let name = "set.toml"

  /// The most bytes that it may have: room for as many stems as there may be, with all their keys.
  static let largestSize = 8 << 20

  /// What people write into a set and means something in a schedule.
  static let keysOfSchedules: Set = ["doors", "set", "time_zone", "year", "season_ends"]

  /// What could be read of a file.
  struct Draft {
    /// Where something is wrong, good for nothing but looking at the files of its stems.
    var set: StemSet?
    /// Everything that is wrong.
    var problems: [FileProblem] = []
  }

  /// Reads and validates a set. No sound file is opened; only its path is checked.
  /// - Parameter path: The set's folder, or the set file itself.
  /// - Throws: Everything that is wrong with the file, at once.
  /// - Thread: any control thread (reads the file)
  public static func load(_ path: String) throws(FileProblems) -> StemSet { try set(draft(path)) }

  /// Validates `text` as though it stood in the file `path`; sound files are sought beside that file.
  /// - Throws: Everything that is wrong with the text, at once.
  public static func parse(path: String, text: String) throws(FileProblems) -> StemSet {
    try set(draft(path: path, text: text))
  }

  static func draft(_ path: String) -> Draft {
    let file = filePath(path)
    do throws(FileProblem) {
      return draft(path: file, text: try TextFile.read(file, kind: "a set file", largestSize: largestSize))
    } catch {
      return Draft(problems: [error])
    }
  }

  private static func draft(path: String, text: String) -> Draft {
    do throws(FileProblems) {
      let file = try TOMLFile(path: path, text: text)
      var reader = SetReader(path: path)
      let set = reader.read(file.root)
      let problems = file.problems + reader.problems
      return Draft(set: set, problems: problems.isEmpty ? [] : FileProblems(problems).problems)
    } catch {
      return Draft(problems: error.problems)
    }
  }

  private static func set(_ draft: Draft) throws(FileProblems) -> StemSet {
    if !draft.problems.isEmpty { throw FileProblems(draft.problems) }
    // Every reason for which the reader has no set was reported.
    guard let set = draft.set else { preconditionFailure("a set without a value and without a problem") }
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
