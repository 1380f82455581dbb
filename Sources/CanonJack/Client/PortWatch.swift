import CJack
import Synchronization

/// canon's ports, and which of them are connected. Unconnected ports of stems and buses are not computed: fetching and filling their
/// buffers would cost as much as mixing the stems.
///
/// Ports are in pairs: pair 0 is the master's, then come the buses by their places, the cue bus last, then the stems by their places in the engine. A pair
/// can be without ports. They come and go while the client plays, because the set can be read again.
///
/// - Thread: libjack's notification thread reports changes, one control thread examines the ports and writes, another
///   puts ports in, audio reads.
struct PortWatch: ~Copyable {
  /// More than a client of JACK can have.
  static let capacity = 1100
  /// The first pair for buses, and the first one for stems: after as many as there can be buses (``OutputPlan/mostBuses``).
  static var firstBus: Int {
    @_noLocks get { 1 }
  }
  static var firstStem: Int {
    @_noLocks get { 18 }
  }

  /// The addresses of the ports, two for each pair; 0 for none.
  private let ports: UnsafeMutablePointer<Atomic<UInt>>
  private let flags: UnsafeMutablePointer<Atomic<Bool>>
  private let changed = Atomic<Bool>(true)
  /// The addresses of the inputs `in_1` and `in_2`; 0 while there are none.
  private let leftInput = Atomic<UInt>(0)
  private let rightInput = Atomic<UInt>(0)
  /// The addresses of the ports for MIDI; 0 for none.
  private let controlPort = Atomic<UInt>(0)
  private let clockPort = Atomic<UInt>(0)
  private let lightsPort = Atomic<UInt>(0)
  /// The same for the wiring, for which ports count as well.
  private let wiringChanged = Atomic<Bool>(true)
  let events = PortEvents()
  /// The same for the wiring of the ports for MIDI.
  let midiEvents = PortEvents()
  /// The next pair to examine. The master's pair, number 0, is always computed and never examined.
  private let next = Atomic<Int>(1)
  /// Whether a check is requested or under way.
  let isLooking = Atomic<Bool>(false)
  /// One more than the highest pair that has had ports.
  private let end = Atomic<Int>(0)

  init() {
    ports = .allocate(capacity: 2 * Self.capacity)
    flags = .allocate(capacity: Self.capacity)
    for port in 0..<(2 * Self.capacity) { (ports + port).initialize(to: Atomic(0)) }
    for pair in 0..<Self.capacity { (flags + pair).initialize(to: Atomic(false)) }
  }

  deinit {
    flags.deinitialize(count: Self.capacity)
    flags.deallocate()
    ports.deinitialize(count: 2 * Self.capacity)
    ports.deallocate()
  }

  /// Gives a pair its ports; nil takes them away. The audio thread may use the old ones until its cycle ends.
  /// - Thread: control
  func put(_ new: (left: OpaquePointer, right: OpaquePointer)?, at pair: Int) {
    flags[pair].store(false, ordering: .sequentiallyConsistent)
    ports[2 * pair].store(UInt(bitPattern: new?.left), ordering: .sequentiallyConsistent)
    ports[2 * pair + 1].store(UInt(bitPattern: new?.right), ordering: .sequentiallyConsistent)
    if pair >= end.load(ordering: .relaxed) { end.store(pair + 1, ordering: .releasing) }
    changed.store(true, ordering: .releasing)
  }

  /// Gives the inputs their ports, which stay as long as the client.
  /// - Thread: control
  func putInputs(_ left: OpaquePointer, _ right: OpaquePointer) {
    rightInput.store(UInt(bitPattern: right), ordering: .sequentiallyConsistent)
    leftInput.store(UInt(bitPattern: left), ordering: .sequentiallyConsistent)
  }

  /// The ports of the inputs; nil while there are none.
  /// - Thread: any
  var inputs: (left: OpaquePointer, right: OpaquePointer)? {
    @_noLocks get {
      guard let left = OpaquePointer(bitPattern: leftInput.load(ordering: .sequentiallyConsistent)),
        let right = OpaquePointer(bitPattern: rightInput.load(ordering: .sequentiallyConsistent))
      else { return nil }
      return (left, right)
    }
  }

  /// A port for MIDI, which stays as long as the client; nil if there is none.
  /// - Thread: control
  subscript(port: MIDIPort) -> OpaquePointer? {
    get {
      switch port {
      case .control: control
      case .clock: clock
      case .lights: lights
      }
    }
    nonmutating set {
      let address = UInt(bitPattern: newValue)
      switch port {
      case .control: controlPort.store(address, ordering: .sequentiallyConsistent)
      case .clock: clockPort.store(address, ordering: .sequentiallyConsistent)
      case .lights: lightsPort.store(address, ordering: .sequentiallyConsistent)
      }
    }
  }

  /// The port `control_in`; nil if there is none.
  /// - Thread: any
  var control: OpaquePointer? {
    @_noLocks get { OpaquePointer(bitPattern: controlPort.load(ordering: .sequentiallyConsistent)) }
  }

  /// The port `clock_out`; nil if there is none.
  /// - Thread: any
  var clock: OpaquePointer? {
    @_noLocks get { OpaquePointer(bitPattern: clockPort.load(ordering: .sequentiallyConsistent)) }
  }

  /// The port `lights_out`; nil if there is none.
  /// - Thread: any
  var lights: OpaquePointer? {
    @_noLocks get { OpaquePointer(bitPattern: lightsPort.load(ordering: .sequentiallyConsistent)) }
  }

  /// Notes that a port has come or gone.
  /// - Thread: libjack's notification thread. PipeWire's audio thread waits for it, so this only sets flags.
  func notePort(_ port: UInt32, isNew: Bool) {
    if !isNew { note(PortEvents.Event(kind: .gone, port: port)) }
    wiringChanged.store(true, ordering: .releasing)
  }

  /// Notes that a connection was made or cut.
  /// - Thread: as ``notePort(_:isNew:)``
  func noteChange(_ output: UInt32, _ input: UInt32, isMade: Bool) {
    note(PortEvents.Event(kind: isMade ? .connected : .disconnected, port: output, input: input))
    changed.store(true, ordering: .releasing)
    wiringChanged.store(true, ordering: .releasing)
  }

  private func note(_ event: PortEvents.Event) {
    events.note(event)
    midiEvents.note(event)
  }

  /// Whether ports or connections have changed since the last call.
  /// - Thread: control
  func consumeWiringChange() -> Bool { wiringChanged.exchange(false, ordering: .acquiring) }

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
    let known = (1..<max(1, end.load(ordering: .relaxed))).filter { port(2 * $0) != nil }
    let count = changed.exchange(false, ordering: .acquiring) ? known.count : min(known.count, Self.fewPairs)
    let first = known.firstIndex { $0 >= next.load(ordering: .relaxed) } ?? 0
    for place in 0..<count where mayGoOn() {
      let pair = known[(first + place) % known.count]
      guard let left = port(2 * pair), let right = port(2 * pair + 1) else { continue }
      let isHeard = jack_port_connected(left) > 0 || jack_port_connected(right) > 0
      flags[pair].store(isHeard, ordering: .relaxed)
      next.store(pair + 1, ordering: .relaxed)
    }
  }

  private static let fewPairs = 32

  /// One more than the highest pair that has had ports.
  /// - Thread: audio
  var pairEnd: Int {
    @_noLocks get { end.load(ordering: .acquiring) }
  }

  /// - Thread: audio
  @_noLocks func isHeard(_ pair: Int) -> Bool { flags[pair].load(ordering: .relaxed) }

  /// A port; nil while there is none.
  /// - Thread: any
  @_noLocks func port(_ index: Int) -> OpaquePointer? {
    OpaquePointer(bitPattern: ports[index].load(ordering: .sequentiallyConsistent))
  }
}
