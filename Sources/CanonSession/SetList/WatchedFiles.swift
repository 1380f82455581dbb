import CanonFiles
import CanonStems

/// Files as they were when something was read of them.
struct WatchedFiles: Hashable, Sendable {
  private let stamps: [String: FileStamp?]

  /// - Thread: any control thread (asks the disk)
  init(_ paths: [String]) {
    stamps = Dictionary(paths.map { ($0, FileStamp($0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether all of them are still the same, and those that were not there still are not.
  /// - Thread: any control thread (asks the disk)
  var areSame: Bool { stamps.allSatisfy { path, stamp in FileStamp(path) == stamp } }
}

extension Program {
  /// What it is read from again.
  var files: [String] { self.set.files + [schedule?.path].compactMap(\.self) }
}

extension SetList {
  /// Where a change may let a piece be read that could not be.
  /// - Parameter number: Counted from 1.
  func files(of number: Int, _ problems: FileProblems) -> [String] {
    let path = pieces[number - 1].path
    return [path, Folder.of(path), Folder.path(of: StemSetFile.name, in: path)]
      + problems.problems.map(\.file)
  }
}
