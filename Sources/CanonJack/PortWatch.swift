import CJack
import Synchronization

/// Which of our ports somebody listens to. Unconnected ports of stems and buses are not computed: fetching their
/// buffers and filling them would cost as much as mixing the stems.
///
/// - Thread: libjack's notification thread says that something has changed, one control thread looks and writes,
///   audio reads.
struct PortWatch: ~Copyable {
  private let ports: UnsafeMutablePointer<OpaquePointer>
  private let flags: UnsafeMutablePointer<Atomic<Bool>>
  private let changed = Atomic<Bool>(true)
  /// The same, for who looks after the master's wiring.
  private let wiringChanged = Atomic<Bool>(false)
  /// The pair that is looked at next, of all but the master's, which always is computed.
  private let next = Atomic<Int>(1)
  /// Whether a look is asked for or under way.
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

  /// Somebody has connected or disconnected something.
  /// - Thread: libjack's notification thread, where PipeWire holds up the audio thread: it sets a flag, no more.
  func noteChange() {
    changed.store(true, ordering: .releasing)
    wiringChanged.store(true, ordering: .releasing)
  }

  /// Whether something has changed since this was last asked.
  /// - Thread: control
  func takeWiringChange() -> Bool { wiringChanged.exchange(false, ordering: .acquiring) }

  /// Whether something has changed that nobody has looked at.
  /// - Thread: any
  var hasChanged: Bool { changed.load(ordering: .relaxed) }

  /// Looks at every pair if something has changed, else at a few in turn, for what libjack did not tell.
  ///
  /// While connections are being made, jackd lets whoever asks for them wait, up to a period each time.
  /// - Parameter mayGoOn: Asked before each pair.
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
