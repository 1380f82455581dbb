import Synchronization

/// The place from which the audio thread takes the tap into which it records; empty while nothing is recorded.
///
/// It lives as long as the performance, so that clients of a server come and go while a recording goes on.
@safe public final class RecordSlot: Sendable {
  /// What the audio thread reads: a structure without references.
  @unsafe public struct Memory: ~Copyable {
    let tap = Atomic<UInt>(0)
    /// Whether the audio thread may be using the tap.
    let isInUse = Atomic<Bool>(false)
  }

  /// For the audio thread.
  public var memory: UnsafeMutablePointer<Memory> { unsafe storage.memory }
  private let storage: Storage

  /// Sendable because its fields are atomic.
  @unsafe private struct Storage: @unchecked Sendable {
    let memory: UnsafeMutablePointer<Memory>
  }

  public init() {
    unsafe storage = Storage(memory: .allocate(capacity: 1))
    unsafe storage.memory.initialize(to: Memory())
  }

  deinit {
    unsafe storage.memory.deinitialize(count: 1)
    unsafe storage.memory.deallocate()
  }

  /// Puts a tap in, or takes it out with nil. When this returns, the audio thread does not use the old one any more.
  /// - Parameter tap: Must stay until another one has taken its place.
  /// - Thread: one control thread at a time; waits for the end of a cycle
  public func put(_ tap: UnsafeMutablePointer<RecordTap>?) {
    unsafe storage.memory.pointee.tap.store(UInt(bitPattern: tap), ordering: .sequentiallyConsistent)
    while unsafe storage.memory.pointee.isInUse.load(ordering: .sequentiallyConsistent) {}
  }
}

extension RecordSlot.Memory {
  /// The tap for a cycle, which ``leave()`` ends; nil if nothing is recorded.
  /// - Thread: audio
  @_noLocks public func enter() -> UnsafeMutablePointer<RecordTap>? {
    unsafe isInUse.store(true, ordering: .sequentiallyConsistent)
    return unsafe UnsafeMutablePointer(bitPattern: tap.load(ordering: .sequentiallyConsistent))
  }

  /// - Thread: audio
  @_noLocks public func leave() { unsafe isInUse.store(false, ordering: .sequentiallyConsistent) }
}
