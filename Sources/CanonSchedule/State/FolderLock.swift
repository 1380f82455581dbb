import CanonFiles
import Foundation

/// The exclusive right to write to the state folder, among all canons of this user. It ends with the
/// process, however the process ends.
enum FolderLock {
  /// Runs `body` while no other canon has the lock.
  /// - Parameters:
  ///   - folder: An existing folder.
  ///   - patience: Seconds to wait for another canon; a writer needs milliseconds.
  /// - Throws: ``StateProblem/busy(folder:)`` or ``StateProblem/unwritable(folder:_:)``; the body was not run.
  static func hold<Result>(
    _ folder: String, patience: Double, calls: DiskCalls, _ body: () -> Result
  ) throws(StateProblem) -> Result {
    let descriptor: Int32
    do {
      // A separate file, because network file systems do not lock folders. It is never removed: otherwise two writers could
      // lock two files with the same name.
      descriptor = try DiskCalls.uninterrupted { () throws(DiskError) in
        try calls.open(folder + "/.lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
      }
    } catch {
      throw .unwritable(folder: folder, error)
    }
    defer { close(descriptor) }
    let end = ContinuousClock.now + .seconds(patience)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code != EINTR && code != EWOULDBLOCK { throw .unwritable(folder: folder, DiskError(code: code)) }
      if ContinuousClock.now > end { throw .busy(folder: folder) }
      usleep(2000)  // not a wait in the kernel, which has no time limit
    }
    return body()
  }
}
