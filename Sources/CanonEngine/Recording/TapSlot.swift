import Synchronization

/// The place from which the audio thread takes the taps into which it records and captures; empty while it does neither.
///
/// It lives as long as the performance, so that clients of a server come and go while a recording goes on. Two clients may be in it for a
/// moment: one that has just been retired, and its successor.
@safe public final class TapSlot: Sendable {
  /// What the audio thread reads: a structure without references.
  @unsafe public struct Memory: ~Copyable {
    let tap = Atomic<UInt>(0)
    let capture = Atomic<UInt>(0)
    /// The number of callbacks that may be using a tap.
    let users = Atomic<Int>(0)
  }

  /// For the audio thread.
  public var memory: UnsafeMutablePointer<Memory> { unsafe storage.address }
  private let storage = unsafe AudioMemory(Memory())

  public init() {}

  /// Puts a tap in, or takes it out with nil.
  /// - Parameters:
  ///   - tap: Must stay until another one has taken its place.
  ///   - pause: Called while a callback may be using the old one; false gives up.
  /// - Returns: Whether no callback uses the old tap any more. If not, it must stay for ever.
  /// - Thread: one control thread at a time; waits for the end of a cycle
  public func put(_ tap: UnsafeMutablePointer<RecordTap>?, waiting pause: () -> Bool = { true }) -> Bool {
    unsafe memory.pointee.tap.store(UInt(bitPattern: tap), ordering: .sequentiallyConsistent)
    return waitForUsers(pause)
  }

  /// The same for the tap of a capture.
  /// - Thread: one control thread at a time; waits for the end of a cycle
  public func put(capture tap: UnsafeMutablePointer<CaptureTap>?, waiting pause: () -> Bool) -> Bool {
    unsafe memory.pointee.capture.store(UInt(bitPattern: tap), ordering: .sequentiallyConsistent)
    return waitForUsers(pause)
  }

  private func waitForUsers(_ pause: () -> Bool) -> Bool {
    while unsafe memory.pointee.users.load(ordering: .sequentiallyConsistent) > 0 {
      if !pause() { return false }
    }
    return true
  }
}

extension TapSlot.Memory {
  /// The tap for a cycle, which ``leave()`` ends; nil if nothing is recorded.
  /// - Thread: audio
  @_noLocks public func enter() -> UnsafeMutablePointer<RecordTap>? {
    unsafe users.add(1, ordering: .sequentiallyConsistent)
    return unsafe UnsafeMutablePointer(bitPattern: tap.load(ordering: .sequentiallyConsistent))
  }

  /// The tap of a capture for the same cycle; nil if nothing is captured.
  /// - Thread: audio, between ``enter()`` and ``leave()``
  public var capturing: UnsafeMutablePointer<CaptureTap>? {
    @_noLocks get { unsafe UnsafeMutablePointer(bitPattern: capture.load(ordering: .sequentiallyConsistent)) }
  }

  /// - Thread: audio
  @_noLocks public func leave() { unsafe users.subtract(1, ordering: .sequentiallyConsistent) }
}
