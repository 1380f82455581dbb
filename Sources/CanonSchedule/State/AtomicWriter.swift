import CanonFiles
import Foundation

/// Replaces files of one folder atomically: a reader finds either the old or the new text, also while other canons run,
/// and after a kill or a power cut at any step.
///
/// - Precondition of all but ``makeFolder()``: the folder is locked (``FolderLock``).
package struct AtomicWriter {
  let folder: String
  var calls = DiskCalls()

  package init(folder: String, calls: DiskCalls = DiskCalls()) { (self.folder, self.calls) = (folder, calls) }

  /// Runs `body` while no other canon writes to the folder.
  /// - Throws: Also if another canon does so for too long.
  package static func locked(
    _ folder: String, calls: DiskCalls, _ body: (AtomicWriter) throws(DiskError) -> Void
  ) throws(DiskError) {
    let result: Result<Void, DiskError>
    do throws(StateProblem) {
      result = try FolderLock.hold(folder, patience: 2, calls: calls) {
        do throws(DiskError) {
          return .success(try body(AtomicWriter(folder: folder, calls: calls)))
        } catch {
          return .failure(error)
        }
      }
    } catch {
      if case .unwritable(_, let error) = error { throw error }
      throw DiskError(code: EBUSY)
    }
    try result.get()
  }

  /// Creates the folder and its parents, accessible only to their owner. Existing folders stay unchanged.
  package func makeFolder() throws(DiskError) { try Folder.make(folder, calls, isDurable: true) }

  /// When this returns, the new text survives a power cut. When it throws, the file holds the old text, or
  /// the new text if only the last step failed.
  package func replace(_ name: String, with text: String) throws(DiskError) {
    removeLeftovers()
    // Only its owner may read it.
    let file = try AtomicFile(beside: folder + "/" + name, mode: 0o600, calls: calls)
    try file.write(text)
    try file.replaceTarget()
  }

  /// Renames a file to `NAME.damaged`, or to the first of `NAME.damaged-2`, `NAME.damaged-3` ... that is free.
  /// - Returns: The new path.
  func setAside(_ name: String) throws(DiskError) -> String {
    let path = folder + "/" + name
    var aside = path + ".damaged"
    var number = 1
    var status = stat()
    while lstat(aside, &status) == 0 {
      number += 1
      aside = path + ".damaged-\(number)"
    }
    try calls.rename(path, aside)
    // This precedes a new file with the old name. Otherwise a power cut could keep the second renaming without the first.
    try calls.syncNames(of: folder)
    return aside
  }

  /// Removes the temporary files of killed writers: under the lock there is no other writer.
  private func removeLeftovers() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where AtomicFile.isPart(name) {
      try? calls.remove(folder + "/" + name)  // a file that stays does no harm
    }
  }
}
