import CanonMixing
import Synchronization

/// A lock-free queue with one writer and one reader on different threads.
///
/// Each end is a value that cannot be copied, so a second writer or reader does not compile. Indices count up
/// for ever and are masked on use. Each end keeps a copy of the other's index and reads the index again only when the
/// copy says full (or empty). Publishing an index is a release; reading the other end's index is an acquire.
/// The methods are not `@_noLocks`, because a generic cannot be. The four ends below are, and the compiler checks it there.
/// The end that is destroyed last frees the memory. The audio thread never does, because its end lives in the engine,
/// which control destroys.
@unsafe private struct Ring<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  /// The two indices have a cache line each, so that the ends do not slow each other down.
  struct Indices: ~Copyable {
    let read = Atomic<Int>(0)
    let padding1 = InlineArray<15, Int>(repeating: 0)
    let written = Atomic<Int>(0)
    let padding2 = InlineArray<15, Int>(repeating: 0)
    let ends = Atomic<Int>(2)
  }

  let indices: UnsafeMutablePointer<Indices>
  let slots: UnsafeMutablePointer<Element>
  let capacity: Int

  /// - Parameter capacity: A power of two.
  init(capacity: Int, filler: Element) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0)
    unsafe self.capacity = capacity
    unsafe indices = .allocate(capacity: 1)
    unsafe indices.initialize(to: Indices())
    unsafe slots = .allocate(capacity: capacity)
    unsafe slots.initialize(repeating: filler, count: capacity)  // touches every page
  }

  func release() {
    if unsafe indices.pointee.ends.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      unsafe indices.deinitialize(count: 1)
      unsafe indices.deallocate()
      unsafe slots.deallocate()
    }
  }

  func room(written: Int, read: inout Int, atLeast count: Int) -> Int {
    if unsafe capacity &- (written &- read) < count {
      unsafe read = indices.pointee.read.load(ordering: .acquiring)
    }
    return unsafe capacity &- (written &- read)
  }

  func filled(read: Int, written: inout Int) -> Int {
    if written == read { unsafe written = indices.pointee.written.load(ordering: .acquiring) }
    return written &- read
  }

  func put(_ element: Element, at index: Int) {
    unsafe slots[index & (capacity &- 1)] = element
  }

  func get(at index: Int) -> Element {
    unsafe slots[index & (capacity &- 1)]
  }

  /// Asks the processor for the slots of some elements that are about to be written.
  func approach(from index: Int, count: Int) {
    let start = unsafe index & (capacity &- 1)
    let end = unsafe min(start &+ count, capacity)
    unsafe Prefetch.memory(from: slots + start, to: slots + end)
    // The others are at the beginning.
    unsafe Prefetch.memory(from: slots, to: slots + min(start &+ count &- end, capacity))
  }

  func publish(written: Int) {
    unsafe indices.pointee.written.store(written, ordering: .releasing)
  }

  func publish(read: Int) {
    unsafe indices.pointee.read.store(read, ordering: .releasing)
  }
}

// MARK: - Commands: control writes, audio reads

/// Control's end of the command queue.
@safe struct CommandWriter: ~Copyable, Sendable {
  private let ring: Ring<EngineCommand>
  private var written = 0
  private var readCache = 0

  fileprivate init(_ ring: Ring<EngineCommand>) { unsafe self.ring = unsafe ring }
  deinit { unsafe ring.release() }

  /// Publishes all of the commands or none, so that the engine receives them on the same frame.
  mutating func write(_ commands: ArraySlice<EngineCommand>) -> Bool {
    guard unsafe ring.room(written: written, read: &readCache, atLeast: commands.count) >= commands.count
    else {
      return false
    }
    for index in unsafe commands.indices {
      unsafe ring.put(commands[index], at: written)
      written += 1
    }
    unsafe ring.publish(written: written)
    return true
  }
}

/// Audio's end of the command queue.
@safe struct CommandReader: ~Copyable, Sendable {
  private let ring: Ring<EngineCommand>
  private var read = 0
  private var writtenCache = 0

  fileprivate init(_ ring: Ring<EngineCommand>) { unsafe self.ring = unsafe ring }
  deinit { unsafe ring.release() }

  /// The number of commands that wait. The next call counts those published after this one.
  @_noLocks mutating func count() -> Int {
    unsafe ring.filled(read: read, written: &writtenCache)
  }

  /// The oldest command, if ``count()`` has counted one.
  @_noLocks mutating func next() -> EngineCommand? {
    guard writtenCache != read else { return nil }
    let command = unsafe ring.get(at: read)
    read &+= 1
    unsafe ring.publish(read: read)
    return unsafe command
  }
}

// MARK: - Events: audio writes, control reads

/// Audio's end of the event queue.
@safe struct EventWriter: ~Copyable, Sendable {
  private let ring: Ring<EngineEvent>
  private var written = 0
  private var readCache = 0

  fileprivate init(_ ring: Ring<EngineEvent>) { unsafe self.ring = unsafe ring }
  deinit { unsafe ring.release() }

  /// Whether `count` events can be written.
  @_noLocks mutating func hasRoom(for count: Int) -> Bool {
    unsafe ring.room(written: written, read: &readCache, atLeast: count) >= count
  }

  /// Asks the processor for the slots of `count` events that are about to be written, after as many as `start` others.
  @_noLocks func approach(after start: Int, count: Int) {
    unsafe ring.approach(from: written &+ start, count: count)
  }

  /// - Returns: false when the queue is full.
  @_noLocks @discardableResult mutating func write(_ event: EngineEvent) -> Bool {
    guard hasRoom(for: 1) else { return false }
    unsafe ring.put(event, at: written)
    written &+= 1
    unsafe ring.publish(written: written)
    return true
  }
}

/// Control's end of the event queue.
@safe struct EventReader: ~Copyable, Sendable {
  private let ring: Ring<EngineEvent>
  private var read = 0
  private var writtenCache = 0

  fileprivate init(_ ring: Ring<EngineEvent>) { unsafe self.ring = unsafe ring }
  deinit { unsafe ring.release() }

  mutating func next() -> EngineEvent? {
    guard unsafe ring.filled(read: read, written: &writtenCache) > 0 else { return nil }
    let event = unsafe ring.get(at: read)
    read &+= 1
    unsafe ring.publish(read: read)
    return event
  }
}

/// The four ends of both queues. (A struct, because a tuple cannot hold non-copyable values.)
struct RingEnds: ~Copyable {
  let commandWriter: CommandWriter
  let commandReader: CommandReader
  let eventWriter: EventWriter
  let eventReader: EventReader

  /// - Parameters:
  ///   - commands: Capacity, a power of two.
  ///   - events: Capacity, a power of two.
  init(commands: Int, events: Int) {
    let filler = unsafe EngineCommand(
      ticket: CommandTicket(rawValue: 0), stem: StemIndex(0), by: .end, at: .min, edition: 0,
      action: .roll(nil))
    let commandRing = unsafe Ring(capacity: commands, filler: filler)
    let eventRing = unsafe Ring(capacity: events, filler: EngineEvent.skipped(from: 0, frames: 0))
    unsafe commandWriter = CommandWriter(commandRing)
    unsafe commandReader = CommandReader(commandRing)
    unsafe eventWriter = EventWriter(eventRing)
    unsafe eventReader = EventReader(eventRing)
  }
}
