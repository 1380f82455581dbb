import Synchronization

/// What the callbacks of one client report to control: plain counters, written without waiting.
///
/// - Thread: each field names its writer; control reads.
struct CycleReport: ~Copyable {
  /// Audio: the number of process cycles. It stops counting when the server is gone, even if the server did not notify.
  let cycles = Atomic<UInt64>(0)
  /// Audio: the server's clock at the last cycle, in microseconds.
  let lastCycle = Atomic<UInt64>(0)
  /// Audio: the server's frame time of the last cycle.
  let lastFrame = Atomic<UInt32>(0)
  /// Audio: the number of the anchor, a position of the engine and the server's frame time for it; odd while being written.
  let anchorSequence = Atomic<UInt32>(0)
  let anchorPosition = Atomic<Int64>(0)
  let anchorFrame = Atomic<UInt32>(0)
  /// Notification thread.
  let xruns = Atomic<Int>(0)
  let period = Atomic<UInt32>(0)
  let sampleRate = Atomic<UInt32>(0)
  let isShutDown = Atomic<Bool>(false)
  /// Whether the callback may use the engine: cleared by control, or by libjack's notification thread when the rate changes.
  /// Once it is cleared and ``isInside`` has been read as false, the callback does not use the engine.
  let isEnabled = Atomic<Bool>(true)
  /// Audio: whether the callback is running.
  let isInside = Atomic<Bool>(false)
  /// Control: whether the client is to fade out before it leaves the graph.
  let isLeaving = Atomic<Bool>(false)
  /// Control: whether `clock_out` is to stop, because the client ends.
  let isEnding = Atomic<Bool>(false)
  /// Audio: the number of cycles by then; 0 before.
  let endedIn = Atomic<UInt64>(0)
  /// Audio: whether the fade is complete and the client silent.
  let hasFaded = Atomic<Bool>(false)
  /// Audio: the position on which that fade began; `.min` before, and while the clock does not run.
  let leftAt = Atomic<Int64>(.min)

  /// Prepares for another time in the graph, which the callback may enter with the engine.
  /// - Precondition: The client is not active.
  /// - Thread: control
  func beginAgain() {
    isLeaving.store(false, ordering: .relaxed)
    hasFaded.store(false, ordering: .relaxed)
    leftAt.store(.min, ordering: .relaxed)
    isEnabled.store(true, ordering: .sequentiallyConsistent)
  }

  @_noLocks func publishAnchor(position: Int64, frame: UInt32) {
    let sequence = anchorSequence.load(ordering: .relaxed)
    anchorSequence.store(sequence &+ 1, ordering: .sequentiallyConsistent)
    anchorPosition.store(position, ordering: .sequentiallyConsistent)
    anchorFrame.store(frame, ordering: .sequentiallyConsistent)
    anchorSequence.store(sequence &+ 2, ordering: .sequentiallyConsistent)
  }

  /// The newest anchor with its number; nil while it is being written.
  func anchor() -> (number: UInt32, position: Int64, frame: UInt32)? {
    let before = anchorSequence.load(ordering: .sequentiallyConsistent)
    let position = anchorPosition.load(ordering: .sequentiallyConsistent)
    let frame = anchorFrame.load(ordering: .sequentiallyConsistent)
    let after = anchorSequence.load(ordering: .sequentiallyConsistent)
    return before == after && before % 2 == 0 ? (before, position, frame) : nil
  }
}
