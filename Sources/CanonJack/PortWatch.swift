import CJack
import Synchronization

/// Which of our ports somebody listens to. Unconnected ports of stems and buses are not computed: fetching their
/// buffers and filling them would cost as much as mixing the stems.
///
/// - Thread: libjack's notification thread and control write, audio reads.
struct PortWatch: ~Copyable {
  private let ports: UnsafeMutablePointer<OpaquePointer>
  private let flags: UnsafeMutablePointer<Atomic<Bool>>
  let pairCount: Int

  init(_ ports: [OpaquePointer]) {
    pairCount = ports.count / 2
    self.ports = .allocate(capacity: max(1, ports.count))
    _ = UnsafeMutableBufferPointer(start: self.ports, count: ports.count).initialize(from: ports)
    flags = .allocate(capacity: max(1, pairCount))
    for pair in 0..<pairCount { (flags + pair).initialize(to: Atomic(false)) }
  }

  deinit {
    for pair in 0..<pairCount { (flags + pair).deinitialize(count: 1) }
    flags.deallocate()
    ports.deallocate()
  }

  /// Looks anew at every port.
  func update() {
    for pair in 0..<pairCount {
      let isHeard =
        jack_port_connected(ports[2 * pair]) > 0 || jack_port_connected(ports[2 * pair + 1]) > 0
      flags[pair].store(isHeard, ordering: .relaxed)
    }
  }

  /// - Thread: audio
  @_noLocks func isHeard(_ pair: Int) -> Bool { flags[pair].load(ordering: .relaxed) }

  /// - Thread: audio
  @_noLocks func port(_ index: Int) -> OpaquePointer { ports[index] }
}
