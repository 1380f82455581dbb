import Synchronization

/// The engine's clock, which other threads may read at any time: one writer (audio), any number of readers.
///
/// It is a class so that views can hold it. The engine holds only the pointer inside, which the handle's
/// reference keeps valid.
@safe public final class EngineClock: Sendable {
  struct Shared: ~Copyable {
    let position = Atomic<Int64>(0)
    let origin = Atomic<Int64>(0)
    let cycles = Atomic<UInt64>(0)
    let isRolling = Atomic<Bool>(false)
    let meter = SharedMeter()
    /// Control counts up what it does to pages, and the audio thread says which of it all its periods have seen (``StemWindow``).
    /// No two engines have the same numbers: what was counted for an earlier one is over with the first period of the next.
    let pageCount: Atomic<UInt64>
    let pagesPassed = Atomic<UInt64>(0)
    /// Control counts it up when no earlier trigger holds any more. No two engines have the same.
    let triggerEpoch: Atomic<Int>

    /// - Parameter first: The first number of all that the engine counts.
    init(first: Int) {
      triggerEpoch = Atomic(first)
      pageCount = Atomic(UInt64(first))
    }
  }

  private static let engines = Atomic<Int>(0)

  let shared: SharedClock

  init() {
    let pointer = UnsafeMutablePointer<Shared>.allocate(capacity: 1)
    let number = Self.engines.add(1, ordering: .relaxed).newValue
    unsafe pointer.initialize(to: Shared(first: number << 32))
    unsafe shared = SharedClock(pointer: pointer)
  }

  deinit {
    unsafe shared.pointer.deinitialize(count: 1)
    unsafe shared.pointer.deallocate()
  }

  /// The frame that the next period begins with. The answers and the promised changes of all earlier frames can be read.
  /// - Thread: any
  public var position: FramePosition { unsafe shared.pointer.pointee.position.load(ordering: .acquiring) }

  /// The frame of the music's first downbeat, which relocations move.
  /// - Thread: any
  public var origin: FramePosition { unsafe shared.pointer.pointee.origin.load(ordering: .relaxed) }

  /// The number of periods the engine has processed since it was made; it stays the same while no driver calls the engine.
  /// - Thread: any
  public var cycles: UInt64 { unsafe shared.pointer.pointee.cycles.load(ordering: .relaxed) }

  /// Counts what was done to pages until now.
  /// - Returns: The number for ``hasPassedPages(_:)``.
  /// - Thread: control
  func countPages() -> UInt64 {
    unsafe shared.pointer.pointee.pageCount.wrappingAdd(1, ordering: .releasing).newValue
  }

  /// Whether no period is under way, or to come, that has not seen what was counted.
  /// - Thread: control
  func hasPassedPages(_ number: UInt64) -> Bool {
    unsafe shared.pointer.pointee.pagesPassed.load(ordering: .acquiring) >= number
  }

  /// Whether the clock runs. Until it does, the engine delivers silence and stays on the first downbeat.
  /// - Thread: any
  public var isRolling: Bool { unsafe shared.pointer.pointee.isRolling.load(ordering: .relaxed) }
}

/// The audio thread's access to the clock. Valid while its ``EngineClock`` lives.
@unsafe struct SharedClock: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<EngineClock.Shared>

  @_noLocks func publish(position: FramePosition, origin: FramePosition, isRolling: Bool) {
    unsafe pointer.pointee.origin.store(origin, ordering: .relaxed)
    // After the events, and not before them on any processor.
    unsafe pointer.pointee.position.store(position, ordering: .releasing)
    unsafe pointer.pointee.isRolling.store(isRolling, ordering: .relaxed)
  }

  var triggerEpoch: Int {
    @_noLocks get { unsafe pointer.pointee.triggerEpoch.load(ordering: .acquiring) }
  }

  /// What control has done to pages when a period begins.
  var pageCount: UInt64 {
    @_noLocks get { unsafe pointer.pointee.pageCount.load(ordering: .acquiring) }
  }

  /// The period that began with this number has ended: it reads no page any more.
  @_noLocks func passPages(_ number: UInt64) {
    unsafe pointer.pointee.pagesPassed.store(number, ordering: .releasing)
  }

  @_noLocks func countCycle() {
    let old = unsafe pointer.pointee.cycles.load(ordering: .relaxed)
    unsafe pointer.pointee.cycles.store(old &+ 1, ordering: .relaxed)
  }
}
