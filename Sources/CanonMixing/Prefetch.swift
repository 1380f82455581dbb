import CRealtime

/// Memory that is needed soon. No bit of the sound depends on it.
/// - Thread: any; real-time safe
public enum Prefetch {
  /// Asks the processor for memory that is about to be written, and does not wait for it.
  @inline(never) @_noLocks public static func memory(from start: UnsafeRawPointer, to end: UnsafeRawPointer) {
    unsafe rt_prefetch(start, end)
  }

  /// Asks the processor for samples that are about to be read, and does not wait for them.
  @inline(never) @_noLocks public static func samples(from start: UnsafeRawPointer, to end: UnsafeRawPointer)
  {
    unsafe rt_prefetch_to_read(start, end)
  }
}
