import CJack
import Synchronization

/// Which of canon's ports are connected. Unconnected ports of stems and buses are not computed: fetching and filling their
/// buffers would cost as much as mixing the stems.
///
/// - Thread: libjack's notification thread reports changes, one control thread examines the ports and writes,
///   audio reads.
struct PortWatch: ~Copyable {
  private let ports: UnsafeMutablePointer<OpaquePointer>
  private let flags: UnsafeMutablePointer<Atomic<Bool>>
  private let changed = Atomic<Bool>(true)
  /// The same for the master's wiring.
  private let wiringChanged = Atomic<Bool>(false)
  /// The next pair to examine. The master's pair, number 0, is always computed and never examined.
  private let next = Atomic<Int>(1)
  /// Whether a check is requested or under way.
  let isLooking = Atomic<Bool>(false)
  let pairCount: Int

  init(_ ports: [OpaquePointer]) {
    pairCount = ports.count / 2
    self.ports = .allocate(capacity: max(1, ports.count))
    _ = UnsafeMutableBufferPointer(start: self.ports, count: ports.count).initialize(from: ports)
    flags = .allocate(capacity: max(1, pairCount))
    for pair in 0..<pairCount { (flags + pair).initialize(to: Atomic(false)) }
  }

  deinit {
    flags.deinitialize(count: pairCount)
    flags.deallocate()
    ports.deallocate()
  }

  /// Notes that a connection was made or cut.
  /// - Thread: libjack's notification thread. PipeWire's audio thread waits for it, so this only sets flags.
  func noteChange() {
    changed.store(true, ordering: .releasing)
    wiringChanged.store(true, ordering: .releasing)
  }

  /// Whether connections have changed since the last call.
  /// - Thread: control
  func takeWiringChange() -> Bool { wiringChanged.exchange(false, ordering: .acquiring) }

  /// Whether connections have changed and have not been examined since.
  /// - Thread: any
  var hasChanged: Bool { changed.load(ordering: .relaxed) }

  /// Examines every pair if connections have changed. Otherwise it examines a few pairs in turn, because libjack does not
  /// report every change.
  ///
  /// While connections are being made, each query to jackd can block for up to a period.
  /// - Parameter mayGoOn: Called before each pair; the check ends when it returns false.
  /// - Thread: control, always the same queue
  func look(while mayGoOn: () -> Bool) {
    let pairs = pairCount - 1
    let count = changed.exchange(false, ordering: .acquiring) ? pairs : min(pairs, Self.fewPairs)
    for _ in 0..<max(0, count) where mayGoOn() {
      let pair = next.load(ordering: .relaxed)
      let isHeard =
        jack_port_connected(ports[2 * pair]) > 0 || jack_port_connected(ports[2 * pair + 1]) > 0
      flags[pair].store(isHeard, ordering: .relaxed)
      next.store(pair % pairs + 1, ordering: .relaxed)
    }
  }

  private static let fewPairs = 32

  /// - Thread: audio
  @_noLocks func isHeard(_ pair: Int) -> Bool { flags[pair].load(ordering: .relaxed) }

  /// - Thread: audio
  @_noLocks func port(_ index: Int) -> OpaquePointer { ports[index] }
}
