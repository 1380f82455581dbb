import CanonFiles
import Foundation

/// Reads `set.toml`.
public enum StemSetFile {
  /// The name of the file in its folder.
  public static let name = "set.toml"

  /// The greatest size in bytes: room for the greatest number of stems with all their keys.
  static let largestSize = 8 << 20

  /// Keys of schedules that people write into sets by mistake.
  static let keysOfSchedules: Set = ["doors", "set", "time_zone", "year", "season_ends"]

  /// The readable content of a file.
  struct Draft {
    /// If there are problems, use it only to check the files of its stems.
    var set: StemSet?
    /// All problems.
    var problems: [FileProblem] = []
  }

  /// Reads and validates a set. No sound file is opened, only its path is checked; without a set file the headers of the sound
  /// files are read, and canon assumes the rest.
  /// - Throws: All problems of the file.
  /// - Thread: any control thread (reads files)
  public static func load(_ origin: SetOrigin) throws(FileProblems) -> StemSet { try load(origin, .standard) }

  /// - Parameter path: The set's folder, or the set file itself.
  public static func load(_ path: String) throws(FileProblems) -> StemSet { try load(.path(path)) }

  /// - Parameters:
  ///   - readers: Those that read the set's sound files.
  ///   - policy: Without a set file it also decides whether canon assumes a set in spite of files that cannot be read.
  ///   - isOmitted: The names of files that are no stems of a folder without a set file.
  package static func load(
    _ origin: SetOrigin, _ readers: SoundReaders, _ policy: LoadingPolicy = .strict,
    without isOmitted: (String) -> Bool = { _ in false }
  ) throws(FileProblems) -> StemSet {
    var set = try set(draft(origin, readers, policy, without: isOmitted))
    set.policy = policy
    return set
  }

  /// Validates `text` as the content of the file `path`; sound files are relative to that file.
  /// - Throws: All problems of the text.
  public static func parse(path: String, text: String) throws(FileProblems) -> StemSet {
    try parse(path: path, text: text, .standard)
  }

  /// - Parameter readers: Those that read the set's sound files.
  package static func parse(
    path: String, text: String, _ readers: SoundReaders
  ) throws(FileProblems) -> StemSet {
    try set(draft(path: path, text: text, readers))
  }

  static func draft(
    _ origin: SetOrigin, _ readers: SoundReaders, _ policy: LoadingPolicy = .strict,
    without isOmitted: (String) -> Bool = { _ in false }
  ) -> Draft {
    switch origin {
    case .path(let path):
      let file = filePath(path)
      var status = stat()
      // A link that leads nowhere is a set file that is missing, not one that nobody has written.
      if file != path, lstat(file, &status) != 0, errno == ENOENT {
        return assumed(origin) { () throws(FileProblems) in
          try AssumedSet(folder: path, readers: readers, policy, without: isOmitted)
        }
      }
      return draft(of: file, readers)
    case .sounds(let files):
      return assumed(origin) { () throws(FileProblems) in
        try AssumedSet(files: files, readers: readers, policy)
      }
    }

    func assumed(_ origin: SetOrigin, _ assumption: () throws(FileProblems) -> AssumedSet) -> Draft {
      do throws(FileProblems) {
        let assumed = try assumption()
        if !assumed.misfits.isEmpty { return Draft(problems: assumed.misfits) }
        var draft = draft(path: assumed.path, text: assumed.text, readers)
        draft.set?.origin = origin
        draft.set?.assumption = assumed.note
        draft.set?.namesakes = assumed.namesakes
        // Nobody can look into a file that is not there.
        draft.problems = draft.problems.map { problem in
          var problem = problem
          (problem.file, problem.line) = (CleanText.clean(assumed.folder), nil)
          return problem
        }
        return draft
      } catch {
        return Draft(problems: error.problems)
      }
    }
  }

  private static func draft(of file: String, _ readers: SoundReaders) -> Draft {
    do throws(FileProblem) {
      return draft(
        path: file, text: try TextFile.read(file, kind: FileKind.set.rawValue, largestSize: largestSize),
        readers)
    } catch {
      return Draft(problems: [error])
    }
  }

  private static func draft(path: String, text: String, _ readers: SoundReaders) -> Draft {
    do throws(FileProblems) {
      let file = try TOMLFile(path: path, text: text)
      var reader = SetReader(path: path, readers: readers)
      var set = reader.read(file.root)
      set?.text = text
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
    Folder.isThere(path) ? Folder.path(of: name, in: path) : path
  }
}
