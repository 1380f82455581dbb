import Synchronization

/// The way of MIDI messages from control to a driver, which outlives the clients of a server.
///
/// - Thread: control writes, audio reads.
@safe public final class MIDIOutbox: Sendable {
  /// A message of 1 to 16 bytes.
  public struct Message: Hashable, BitwiseCopyable, Sendable {
    public static let mostBytes = 16

    private var low: UInt64 = 0
    private var high: UInt64 = 0
    public let count: Int

    /// - Parameter bytes: 1 to ``mostBytes`` of them.
    public init(_ bytes: [UInt8]) {
      precondition(!bytes.isEmpty && bytes.count <= Self.mostBytes, "a message of 1 to 16 bytes")
      count = bytes.count
      for (place, byte) in bytes.enumerated() {
        if place < 8 { low |= UInt64(byte) << (8 * place) } else { high |= UInt64(byte) << (8 * place - 64) }
      }
    }

    /// - Parameter place: Less than ``count``.
    @_noLocks public func byte(_ place: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: place < 8 ? low >> UInt64(8 &* place) : high >> UInt64(8 &* place &- 64))
    }
  }

  /// What the audio thread uses: a structure without references.
  @unsafe public struct Memory: ~Copyable {
    let written = Atomic<Int>(0)
    let read = Atomic<Int>(0)
    let messages: UnsafeMutablePointer<Message>

    /// The number of messages that can wait, a power of two: full pictures of the largest device.
    static var capacity: Int { @_noLocks get { 1024 } }
    /// The room that is kept for the last messages.
    static let reserve = 256

    init() {
      unsafe messages = .allocate(capacity: Self.capacity)
      unsafe messages.initialize(repeating: Message([0]), count: Self.capacity)
    }

    deinit { unsafe messages.deallocate() }
  }

  /// For the audio thread.
  public var memory: UnsafeMutablePointer<Memory> { unsafe storage.address }
  private let storage = unsafe AudioMemory(Memory())
  private let writing = Mutex<(farewell: [Message], hasEnded: Bool)>(([], false))
  private let listeners = Mutex<(ports: Set<String>, isNew: Bool)>(([], false))

  public init() {}

  /// Puts a message behind those that wait.
  /// - Returns: Whether there was room. After ``end()`` there is none.
  /// - Thread: any control thread
  public func put(_ message: Message) -> Bool {
    writing.withLock { !$0.hasEnded && write(message, keeping: Memory.reserve) }
  }

  /// Says what comes last: at most 256 messages.
  /// - Thread: any control thread
  public func setFarewell(_ messages: [Message]) { writing.withLock { $0.farewell = messages } }

  /// Puts the last messages behind those that wait.
  /// - Thread: any control thread
  public func end() {
    writing.withLock { writing in
      if !writing.hasEnded { for message in writing.farewell { _ = write(message, keeping: 0) } }
      writing.hasEnded = true
    }
  }

  /// Whether nothing waits.
  /// - Thread: any
  public var isEmpty: Bool {
    unsafe memory.pointee.read.load(ordering: .acquiring) == memory.pointee.written.load(ordering: .relaxed)
  }

  private func write(_ message: Message, keeping reserve: Int) -> Bool {
    let end = unsafe memory.pointee.written.load(ordering: .relaxed)
    guard unsafe end - memory.pointee.read.load(ordering: .acquiring) < Memory.capacity - reserve else {
      return false
    }
    unsafe memory.pointee.messages[end & (Memory.capacity - 1)] = message
    unsafe memory.pointee.written.store(end + 1, ordering: .releasing)
    return true
  }

  /// Notes which ports receive the messages from now on. Those that were there may have been away in between.
  /// - Thread: any control thread
  public func connected(to ports: Set<String>) { listeners.withLock { $0 = (ports, true) } }

  /// The ports that receive the messages, if they may be others since the last call.
  /// - Thread: any control thread
  public func consumeConnected() -> Set<String>? {
    listeners.withLock { listeners in
      defer { listeners.isNew = false }
      return listeners.isNew ? listeners.ports : nil
    }
  }
}

// MARK: - Audio

extension MIDIOutbox.Memory {
  /// The most messages of a period.
  public static var mostOfPeriod: Int { @_noLocks get { 100 } }

  /// The message that waits longest; nil if none does.
  /// - Thread: audio
  public var first: MIDIOutbox.Message? {
    @_noLocks get {
      let place = unsafe read.load(ordering: .relaxed)
      if unsafe written.load(ordering: .acquiring) == place { return nil }
      return unsafe messages[place & (Self.capacity &- 1)]
    }
  }

  /// Forgets the message that waits longest.
  /// - Precondition: ``first`` was one.
  /// - Thread: audio
  @_noLocks public func removeFirst() {
    unsafe read.store(read.load(ordering: .relaxed) &+ 1, ordering: .releasing)
  }
}
