import CanonLiveSupport
import CanonTerminal
import Foundation

/// A folder of a user's state, with the place of a history in it.
struct HistoryFolder {
  let folder: TestFolder
  let file: HistoryFile

  init() throws {
    folder = try TestFolder()
    file = HistoryFile(path: folder.file("state/canon/history"))
  }

  /// Writes the history as some other program may have left it.
  func write(_ bytes: Data) throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("state/canon"), withIntermediateDirectories: true)
    try bytes.write(to: URL(fileURLWithPath: file.path))
  }
}
