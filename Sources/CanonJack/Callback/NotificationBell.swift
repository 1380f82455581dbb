import CanonSession
import Dispatch
import Synchronization

/// Wakes the drivers of this process when libjack has notified something that they should not see a second later: the end of the server,
/// another rate or period, another connection.
///
/// - Thread: libjack's notification thread calls ``ring()``. PipeWire's audio thread may wait for it meanwhile, so it only adds to a
///   counter; a thread of Dispatch rings the bells.
enum NotificationBell {
  private static let bells = Mutex<[ObjectIdentifier: Bell]>([:])
  private nonisolated(unsafe) static let source: any DispatchSourceUserDataOr = {
    let source = DispatchSource.makeUserDataOrSource(queue: .global(qos: .userInitiated))
    source.setEventHandler { for bell in bells.withLock({ Array($0.values) }) { bell.ring() } }
    source.activate()
    return source
  }()

  /// Must be called before a client is active, so that no notification does it.
  static func prepare() { _ = source }

  static func ring() { source.or(data: 1) }

  static func add(_ bell: Bell) { bells.withLock { $0[ObjectIdentifier(bell)] = bell } }
  static func remove(_ bell: Bell) { bells.withLock { $0[ObjectIdentifier(bell)] = nil } }
}
