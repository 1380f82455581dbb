import CRealtime

/// Memory that is needed soon. No bit of the sound depends on it.
/// - Thread: any; real-time safe
public enum Prefetch {
  /// Asks the processor for memory that is about to be written, and does not wait for it.
  @inline(never) @_noLocks public static func memory(from start: UnsafeRawPointer, to end: UnsafeRawPointer) {
    unsafe rt_prefetch(start, end)
  }
}
