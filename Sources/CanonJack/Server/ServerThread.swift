import Dispatch
import Synchronization

/// The serial queue on which libjack is called. Closing a client while another is being opened crashes
/// libjack 1.9.21, and deactivating a dead client can hang for ever. A call can block for 20 seconds on a stopped
/// server; no other part of canon waits for it.
package enum ServerThread {
  private static let queue = DispatchQueue(label: "canon.server", qos: .userInitiated)

  /// Runs `work` after all earlier work, and waits for it without blocking a thread.
  static func run<T: Sendable, E: Error>(
    _ work: @escaping @Sendable () throws(E) -> T
  ) async throws(E) -> T {
    let result: Result<T, E> = await withCheckedContinuation { continuation in
      detach {
        do throws(E) {
          continuation.resume(returning: .success(try work()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  /// Runs `work` after all earlier work, and blocks the caller until it is done: for tests, whose own clients must not be opened
  /// while one of canon's is closed in the same process.
  package static func sync<T>(_ work: () throws -> T) rethrows -> T { try queue.sync(execute: work) }

  /// Runs `work` after all earlier work, without waiting for it.
  static func detach(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}

/// A value that another thread gives once.
final class Answer<T: Sendable>: Sendable {
  private let box = Mutex<T?>(nil)
  /// The value; nil until it is given.
  var value: T? { box.withLock { $0 } }
  func give(_ value: T) { box.withLock { $0 = value } }
}

/// An event that happens once, visible to other threads.
final class Flag: Sendable {
  private let value = Atomic(false)
  var isRaised: Bool { value.load(ordering: .acquiring) }
  func raise() { value.store(true, ordering: .releasing) }
}
