import CSndFile
import Synchronization

/// Owns an `SNDFILE *`.
struct SoundHandle: ~Copyable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  /// libsndfile keeps the reason of a failed open in one place for the whole process, until the next open.
  private static let opening = Mutex(())

  /// - Parameter descriptor: libsndfile takes ownership and closes it.
  /// - Returns: nil with libsndfile's error number.
  static func open(
    _ descriptor: Int32, _ mode: Int, _ header: inout SF_INFO
  ) -> (pointer: OpaquePointer?, error: Int32) {
    opening.withLock { _ in
      let pointer = sf_open_fd(descriptor, Int32(mode), &header, Int32(SF_TRUE))
      return (pointer, pointer == nil ? sf_error(nil) : 0)
    }
  }

  deinit { sf_close(pointer) }
}
