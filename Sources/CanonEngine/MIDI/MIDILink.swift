import Synchronization

/// The way of MIDI messages between a driver and control, which outlives the clients of a server.
///
/// - Thread: audio writes events and reads the table, one control thread reads events and puts tables in.
@safe public final class MIDILink: Sendable {
  /// What the audio thread uses: a structure without references.
  @unsafe public struct Memory: ~Copyable {
    let table = Atomic<UInt>(0)
    /// The number of callbacks that may be using the table.
    let users = Atomic<Int>(0)
    let written = Atomic<Int>(0)
    let read = Atomic<Int>(0)
    /// Whether a trigger did not hold any more.
    let isOutdated = Atomic<Bool>(false)
    /// The number of events that found no room.
    let lost = Atomic<Int>(0)
    let events: UnsafeMutablePointer<MIDIEvent>
    /// Which notes are held whose pressing the engine has taken. Only these have an end that it takes.
    let held: UnsafeMutablePointer<Bool>

    /// The number of events that can wait for control, a power of two. A full keyboard plays some hundreds a second.
    static var capacity: Int { @_noLocks get { 4096 } }

    init() {
      unsafe events = .allocate(capacity: Self.capacity)
      let none = MIDIEvent(frame: 0, status: 0, data1: 0, data2: 0, count: 0)
      unsafe events.initialize(repeating: none, count: Self.capacity)
      unsafe held = .allocate(capacity: MIDIEvent.firstProgram)
      unsafe held.initialize(repeating: false, count: MIDIEvent.firstProgram)
    }

    deinit {
      unsafe events.deallocate()
      unsafe held.deallocate()
    }
  }

  /// For the audio thread.
  public var memory: UnsafeMutablePointer<Memory> { unsafe storage.address }
  private let storage = unsafe AudioMemory(Memory())
  private let kept = Mutex<[TriggerTable]>([])

  public init() {}

  // MARK: - Control

  /// The next event; nil if there is none.
  public func next() -> MIDIEvent? {
    let read = unsafe memory.pointee.read.load(ordering: .relaxed)
    guard unsafe memory.pointee.written.load(ordering: .acquiring) != read else { return nil }
    let event = unsafe memory.pointee.events[read & (Memory.capacity - 1)]
    unsafe memory.pointee.read.store(read &+ 1, ordering: .releasing)
    return event
  }

  /// The number of events that were lost since the last call.
  public func consumeLost() -> Int { unsafe memory.pointee.lost.exchange(0, ordering: .relaxed) }

  /// Whether the table has had a trigger since the last call that does not hold any more.
  public func consumeOutdated() -> Bool {
    unsafe memory.pointee.isOutdated.exchange(false, ordering: .relaxed)
  }

  /// Lets go of all notes.
  /// - Precondition: No callback uses this.
  public func letGo() {
    unsafe memory.pointee.held.update(repeating: false, count: MIDIEvent.firstProgram)
  }

  /// Puts a table in the place of the one before, which is freed once no callback uses it.
  public func put(_ table: TriggerTable?) {
    kept.withLock { kept in
      let slots = unsafe UInt(bitPattern: table?.slots)
      unsafe memory.pointee.table.store(slots, ordering: .sequentiallyConsistent)
      // A callback that is in it now may use an older one, which is then kept until the next table.
      let isUsed = unsafe memory.pointee.users.load(ordering: .sequentiallyConsistent) > 0
      if !isUsed { kept = [] }
      if let table { kept.append(table) }
    }
  }
}

// MARK: - Audio

extension MIDILink.Memory {
  /// - Thread: audio, around ``take(_:after:into:)``
  @_noLocks public func enter() { unsafe users.add(1, ordering: .sequentiallyConsistent) }
  @_noLocks public func leave() { unsafe users.subtract(1, ordering: .sequentiallyConsistent) }

  /// Gives the engine the trigger of an event, and control the event.
  /// - Parameters:
  ///   - offset: The frame of the event in the next period.
  ///   - engine: The engine, between two periods.
  @_noLocks public func take(
    _ event: MIDIEvent, after offset: Int32, into engine: inout Engine
  ) {
    var event = event
    let place = event.place
    if place >= 0 { event.isTaken = pull(place, after: offset, into: &engine) }
    let end = unsafe written.load(ordering: .relaxed)
    guard unsafe end &- read.load(ordering: .acquiring) < Self.capacity else {
      unsafe lost.add(1, ordering: .relaxed)
      return
    }
    unsafe events[end & (Self.capacity &- 1)] = event
    unsafe written.store(end &+ 1, ordering: .releasing)
  }

  @_noLocks private func pull(_ place: Int, after offset: Int32, into engine: inout Engine) -> Bool {
    let released = place &- MIDIEvent.firstRelease
    if released >= 0 {
      if unsafe !held[released] { return false }
      unsafe held[released] = false
    }
    guard
      let slots = unsafe UnsafeMutablePointer<Trigger?>(
        bitPattern: table.load(ordering: .sequentiallyConsistent)),
      let trigger = unsafe slots[place]
    else { return false }
    let isTaken = engine.take(trigger, after: offset)
    if !isTaken, !engine.isCurrent(trigger) { unsafe isOutdated.store(true, ordering: .relaxed) }
    if place < MIDIEvent.firstProgram { unsafe held[place] = isTaken }
    return isTaken
  }
}
