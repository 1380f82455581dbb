import Glibc

/// The thread that makes pictures and sends them, while somebody watches.
///
/// It sleeps from one update to the next with one call of the system, and does nothing else meanwhile; an event loop takes three calls, and
/// as long as half an update to find out what is due.
enum PictureThread {
  /// - Returns: Whether the system has begun it.
  static func begin(_ body: @escaping @Sendable () -> Void) -> Bool {
    let held = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let error = pthread_create(
      &thread, nil,
      { pointer in
        Unmanaged<Body>.fromOpaque(pointer!).takeRetainedValue().call()
        return nil
      }, held.toOpaque())
    guard error == 0 else {
      held.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private final class Body: Sendable {
    let call: @Sendable () -> Void
    init(_ call: @escaping @Sendable () -> Void) { self.call = call }
  }
}
