import Dispatch
import Synchronization

/// Where libjack is called, one call after the other: closing a client while another is being opened crashes
/// libjack 1.9.21, and deactivating a dead one can hang for ever. A call can block for 20 seconds on a server that
/// is stopped; nothing else of canon waits for that.
enum ServerThread {
  private static let queue = DispatchQueue(label: "canon.server", qos: .userInitiated)

  /// Runs `work` after what was asked before, and waits for it without holding up a thread.
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

  /// Runs `work` after what was asked before; nobody waits.
  static func detach(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}

/// What another thread answers, once.
final class Answer<T: Sendable>: Sendable {
  private let box = Mutex<T?>(nil)
  /// nil until it was given.
  var value: T? { box.withLock { $0 } }
  func give(_ value: T) { box.withLock { $0 = value } }
}

/// Something that happens once, seen from another thread.
final class Flag: Sendable {
  private let value = Atomic(false)
  var isRaised: Bool { value.load(ordering: .acquiring) }
  func raise() { value.store(true, ordering: .releasing) }
}
