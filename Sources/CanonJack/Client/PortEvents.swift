import Synchronization

/// What libjack tells about ports, in the order in which it happened. The names of ports do not suffice: a client that is started
/// again at once has the same ones, and then looks as if somebody had disconnected it.
///
/// - Thread: libjack's notification thread writes (PipeWire's audio thread waits for it, so it never waits), ``ServerThread`` reads.
struct PortEvents: ~Copyable {
  struct Event: BitwiseCopyable, Equatable {
    enum Kind: UInt8 { case gone, connected, disconnected }

    let kind: Kind
    /// The server's number of the port, of the output in a connection. Numbers are used again.
    let port: UInt32
    /// That of the input in a connection.
    var input: UInt32 = 0
  }

  static let capacity = 4096

  private let events: UnsafeMutablePointer<Event>
  private let written = Atomic<Int>(0)
  private let read = Atomic<Int>(0)
  private let isFull = Atomic<Bool>(false)

  init() {
    events = .allocate(capacity: Self.capacity)
    events.initialize(repeating: Event(kind: .gone, port: 0), count: Self.capacity)
  }

  deinit { events.deallocate() }

  /// - Thread: libjack's notification thread
  func note(_ event: Event) {
    let end = written.load(ordering: .relaxed)
    guard end - read.load(ordering: .acquiring) < Self.capacity else {
      isFull.store(true, ordering: .releasing)
      return
    }
    events[end % Self.capacity] = event
    written.store(end + 1, ordering: .releasing)
  }

  /// The events since the last call.
  /// - Returns: nil if there were too many: some are lost.
  /// - Thread: one at a time
  func drain() -> [Event]? {
    let (start, end) = (read.load(ordering: .relaxed), written.load(ordering: .acquiring))
    let new = (start..<end).map { events[$0 % Self.capacity] }
    read.store(end, ordering: .releasing)
    return isFull.exchange(false, ordering: .acquiring) ? nil : new
  }
}
