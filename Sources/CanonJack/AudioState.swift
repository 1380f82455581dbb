import CJack
import CRealtime
import CanonEngine

/// Where the clock has to be when a client takes the engine up after a pause.
struct ResumePoint {
  /// Frames to move on besides the time that has passed: where the music was, if the engine is new.
  var frames: FrameCount
  /// The server's clock in microseconds at which the music was there.
  var since: UInt64
}

/// Everything the process callback touches, in memory that control allocates before activation and frees after
/// the client is closed. No class, no closure, no array (Documentation/RealTime.md).
struct AudioState: ~Copyable {
  /// Belongs to the driver, which hands it from client to client.
  let engine: UnsafeMutablePointer<Engine>
  let client: OpaquePointer
  /// `jack_port_t *`, two for the master and two for each stem.
  let ports: UnsafeMutablePointer<OpaquePointer>
  let pairs: UnsafeMutablePointer<OutputPair>
  let pairCount: Int
  let sampleRate: Int64
  let report: UnsafeMutablePointer<CycleReport>
  /// Whether a gap in the server's frame clock moves the music on (else it continues where it was).
  let followsServerClock: Bool
  var resume: ResumePoint?

  private var serverClock = ServerClock()
  private var anchorOffset: Int64 = .min

  init(
    engine: UnsafeMutablePointer<Engine>, client: OpaquePointer, ports: [OpaquePointer], sampleRate: Int64,
    report: UnsafeMutablePointer<CycleReport>, followsServerClock: Bool, resume: ResumePoint?
  ) {
    self.engine = engine
    self.client = client
    self.ports = .allocate(capacity: ports.count)
    _ = UnsafeMutableBufferPointer(start: self.ports, count: ports.count).initialize(from: ports)
    pairCount = ports.count / 2
    pairs = .allocate(capacity: pairCount)
    self.sampleRate = sampleRate
    self.report = report
    self.followsServerClock = followsServerClock
    self.resume = resume
  }

  deinit {
    ports.deallocate()
    pairs.deallocate()
  }

  /// One process cycle.
  @_noLocks mutating func run(_ frames: UInt32) {
    var k = 0
    while k < pairCount {
      let left = rt_port_buffer(ports[2 * k], frames)
      let right = rt_port_buffer(ports[2 * k + 1], frames)
      guard let left, let right else { return }
      (pairs + k).initialize(to: OutputPair(left: left, right: right))
      k &+= 1
    }
    report.pointee.isInside.store(true, ordering: .sequentiallyConsistent)
    if report.pointee.isEnabled.load(ordering: .sequentiallyConsistent) {
      deliver(frames)
    } else {
      silence(frames)
    }
    report.pointee.isInside.store(false, ordering: .sequentiallyConsistent)
  }

  @_noLocks private mutating func deliver(_ frames: UInt32) {
    let time = rt_last_frame_time(client)
    let now = rt_time()
    catchUp(time: time, frames: frames, now: now)
    engine.pointee.process(
      frames: Int32(truncatingIfNeeded: frames), master: pairs[0], ports: UnsafePointer(pairs + 1))
    if let position = engine.pointee.rollingPosition {
      let start = position &- Int64(frames)
      let offset = start &- Int64(time)
      if offset != anchorOffset {
        anchorOffset = offset
        report.pointee.publishAnchor(position: start, frame: time)
      }
    }
    report.pointee.lastCycle.store(now, ordering: .relaxed)
    let cycles = report.pointee.cycles.load(ordering: .relaxed)
    report.pointee.cycles.store(cycles &+ 1, ordering: .relaxed)
  }

  /// Moves the music on by what was lost: while there was no client, or in a gap of the server's frame clock.
  @_noLocks private mutating func catchUp(time: UInt32, frames: UInt32, now: UInt64) {
    let lost = serverClock.lostFrames(before: time, frames: frames)
    if let point = resume {
      resume = nil
      let passed = Int64(truncatingIfNeeded: now &- point.since)
      engine.pointee.skip(point.frames &+ max(0, passed) &* sampleRate / 1_000_000)
    } else if followsServerClock && lost > 0 {
      engine.pointee.skip(lost)
    }
  }

  @_noLocks private func silence(_ frames: UInt32) {
    var k = 0
    while k < pairCount {
      pairs[k].silence(Int32(truncatingIfNeeded: frames))
      k &+= 1
    }
  }
}
