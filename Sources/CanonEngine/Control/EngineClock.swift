import Synchronization

/// The engine's clock as other threads may read it at any time: one writer (audio), any number of readers.
///
/// A reference, so that views may hold it; the engine holds only the pointer within, which the handle's
/// reference keeps valid.
@safe public final class EngineClock: Sendable {
  struct Shared: ~Copyable {
    let position = Atomic<Int64>(0)
    let cycles = Atomic<UInt64>(0)
    let isRolling = Atomic<Bool>(false)
    let meter = SharedMeter()
  }

  let shared: SharedClock

  init() {
    let pointer = UnsafeMutablePointer<Shared>.allocate(capacity: 1)
    unsafe pointer.initialize(to: Shared())
    unsafe shared = SharedClock(pointer: pointer)
  }

  deinit {
    unsafe shared.pointer.deinitialize(count: 1)
    unsafe shared.pointer.deallocate()
  }

  /// The frame that the next period begins with.
  /// - Thread: any
  public var position: FramePosition { unsafe shared.pointer.pointee.position.load(ordering: .relaxed) }

  /// How many periods the engine has processed since it was made; stands still when nobody calls it.
  /// - Thread: any
  public var cycles: UInt64 { unsafe shared.pointer.pointee.cycles.load(ordering: .relaxed) }

  /// Whether the clock runs; until then the engine delivers silence and stays on the first downbeat.
  /// - Thread: any
  public var isRolling: Bool { unsafe shared.pointer.pointee.isRolling.load(ordering: .relaxed) }
}

/// The audio thread's way to the clock. Valid while an ``EngineClock`` lives; only the engine writes.
@unsafe struct SharedClock: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<EngineClock.Shared>

  @_noLocks func publish(position: FramePosition, isRolling: Bool) {
    unsafe pointer.pointee.position.store(position, ordering: .relaxed)
    unsafe pointer.pointee.isRolling.store(isRolling, ordering: .relaxed)
  }

  @_noLocks func countCycle() {
    let old = unsafe pointer.pointee.cycles.load(ordering: .relaxed)
    unsafe pointer.pointee.cycles.store(old &+ 1, ordering: .relaxed)
  }
}
