import Synchronization

/// What the callbacks of one client tell the control side: plain counters, written without waiting.
///
/// - Thread: each field says who writes it; control reads.
struct CycleReport: ~Copyable {
  /// Audio: process cycles so far. Stands still when the server is gone, whether or not it said so.
  let cycles = Atomic<UInt64>(0)
  /// Audio: the server's clock at the last cycle, in microseconds.
  let lastCycle = Atomic<UInt64>(0)
  /// Audio: from ``anchorFrame`` on, position and frame time go together; odd while being written.
  let anchorSequence = Atomic<UInt32>(0)
  let anchorPosition = Atomic<Int64>(0)
  let anchorFrame = Atomic<UInt32>(0)
  /// Notification thread.
  let xruns = Atomic<Int>(0)
  let period = Atomic<UInt32>(0)
  let sampleRate = Atomic<UInt32>(0)
  let isShutDown = Atomic<Bool>(false)
  let portsChanged = Atomic<Bool>(true)
  /// Whether ports have gone, perhaps to come back at once.
  let portsGone = Atomic<Bool>(false)
  /// Control: whether the callback may touch the engine. Once cleared, and ``isInside`` seen false, it never does.
  let isEnabled = Atomic<Bool>(true)
  /// Audio.
  let isInside = Atomic<Bool>(false)
  /// Control: whether the client is to fade out, since it leaves the graph.
  let isLeaving = Atomic<Bool>(false)
  /// Audio: whether it has done so, and is silent.
  let hasFaded = Atomic<Bool>(false)

  @_noLocks func publishAnchor(position: Int64, frame: UInt32) {
    let sequence = anchorSequence.load(ordering: .relaxed)
    anchorSequence.store(sequence &+ 1, ordering: .sequentiallyConsistent)
    anchorPosition.store(position, ordering: .sequentiallyConsistent)
    anchorFrame.store(frame, ordering: .sequentiallyConsistent)
    anchorSequence.store(sequence &+ 2, ordering: .sequentiallyConsistent)
  }

  /// The newest anchor with its number, or nil while it is being written.
  func anchor() -> (number: UInt32, position: Int64, frame: UInt32)? {
    let before = anchorSequence.load(ordering: .sequentiallyConsistent)
    let position = anchorPosition.load(ordering: .sequentiallyConsistent)
    let frame = anchorFrame.load(ordering: .sequentiallyConsistent)
    let after = anchorSequence.load(ordering: .sequentiallyConsistent)
    return before == after && before % 2 == 0 ? (before, position, frame) : nil
  }
}
