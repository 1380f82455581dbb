import CSndFile
import Synchronization

/// Owns an `SNDFILE *`.
struct SoundHandle: ~Copyable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  /// libsndfile keeps the reason of a failed open in one place for the whole process, until the next open.
  private static let opening = Mutex(())

  /// - Parameter open: Calls one of libsndfile's functions that open files.
  /// - Returns: nil with libsndfile's error number.
  static func open(_ open: () -> OpaquePointer?) -> (pointer: OpaquePointer?, error: Int32) {
    opening.withLock { _ in
      let pointer = open()
      return (pointer, pointer == nil ? sf_error(nil) : 0)
    }
  }

  deinit { sf_close(pointer) }
}
