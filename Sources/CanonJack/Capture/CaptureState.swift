import CJack
import CRealtime
import Synchronization

/// Everything that the capture's callback uses, in memory of fixed size that control allocates before activation and frees after
/// the client is closed. When it is full, the rest is dropped.
struct CaptureState: ~Copyable {
  let client: OpaquePointer
  let leftPort: OpaquePointer
  let rightPort: OpaquePointer
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>
  let cycles: UnsafeMutablePointer<CapturedCycle>
  /// In frames.
  let capacity: Int
  let cycleCapacity: Int
  /// What is there already. Audio writes, control reads.
  let frameCount = Atomic<Int>(0)
  let cycleCount = Atomic<Int>(0)

  init(client: OpaquePointer, ports: (left: OpaquePointer, right: OpaquePointer), capacity: Int) {
    self.client = client
    (leftPort, rightPort) = ports
    self.capacity = capacity
    cycleCapacity = capacity / 8 + 1
    left = .allocate(capacity: capacity)
    right = .allocate(capacity: capacity)
    cycles = .allocate(capacity: cycleCapacity)
    // The pages are touched here, so that the callback meets no page fault.
    left.initialize(repeating: 0, count: capacity)
    right.initialize(repeating: 0, count: capacity)
    cycles.initialize(
      repeating: CapturedCycle(time: 0, frames: 0, offset: 0, elapsed: 0), count: cycleCapacity)
  }

  deinit {
    left.deallocate()
    right.deallocate()
    cycles.deallocate()
  }

  /// One process cycle.
  /// - Thread: audio
  @_noLocks func run(_ frames: UInt32) {
    let (used, cycle) = (frameCount.load(ordering: .relaxed), cycleCount.load(ordering: .relaxed))
    let count = Int(frames)
    guard count <= capacity &- used, cycle < cycleCapacity, let newLeft = rt_port_buffer(leftPort, frames),
      let newRight = rt_port_buffer(rightPort, frames)
    else { return }
    let (start, now) = (rt_cycle_start(client), rt_time())
    var k = 0
    while k < count {
      left[used &+ k] = newLeft[k]
      right[used &+ k] = newRight[k]
      k &+= 1
    }
    let elapsed = start == 0 || now < start ? 0 : UInt32(truncatingIfNeeded: now &- start)
    cycles[cycle] = CapturedCycle(
      time: rt_last_frame_time(client), frames: count, offset: used, elapsed: elapsed)
    frameCount.store(used &+ count, ordering: .releasing)
    cycleCount.store(cycle &+ 1, ordering: .releasing)
  }
}

/// The callback of a client that captures.
/// - Parameter context: A ``CaptureState``.
/// - Returns: Always 0.
/// - Thread: audio
@c(canon_capture) @_noLocks
func capture(_ frames: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context else { return 0 }
  rt_enter()
  context.assumingMemoryBound(to: CaptureState.self).pointee.run(frames)
  rt_exit()
  return 0
}
