/// What an engine is made from.
public struct EngineConfiguration: Sendable {
  public var grid: Grid
  public var sampleRate: SampleRate
  /// One for each stem, in order.
  public var levels: [Level]
  /// Length of a change of gain in the middle of a signal, in milliseconds: 0 ... 1000.
  public var rampMilliseconds: Double

  public init(grid: Grid, sampleRate: SampleRate, levels: [Level], rampMilliseconds: Double = 5) {
    self.grid = grid
    self.sampleRate = sampleRate
    self.levels = levels
    self.rampMilliseconds = min(max(rampMilliseconds, 0), 1000)
  }
}

/// Both halves of a new engine: the audio half for a driver, the control half for a session.
@frozen public struct EngineParts: ~Copyable {
  public let engine: Engine
  public let handle: EngineHandle

  /// - Thread: control
  public init(_ configuration: EngineConfiguration) {
    let stems = configuration.levels.count
    // Room for the answer to every command of a full queue, and a change of every stem, twice over.
    var events = 8192
    while events < 4 * (stems + EngineHandle.commandCapacity) { events *= 2 }
    let ends = RingEnds(commands: EngineHandle.commandCapacity, events: events)
    let clock = EngineClock()
    engine = unsafe Engine(
      configuration, commands: ends.commandReader, events: ends.eventWriter, clock: clock.shared)
    handle = EngineHandle(
      stems: stems, framesPerStem: configuration.grid.loop.longestDistance, commands: ends.commandWriter,
      events: ends.eventReader, clock: clock)
  }
}

/// The audio half: mixes the stems of one set, sample for sample, on one clock.
///
/// It knows no dates, names, files or servers. A driver owns it and calls ``process(frames:master:ports:)`` for
/// each period; the output does not depend on how time is cut into periods. It never allocates, locks, waits or
/// calls the system, and never traps on what control sends.
///
/// The handle must outlive it (the session keeps both).
@safe public struct Engine: ~Copyable, Sendable {
  private let grid: Grid
  private let ramps: RampLengths
  private let stemCount: Int
  private let players: Players
  private var commands: CommandReader
  private var events: EventWriter
  private let clock: SharedClock
  private var position: FramePosition = 0
  private var isRolling = false
  /// How many stems have a change pending: as many events are yet to come without a command.
  private var pendingCount = 0
  /// A skip that control has not been told of, since there was no room for it beside what was promised. Skips that
  /// follow are added to it: only a control thread that reads nothing for minutes loses their single frames.
  private var unreportedFrom: FramePosition = 0
  private var unreportedFrames: FrameCount = 0

  /// Sendable because only the thread that owns the engine reaches it.
  @unsafe private struct Players: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<StemPlayer>
  }

  init(
    _ configuration: EngineConfiguration, commands: consuming CommandReader, events: consuming EventWriter,
    clock: SharedClock
  ) {
    grid = configuration.grid
    ramps = RampLengths(
      milliseconds: configuration.rampMilliseconds, sampleRate: configuration.sampleRate)
    stemCount = configuration.levels.count
    let pointer = UnsafeMutablePointer<StemPlayer>.allocate(capacity: max(1, stemCount))
    for (index, level) in configuration.levels.enumerated() {
      unsafe (pointer + index).initialize(to: StemPlayer(samples: nil, level: level))
    }
    unsafe players = Players(pointer: pointer)
    self.commands = commands
    self.events = events
    unsafe self.clock = unsafe clock
  }

  deinit { unsafe players.pointer.deallocate() }

  /// The frame that the next period begins with; nil until the clock runs.
  /// - Thread: audio
  public var rollingPosition: FramePosition? {
    @_noLocks get { isRolling ? position : nil }
  }

  // MARK: - The period

  /// Delivers the next `frames` frames.
  /// - Parameters:
  ///   - frames: 0 or more; the lengths of successive calls may differ.
  ///   - master: Where the sum of all stems goes.
  ///   - ports: One pair for each stem, for what it adds to the sum; or nil.
  /// - Thread: audio
  @_noLocks public mutating func process(
    frames: Int32, master: OutputPair, ports: UnsafePointer<OutputPair>?
  ) {
    reportSkip()
    takeCommands()
    unsafe master.silence(frames)
    if isRolling {
      var done: Int32 = 0
      while done < frames {
        let run = unsafe deliver(atMost: frames &- done, offset: done, master: master, ports: ports)
        done &+= run
        position &+= Int64(run)
        reachBoundaries()
      }
    } else if let ports = unsafe ports {
      var i = 0
      while i < stemCount {
        unsafe ports[i].silence(frames)
        i &+= 1
      }
    }
    unsafe clock.publish(position: position, isRolling: isRolling)
    unsafe clock.countCycle()
  }

  /// Moves the clock on by frames that nobody received. What sounds goes on in phase, with a ramp; changes whose
  /// frame was passed take effect at once. Commands that wait are received after it, on the next period's first frame;
  /// but an engine whose clock does not run yet receives them first, among them the one that starts it.
  /// - Thread: audio, between periods
  @_noLocks public mutating func skip(_ frames: FrameCount) {
    if !isRolling { takeCommands() }
    guard isRolling, frames > 0 else { return }
    if unreportedFrames == 0 { unreportedFrom = position }
    unreportedFrames &+= frames
    reportSkip()
    jump(frames)
    unsafe clock.publish(position: position, isRolling: isRolling)
  }

  @_noLocks private mutating func reportSkip() {
    guard unreportedFrames > 0, events.hasRoom(for: pendingCount &+ 1) else { return }
    events.write(.skipped(from: unreportedFrom, frames: unreportedFrames))
    unreportedFrames = 0
  }

  @_noLocks private mutating func jump(_ frames: FrameCount) {
    position &+= frames
    // What was passed takes effect before the stems join in again; what falls on this very frame comes after, as
    // on any frame.
    var i = 0
    while i < stemCount {
      reachIfDue(i, by: position &- 1)
      unsafe players.pointer[i].rejoin(at: position, ramps: ramps)
      i &+= 1
    }
    reachBoundaries()
  }

  /// Mixes up to the next frame on which something changes, or the loop wraps.
  @_noLocks private func deliver(
    atMost frames: Int32, offset: Int32, master: OutputPair, ports: UnsafePointer<OutputPair>?
  ) -> Int32 {
    let loop = grid.loop.index(containing: position)
    let phase = position &- grid.loop.position(of: loop)
    var end = min(position &+ Int64(frames), grid.loop.position(of: loop &+ 1))
    var i = 0
    while i < stemCount {
      end = min(end, unsafe players.pointer[i].nextCut)
      i &+= 1
    }
    // At least one frame, whatever a player says: the loop above must end.
    let run = Int32(truncatingIfNeeded: max(1, end &- position))
    let out = unsafe master.advanced(by: offset)
    i = 0
    while i < stemCount {
      let port = unsafe ports?[i].advanced(by: offset)
      unsafe players.pointer[i].mix(from: position, phase: phase, frames: run, master: out, port: port)
      i &+= 1
    }
    return run
  }

  /// Lets every change whose frame has come take effect, in the order of the stems.
  @_noLocks private mutating func reachBoundaries() {
    var i = 0
    while i < stemCount {
      unsafe players.pointer[i].beginPlanned(at: position)
      reachIfDue(i, by: position)
      i &+= 1
    }
  }

  @_noLocks private mutating func reachIfDue(_ index: Int, by due: FramePosition) {
    let old = unsafe players.pointer[index].status
    guard old.isDue(at: due), let change = old.pending else { return }
    let status = old.completed
    enter(index, status)
    events.write(.changed(stem(index), status: status, at: change.at, by: change.by))
  }

  @_noLocks private mutating func enter(_ index: Int, _ status: StemStatus) {
    let wasPending = unsafe players.pointer[index].status.isPending
    let isPending = status.isPending
    pendingCount = pendingCount &+ (isPending ? 1 : 0) &- (wasPending ? 1 : 0)
    let atLoopTop = grid.phase(of: position) == 0
    unsafe players.pointer[index].enter(status, at: position, atLoopTop: atLoopTop, ramps: ramps)
  }

  @_noLocks private func stem(_ index: Int) -> StemIndex {
    StemIndex(rawValue: Int32(truncatingIfNeeded: index))
  }

  // MARK: - Commands

  /// Receives what control has sent, all on this frame; or nothing, while there is no room for the events that
  /// may follow: an answer and a change for each command, the changes that are pending, and a skip.
  @_noLocks private mutating func takeCommands() {
    let count = commands.count()
    guard count > 0, events.hasRoom(for: 2 &* count &+ pendingCount &+ 1) else { return }
    var taken = 0
    while taken < count, let command = unsafe commands.next() {
      unsafe receive(command)
      taken &+= 1
    }
  }

  @_noLocks private mutating func receive(_ command: EngineCommand) {
    let index = unsafe Int(command.stem.rawValue)
    guard index >= 0, index < stemCount else { return }
    let at = position
    var answer = EngineEvent.Answer.accepted
    switch unsafe command.action {
    case .request(let request, let quantum, let permitted):
      answer = unsafe ask(index, request, quantum, permitted: permitted, by: command.by)
    case .level(let level):
      // Before the first downbeat there is no signal in whose middle the gain would change.
      unsafe players.pointer[index].setLevel(
        level, at: position, length: isRolling ? ramps.usual : 0)
    case .samples(let samples):
      unsafe players.pointer[index].samples = unsafe samples
    case .roll:
      if isRolling { answer = .unchanged }
      isRolling = true
    case .skip(let frames):
      if isRolling && frames > 0 { jump(frames) } else { answer = .unchanged }
    }
    let status = unsafe players.pointer[index].status
    unsafe events.write(.answered(command.ticket, command.stem, answer, status: status, at: at))
    reachIfDue(index, by: position)
  }

  @_noLocks private mutating func ask(
    _ index: Int, _ request: StemRequest, _ quantum: Quantum, permitted: Bool, by source: CommandSource
  ) -> EngineEvent.Answer {
    let old = unsafe players.pointer[index].status
    if !permitted && old.needsPermit(for: request) { return .notPermitted }
    let change = PendingChange(at: grid.boundary(atOrAfter: position, quantum: quantum), by: source)
    let new = old.after(request, change: change)
    if new.isSame(as: old) { return .unchanged }
    enter(index, new)
    return .accepted
  }
}
