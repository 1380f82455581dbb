/// The audio half: mixes the stems of one set, sample for sample, on one clock.
///
/// It knows no dates, names, files or servers. A driver owns it and calls ``process(frames:master:ports:buses:)`` for
/// each period; the output does not depend on how time is cut into periods. It never allocates, locks, waits or
/// calls the system, and never traps on what control sends.
///
/// The handle must outlive it (the session keeps both).
@safe public struct Engine: ~Copyable, Sendable {
  let grid: Grid
  let ramps: RampLengths
  /// Frames that a command may be late after its boundary.
  let grace: FrameCount
  let secondPress: SecondPress
  let seed: UInt64
  public let stemCount: Int
  public let busCount: Int
  let memory: EngineMemory
  var commands: CommandReader
  var events: EventWriter
  let clock: SharedClock
  var position: FramePosition = 0
  var isRolling = false
  /// The next frame on which some player has to be looked at.
  var agenda: FramePosition = .min
  /// What is to be done for all once a boundary's players were looked at.
  var followsAreDue = false
  var solosAreDue = false
  var master = Ramp(constant: 1)
  private var meter = MasterMeter()
  var pendingMaster: PendingGain?
  /// Whether any stem is marked as needed by the next command.
  var hasNeeds = false
  /// How many stems are soloed, and how many of those without the bases.
  var soloCount = 0
  var aloneCount = 0
  /// The common cycle on ``cycleFrame``, before commands of that frame have changed what sounds.
  var knownCycle: GridLine?
  var cycleFrame: FramePosition = .min
  /// How many stems have a change pending that a command asked for: their events have a place in the queue.
  var pendingCount = 0
  /// How many stems wait for an exchange of samples: so has theirs.
  var exchangeCount = 0
  /// The events of commands that are being received, and have not all been written.
  var reservedEvents = 0
  /// How many stems have changed by others than those who asked, without control having been told.
  var unreportedCount = 0
  /// How many stems are held by a pause, or no longer, without control having been told.
  var unreportedHolds = 0
  /// Whether the clock moves on through frames that nobody receives.
  var isPassing = false
  /// A skip that control has not been told of, since there was no room for it beside what was promised. Skips that
  /// follow are added to it: only a control thread that reads nothing for minutes loses their single frames.
  private var unreportedFrom: FramePosition = 0
  private var unreportedFrames: FrameCount = 0

  init(
    _ configuration: EngineConfiguration, commands: consuming CommandReader, events: consuming EventWriter,
    clock: SharedClock
  ) {
    grid = configuration.grid
    ramps = RampLengths(configuration)
    grace = configuration.grace
    secondPress = configuration.secondPress
    seed = configuration.seed
    stemCount = configuration.stems.count
    busCount = configuration.busCount
    unsafe memory = EngineMemory(configuration)
    self.commands = commands
    self.events = events
    unsafe self.clock = unsafe clock
  }

  deinit { unsafe memory.deallocate() }

  /// The frame that the next period begins with; nil until the clock runs.
  /// - Thread: audio
  public var rollingPosition: FramePosition? {
    @_noLocks get { isRolling ? position : nil }
  }

  /// The first frame on which a stem may change without a command, `.max` if none does. Never before the next period.
  /// - Thread: audio, between periods
  public var nextChange: FramePosition { max(agenda, position) }

  // MARK: - The period

  /// Delivers the next `frames` frames.
  /// - Parameters:
  ///   - frames: 0 or more; the lengths of successive calls may differ.
  ///   - master: Where the sum of all stems goes.
  ///   - ports: One for each stem, for what it adds to the sum; nil where, or if, nobody wants it.
  ///   - buses: One for each bus; nil alike.
  /// - Thread: audio
  @_noLocks public mutating func process(
    frames: Int32, master: OutputPair, ports: UnsafePointer<OutputPair?>? = nil,
    buses: UnsafePointer<OutputPair?>? = nil
  ) {
    reportSkip()
    reportConsequences()
    takeCommands()
    unsafe master.silence(frames)
    unsafe silence(buses, count: busCount, frames: frames)
    if isRolling {
      var done: Int32 = 0
      while done < frames {
        let run = unsafe deliver(
          atMost: frames &- done, offset: done, master: master, ports: ports, buses: buses)
        done &+= run
        position &+= Int64(run)
        reachBoundaries()
      }
    } else {
      unsafe silence(ports, count: stemCount, frames: frames)
    }
    unsafe meter.measure(master, frames: frames, into: clock)
    unsafe clock.publish(position: position, isRolling: isRolling)
    unsafe clock.countCycle()
  }

  @_noLocks private func silence(_ pairs: UnsafePointer<OutputPair?>?, count: Int, frames: Int32) {
    guard let pairs = unsafe pairs else { return }
    var i = 0
    while i < count {
      if let pair = unsafe pairs[i] { unsafe pair.silence(frames) }
      i &+= 1
    }
  }

  /// Moves the clock on by frames that nobody received. What sounds goes on in phase, with a ramp; what was due on
  /// the frames passed has happened there, one after the other. Commands that wait are received after it, on the next period's first frame;
  /// but an engine whose clock does not run yet receives them first, among them the one that starts it.
  /// - Thread: audio, between periods
  @_noLocks public mutating func skip(_ frames: FrameCount) {
    if !isRolling { takeCommands() }
    guard canJump(frames) else { return }
    if unreportedFrames == 0 { unreportedFrom = position }
    unreportedFrames &+= frames
    reportSkip()
    jump(frames)
    unsafe clock.publish(position: position, isRolling: isRolling)
  }

  @_noLocks private mutating func reportSkip() {
    guard unreportedFrames > 0, events.hasRoom(for: promisedEvents &+ 1) else { return }
    events.write(.skipped(from: unreportedFrom, frames: unreportedFrames))
    unreportedFrames = 0
  }

  /// The events that are yet to come of what was asked: of a pending change that it took effect, and that a run began; of
  /// an exchange that it is done. They have their room before all others.
  var promisedEvents: Int { @_noLocks get { 2 &* pendingCount &+ exchangeCount &+ reservedEvents } }
}
