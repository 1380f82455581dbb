import Dispatch
import Synchronization

/// Where libjack is called. Opening and closing can block for 20 seconds on a server that is stopped; nothing
/// else of canon waits for that.
enum ServerThread {
  /// Runs `work` on a thread of its own and waits for it without holding up anyone.
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

  /// Runs `work` on a thread of its own; nobody waits. A queue for each call: one that hangs holds up no other.
  static func detach(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "canon.server", qos: .userInitiated).async(execute: work)
  }
}

/// Something that happens once, seen from another thread.
final class Flag: Sendable {
  private let value = Atomic(false)
  var isRaised: Bool { value.load(ordering: .acquiring) }
  func raise() { value.store(true, ordering: .releasing) }
}
