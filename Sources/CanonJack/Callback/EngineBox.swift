import CanonEngine

/// The engine in memory of its own, so that it can pass from client to client while the music continues.
///
/// Sendable by convention: the driver gives ``pointer`` to one client, and to no other until that one has retired.
final class EngineBox: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<Engine>

  init(_ engine: consuming Engine) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: engine)
  }

  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }
}
