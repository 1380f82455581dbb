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
  /// The ports, two for the master, then two for each stem that has some, then two for each bus.
  let watch: UnsafeMutablePointer<PortWatch>
  /// Where each pair of ports is written to; nil while nobody listens.
  private let pairs: UnsafeMutablePointer<OutputPair?>
  private let pairCount: Int
  /// Pairs of stems: as many as the engine has stems, or none.
  private let stemPairs: Int
  let sampleRate: Int64
  let report: UnsafeMutablePointer<CycleReport>
  /// Whether a gap in the server's frame clock moves the music on (else it continues where it was).
  let followsServerClock: Bool
  var resume: ResumePoint?

  private var serverClock = ServerClock()
  private var anchorOffset: Int64 = .min
  private var fade: FadeOut

  /// - Parameter watch: Lives as long as this.
  init(
    engine: UnsafeMutablePointer<Engine>, client: OpaquePointer, watch: UnsafeMutablePointer<PortWatch>,
    sampleRate: Int64, report: UnsafeMutablePointer<CycleReport>, followsServerClock: Bool,
    resume: ResumePoint?
  ) {
    self.engine = engine
    self.client = client
    self.watch = watch
    pairCount = watch.pointee.pairCount
    stemPairs = max(0, pairCount - 1 - engine.pointee.busCount)
    pairs = .allocate(capacity: pairCount)
    pairs.initialize(repeating: nil, count: pairCount)
    self.sampleRate = sampleRate
    self.report = report
    self.followsServerClock = followsServerClock
    self.resume = resume
    fade = FadeOut(sampleRate: sampleRate)
  }

  /// Makes it ready to go on in the same client, which had left the graph; not while that is active.
  mutating func goOn(from point: ResumePoint?) {
    resume = point
    fade = FadeOut(sampleRate: sampleRate)
  }

  deinit { pairs.deallocate() }

  /// One process cycle.
  @_noLocks mutating func run(_ frames: UInt32) {
    guard let master = fetch(0, frames) else { return }
    var k = 1
    while k < pairCount {
      if watch.pointee.isHeard(k) {
        pairs[k] = fetch(k, frames)
      } else if case .some = pairs[k] {
        // What the buffer still holds must not be heard when somebody listens again.
        if let old = fetch(k, frames) { old.silence(Int32(truncatingIfNeeded: frames)) }
        pairs[k] = nil
      }
      k &+= 1
    }
    report.pointee.isInside.store(true, ordering: .sequentiallyConsistent)
    if report.pointee.isEnabled.load(ordering: .sequentiallyConsistent) && !fade.isOver {
      deliver(frames, master)
      if report.pointee.isLeaving.load(ordering: .relaxed) { fadeOut(frames, master) }
    } else {
      silence(frames, master)
    }
    report.pointee.isInside.store(false, ordering: .sequentiallyConsistent)
  }

  @_noLocks private func fetch(_ pair: Int, _ frames: UInt32) -> OutputPair? {
    guard let left = rt_port_buffer(watch.pointee.port(2 &* pair), frames),
      let right = rt_port_buffer(watch.pointee.port(2 &* pair &+ 1), frames)
    else { return nil }
    return OutputPair(left: left, right: right)
  }

  @_noLocks private mutating func deliver(_ frames: UInt32, _ master: OutputPair) {
    let time = rt_last_frame_time(client)
    let now = rt_time()
    catchUp(time: time, period: frames, now: now)
    engine.pointee.process(
      frames: Int32(truncatingIfNeeded: frames), master: master,
      ports: stemPairs > 0 ? UnsafePointer(pairs + 1) : nil, buses: UnsafePointer(pairs + 1 + stemPairs))
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
  @_noLocks private mutating func catchUp(time: UInt32, period: UInt32, now: UInt64) {
    let knowsClock = serverClock.isKnown
    let lost = serverClock.lostFrames(before: time, frames: period)
    if let point = resume {
      resume = nil
      let passed = max(0, Int64(truncatingIfNeeded: now &- point.since)) &* sampleRate / 1_000_000
      let frames = point.frames &+ passed
      // Where the client is the same, so is the frame clock, and exact, though a busy server may have fallen far behind
      // the time. One that is ahead of the time, or has stood still, is another clock.
      let (lead, slack) = (lost &- frames, 2 &* Int64(period) &+ sampleRate / 4)
      let isExact = knowsClock && lead <= slack &+ passed / 8 && lead >= 0 &- slack &- passed / 4 &* 3
      engine.pointee.skip(isExact ? lost : frames)
    } else if followsServerClock && lost > 0 {
      engine.pointee.skip(lost)
    }
  }

  @_noLocks private mutating func fadeOut(_ frames: UInt32, _ master: OutputPair) {
    let count = Int32(truncatingIfNeeded: frames)
    fade.lower(master, frames: count)
    var k = 1
    while k < pairCount {
      if let pair = pairs[k] { fade.lower(pair, frames: count) }
      k &+= 1
    }
    fade.advance(count)
    if fade.isOver { report.pointee.hasFaded.store(true, ordering: .releasing) }
  }

  @_noLocks private func silence(_ frames: UInt32, _ master: OutputPair) {
    let count = Int32(truncatingIfNeeded: frames)
    master.silence(count)
    var k = 1
    while k < pairCount {
      if let pair = pairs[k] { pair.silence(count) }
      k &+= 1
    }
  }
}
