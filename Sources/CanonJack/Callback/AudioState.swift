import CJack
import CRealtime
import CanonEngine

/// Where the clock must be when a client starts to use the engine after an interruption.
struct ResumePoint {
  /// Frames to skip in addition to the time that has passed: for a new engine, the position that the music had.
  var frames: FrameCount
  /// How many of them lead a new engine to the last position of the old one; 0 for the same engine.
  var position: FrameCount = 0
  /// The server's clock, in microseconds, when the music had that position.
  var since: UInt64
}

/// Everything the process callback uses, in memory that control allocates before activation and frees after
/// the client is closed. It contains no class, closure or array (Documentation/RealTime.md).
struct AudioState: ~Copyable {
  /// The engine, which belongs to the driver and passes from client to client.
  let engine: UnsafeMutablePointer<Engine>
  let client: OpaquePointer
  let watch: UnsafeMutablePointer<PortWatch>
  /// The buffers of each pair of ports in this cycle; nil while the pair is not connected.
  private let pairs: UnsafeMutablePointer<OutputPair?>
  /// One more than the last pair that may have ports in this cycle.
  private var pairEnd = 0
  let sampleRate: Int64
  let report: UnsafeMutablePointer<CycleReport>
  /// Where the taps of a recording and of a capture are; it outlives this.
  private let slot: UnsafeMutablePointer<TapSlot.Memory>
  /// The tap of this cycle; nil if nothing is recorded.
  private var tap: UnsafeMutablePointer<RecordTap>?
  /// The same for a capture.
  private var captureTap: UnsafeMutablePointer<CaptureTap>?
  /// The way of MIDI messages to control; nil without an input for them. It outlives this.
  private let midi: UnsafeMutablePointer<MIDILink.Memory>?
  /// The messages of `clock_out`; nil without it.
  private let ticks: UnsafeMutablePointer<MIDIClock>?
  /// Whether MIDI's transport messages lead the clock, and what the last ones ask for.
  private let followsTransport: Bool
  private var transport = MIDITransport()
  /// The messages of `lights_out`; nil without it. It outlives this.
  private let lights: UnsafeMutablePointer<MIDIOutbox.Memory>?
  /// Where libjack writes the next message. It is not on the stack, whose protection is a call.
  private var message = jack_midi_event_t()
  /// Whether the music skips over a gap in the server's frame clock. Otherwise it continues at its old position.
  let usesServerClock: Bool
  var resume: ResumePoint?

  private var serverClock = ServerClock()
  /// The machine's clock, in microseconds, before the server's was read in the last cycle.
  private var lastRead: UInt64 = 0
  private var anchorOffset: Int64 = .min
  private var fade: FadeOut

  /// - Parameter watch: Must live as long as this.
  init(
    engine: UnsafeMutablePointer<Engine>, client: OpaquePointer, watch: UnsafeMutablePointer<PortWatch>,
    sampleRate: Int64, report: UnsafeMutablePointer<CycleReport>, usesServerClock: Bool,
    resume: ResumePoint?, slot: UnsafeMutablePointer<TapSlot.Memory>,
    midi: UnsafeMutablePointer<MIDILink.Memory>? = nil, hasClock: Bool = false,
    followsTransport: Bool = false, lights: UnsafeMutablePointer<MIDIOutbox.Memory>? = nil
  ) {
    self.engine = engine
    self.client = client
    self.watch = watch
    pairs = .allocate(capacity: PortWatch.capacity)
    pairs.initialize(repeating: nil, count: PortWatch.capacity)
    self.sampleRate = sampleRate
    self.report = report
    self.usesServerClock = usesServerClock
    self.resume = resume
    self.slot = slot
    (self.midi, self.lights) = (midi, lights)
    self.followsTransport = followsTransport
    ticks = hasClock ? .allocate(capacity: 1) : nil
    ticks?.initialize(to: MIDIClock())
    fade = FadeOut(sampleRate: sampleRate)
  }

  /// Prepares to continue in the same client after it left the graph.
  /// - Precondition: The client is not active.
  mutating func goOn(from point: ResumePoint?) {
    resume = point
    fade = FadeOut(sampleRate: sampleRate)
  }

  deinit {
    pairs.deallocate()
    ticks?.deinitialize(count: 1)
    ticks?.deallocate()
  }

  /// One process cycle.
  @_noLocks mutating func run(_ frames: UInt32) {
    // A port that is taken away stays until the callback has been outside.
    report.pointee.isInside.store(true, ordering: .sequentiallyConsistent)
    // A client that was retired delivers nothing that could be recorded.
    if report.pointee.isEnabled.load(ordering: .sequentiallyConsistent) {
      enter()
      if let master = fetch(0, frames) { run(frames, master) }
      (tap, captureTap) = (nil, nil)
      slot.pointee.leave()
    } else if let master = fetch(0, frames) {
      run(frames, master)
    }
    report.pointee.isInside.store(false, ordering: .sequentiallyConsistent)
  }

  @_noLocks private mutating func enter() {
    tap = slot.pointee.enter()
    if let found = tap, !found.pointee.isOf(rate: sampleRate) { tap = nil }
    captureTap = slot.pointee.capturing
    if let found = captureTap, !found.pointee.isOf(rate: sampleRate) { captureTap = nil }
  }

  @_noLocks private mutating func run(_ frames: UInt32, _ master: OutputPair) {
    let isEnding = report.pointee.isEnding.load(ordering: .relaxed)
    if let ticks {
      ticks.pointee.beginPeriod()
      if isEnding { ticks.pointee.stop() }
    }
    pairEnd = watch.pointee.pairEnd
    var k = 1
    while k < pairEnd {
      if watch.pointee.isHeard(k) || isRecorded(k) {
        pairs[k] = fetch(k, frames)
      } else if case .some = pairs[k] {
        // The buffer's old contents must not be heard when the pair is connected again.
        if let old = fetch(k, frames) { old.silence(Int32(truncatingIfNeeded: frames)) }
        pairs[k] = nil
      }
      k &+= 1
    }
    if report.pointee.isEnabled.load(ordering: .sequentiallyConsistent) && !fade.isOver {
      deliver(frames, master, isEnding ? nil : ticks)
      capture(frames)
      if report.pointee.isLeaving.load(ordering: .relaxed) { fadeOut(frames, master) }
      if let tap {
        tap.pointee.record(
          Int32(truncatingIfNeeded: frames), isRolling: isRolling, master: master,
          OutputPairs(pairs, count: pairEnd))
      }
    } else {
      silence(frames, master)
      if let ticks { ticks.pointee.stop() }
    }
    if let ticks { send(ticks, frames) }
    if let lights { send(lights, frames) }
    if isEnding && report.pointee.endedIn.load(ordering: .relaxed) == 0 {
      report.pointee.endedIn.store(report.pointee.cycles.load(ordering: .relaxed), ordering: .relaxed)
    }
  }

  /// Takes in what has come in during this cycle.
  @_noLocks private func capture(_ frames: UInt32) {
    guard let captureTap, let end = engine.pointee.rollingPosition, let inputs = watch.pointee.inputs,
      let left = rt_port_buffer(inputs.left, frames), let right = rt_port_buffer(inputs.right, frames)
    else { return }
    captureTap.pointee.capture(
      Int32(truncatingIfNeeded: frames), from: end &- Int64(frames), origin: engine.pointee.firstDownbeat,
      left, right)
  }

  /// Whether the clock runs in this cycle.
  private var isRolling: Bool {
    @_noLocks get { if case .some = engine.pointee.rollingPosition { true } else { false } }
  }

  @_noLocks private func isRecorded(_ pair: Int) -> Bool {
    if let tap { tap.pointee.wants(pair) } else { false }
  }

  @_noLocks private func fetch(_ pair: Int, _ frames: UInt32) -> OutputPair? {
    guard let leftPort = watch.pointee.port(2 &* pair), let rightPort = watch.pointee.port(2 &* pair &+ 1),
      let left = rt_port_buffer(leftPort, frames), let right = rt_port_buffer(rightPort, frames)
    else { return nil }
    return OutputPair(left: left, right: right)
  }

  @_noLocks private mutating func deliver(
    _ frames: UInt32, _ master: OutputPair, _ ticks: UnsafeMutablePointer<MIDIClock>?
  ) {
    let start = rt_time()
    let time = rt_last_frame_time(client)
    let now = rt_time()
    catchUp(time: time, period: frames, now: now)
    lastRead = start
    if let midi { receiveMIDI(midi, frames) }
    let count = Int32(truncatingIfNeeded: frames)
    engine.pointee.process(
      frames: count, following: transport.clock, after: transport.offset, master: master,
      ports: OutputPairs(pairs + PortWatch.firstStem, count: max(0, pairEnd &- PortWatch.firstStem)),
      buses: OutputPairs(
        pairs + PortWatch.firstBus, count: min(pairEnd, PortWatch.firstStem) &- PortWatch.firstBus),
      ticks: ticks)
    transport.endPeriod(isFollowed: engine.pointee.hasFollowed, frames: count)
    if let position = engine.pointee.rollingPosition {
      let start = position &- Int64(frames)
      let offset = start &- Int64(time)
      if offset != anchorOffset {
        anchorOffset = offset
        report.pointee.publishAnchor(position: start, frame: time)
      }
    }
    report.pointee.lastFrame.store(time, ordering: .relaxed)
    report.pointee.lastCycle.store(now, ordering: .relaxed)
    let cycles = report.pointee.cycles.load(ordering: .relaxed)
    report.pointee.cycles.store(cycles &+ 1, ordering: .relaxed)
  }

  /// Gives the engine and control what came in through MIDI during this cycle.
  @_noLocks private mutating func receiveMIDI(
    _ midi: UnsafeMutablePointer<MIDILink.Memory>, _ frames: UInt32
  ) {
    guard let port = watch.pointee.control, let buffer = rt_midi_buffer(port, frames) else { return }
    let count = rt_midi_count(buffer)
    if count == 0 { return }
    let start = engine.pointee.rollingPosition
    midi.pointee.enter()
    var index: UInt32 = 0
    while index < count {
      let isRead = rt_midi_event(&message, buffer, index) == 0
      index &+= 1
      guard isRead, message.size > 0, message.size <= 3, let bytes = message.buffer else { continue }
      let last = frames &- 1
      let offset = Int32(truncatingIfNeeded: message.time < last ? message.time : last)
      if followsTransport,
        transport.take(
          status: bytes[0], data1: message.size > 1 ? bytes[1] : 0, data2: message.size > 2 ? bytes[2] : 0,
          count: message.size, after: offset, of: engine.pointee)
      {
        continue
      }
      var frame = Int64.min
      if let start { frame = start &+ Int64(offset) }
      midi.pointee.take(
        MIDIEvent(
          frame: frame, status: bytes[0], data1: message.size > 1 ? bytes[1] : 0,
          data2: message.size > 2 ? bytes[2] : 0, count: UInt8(truncatingIfNeeded: message.size)),
        after: offset, into: &engine.pointee)
    }
    midi.pointee.leave()
  }

  /// Sends the music's time.
  @_noLocks private func send(_ ticks: UnsafeMutablePointer<MIDIClock>, _ frames: UInt32) {
    guard let port = watch.pointee.clock, let buffer = rt_midi_buffer(port, frames) else { return }
    rt_midi_clear(buffer)
    var place = 0
    while place < ticks.pointee.count {
      let message = ticks.pointee.message(place)
      if let bytes = rt_midi_reserve(
        buffer, UInt32(truncatingIfNeeded: message.offset), message.count)
      {
        bytes[0] = message.status
        if message.count > 1 { bytes[1] = message.data1 }
        if message.count > 2 { bytes[2] = message.data2 }
      }
      place &+= 1
    }
  }

  /// Sends what waits for the lights.
  @_noLocks private func send(_ lights: UnsafeMutablePointer<MIDIOutbox.Memory>, _ frames: UInt32) {
    guard let port = watch.pointee.lights, let buffer = rt_midi_buffer(port, frames) else { return }
    rt_midi_clear(buffer)
    // What waits is for the client that is enabled.
    if !report.pointee.isEnabled.load(ordering: .sequentiallyConsistent) { return }
    var count = 0
    while count < MIDIOutbox.Memory.mostOfPeriod, let message = lights.pointee.first {
      guard message.count <= rt_midi_room(buffer), let bytes = rt_midi_reserve(buffer, 0, message.count)
      else { return }
      var place = 0
      while place < message.count {
        bytes[place] = message.byte(place)
        place &+= 1
      }
      lights.pointee.removeFirst()
      count &+= 1
    }
  }

  /// Skips the frames that were lost while there was no client, or in a gap of the server's frame clock.
  @_noLocks private mutating func catchUp(time: UInt32, period: UInt32, now: UInt64) {
    let knowsClock = serverClock.isKnown
    let since = max(0, Int64(truncatingIfNeeded: now &- lastRead)) &* sampleRate / 1_000_000
    let lost = serverClock.lostFrames(before: time, frames: period, passed: since)
    // What the server did not play is silent in a recording.
    if let point = resume {
      resume = nil
      let passed = max(0, Int64(truncatingIfNeeded: now &- point.since)) &* sampleRate / 1_000_000
      let frames = point.frames &+ passed
      // If the client is the same, its frame clock is usually the same too, and exact, even if a busy server has fallen
      // far behind real time. A clock that is ahead of real time, or has stood still, is a different one.
      let (lead, slack) = (lost &- frames, 2 &* Int64(period) &+ sampleRate / 4)
      let isExact = knowsClock && lead <= slack &+ passed / 8 && lead >= 0 &- slack &- passed / 4 &* 3
      // Music that stood does so from its old position on.
      engine.pointee.skip(point.position)
      let missed = (isExact ? lost : frames) &- point.position
      engine.pointee.skip(missed)
      if let tap { tap.pointee.skip(missed) }
    } else if lost > 0 {
      if usesServerClock { engine.pointee.skip(lost) }
      if let tap { tap.pointee.skip(lost) }
    }
  }

  @_noLocks private mutating func fadeOut(_ frames: UInt32, _ master: OutputPair) {
    let count = Int32(truncatingIfNeeded: frames)
    if !fade.hasBegun, let position = engine.pointee.rollingPosition {
      report.pointee.leftAt.store(position &- Int64(frames), ordering: .relaxed)
    }
    fade.lower(master, frames: count)
    var k = 1
    while k < pairEnd {
      if let pair = pairs[k] { fade.lower(pair, frames: count) }
      k &+= 1
    }
    fade.advance(count)
    if fade.isOver {
      // There may be no further cycle in which to say so.
      if let ticks { ticks.pointee.stop(after: count &- 1) }
      report.pointee.hasFaded.store(true, ordering: .releasing)
    }
  }

  @_noLocks private func silence(_ frames: UInt32, _ master: OutputPair) {
    let count = Int32(truncatingIfNeeded: frames)
    master.silence(count)
    var k = 1
    while k < pairEnd {
      if let pair = pairs[k] { pair.silence(count) }
      k &+= 1
    }
  }
}
