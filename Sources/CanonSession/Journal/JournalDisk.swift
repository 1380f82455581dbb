import CanonFiles
import Glibc
import Synchronization

/// Brings what is written to a file of a journal onto the disk, so that it survives a power cut: on a thread of its own, as soon as the
/// disk has done with what was written before. Only the end of a performance waits for it.
final class JournalDisk: Sendable {
  private let keeper: Keeper<Int, JournalProblem>

  /// - Parameters:
  ///   - descriptor: Of the file; it is duplicated.
  ///   - tell: Receives a problem of the disk, on its thread.
  init(
    of path: String, _ descriptor: Int32, calls: DiskCalls, tell: @escaping @Sendable (JournalProblem) -> Void
  ) {
    let file = OpenFile(dup(descriptor))
    let isNamed = Mutex(false)
    let folder = Folder.of(path)
    keeper = Keeper(told: []) { _ in
      do throws(DiskError) {
        try DiskCalls.uninterrupted { () throws(DiskError) in try calls.sync(file.descriptor) }
        if isNamed.withLock({ $0 }) { return [] }
        try calls.syncNames(of: folder)
        isNamed.withLock { $0 = true }
        return []
      } catch {
        // Some file systems do not have this operation.
        return error.code == EINVAL ? [] : [JournalProblem(path: path, error: error)]
      }
    }
    keeper.tellProblems(tell)
  }

  /// - Parameter length: The bytes in the file.
  func hasWritten(_ length: Int) { keeper.keep(length) }

  /// Returns once everything is on the disk, or after `patience`.
  func settle(patience: Duration) async { _ = await keeper.settle(patience: patience) }

  private final class OpenFile: Sendable {
    let descriptor: Int32
    init(_ descriptor: Int32) { self.descriptor = descriptor }
    deinit { if descriptor >= 0 { close(descriptor) } }
  }
}
