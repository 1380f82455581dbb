import CanonMixing

/// The audio half of an engine: mixes the stems of one set, sample by sample, on one clock.
///
/// It knows no dates, names, files or servers. A driver owns it and calls ``process(frames:following:master:ports:buses:)`` for
/// each period. The output does not depend on how time is divided into periods. The engine never allocates, locks, waits
/// or calls the system, and no command makes it trap.
///
/// The handle must outlive the engine (the session keeps both).
@safe public struct Engine: ~Copyable, Sendable {
  // What the playing edition says.
  var grid: Grid
  var ramps: RampLengths
  /// How many frames late a command may be and still count for its boundary.
  var grace: FrameCount
  var secondPress: SecondPress
  var seed: UInt64
  /// The number of places for stems, each with its port; that of a stem that a later edition has left out stays.
  public internal(set) var stemCount: Int
  public internal(set) var busCount: Int
  var memory: EngineMemory
  var keptMix: KeptMix
  /// The number of the playing edition.
  var edition: Int64 = 0
  var pendingEdition: PendingEdition?
  /// The frame on which to look whether the stems that have left are silent; `.max` if they are.
  var leavingEnd: FramePosition = .max
  var commands: CommandReader
  /// The received commands that wait for their frames.
  var waiting: WaitingCommands
  var events: EventWriter
  let clock: SharedClock
  let instructions: InstructionSet
  /// The next frame to be delivered. It counts delivered and skipped frames, and never goes back.
  var position: FramePosition = 0
  /// The frame of the music's first downbeat. The music is at position `frame - origin`; a relocation moves the origin.
  var origin: FramePosition = 0
  var pendingSeek: PendingSeek?
  /// The part of the music that repeats; nil for none.
  var section: Section?
  /// The last relocation, if there was no room to report it.
  var unreportedMove: (at: FramePosition, to: FramePosition)?
  var isRolling = false
  /// Whether there are, or have been, samples in pages, which may be late.
  var hasPages = false
  /// Whether it decides what is heard; false for one that only mixes what another one has decided (``StateMixer``).
  var decides = true
  var pendingHalt: PendingHalt?
  /// The frame on which the music was last where it stands; `.max` unless the clock stands.
  var haltedAt: FramePosition = .max
  /// The next frame on which a player, or the master, must be examined.
  var agenda: FramePosition = .min
  /// Whether follow actions, solos or pause marks are due once all players of a boundary have been examined.
  var followsAreDue = false
  var solosAreDue = false
  var master = Ramp(constant: 1)
  private var meter = MasterMeter()
  var pendingMaster: PendingGain?
  /// The bus that the player alone hears; negative for none.
  var cueBus: Int
  var clickSounds: ClickRef?
  /// Whether a stem is heard on the cue bus, or may be.
  var hasCues = false
  var click = Click()
  /// The bars by which a start from silence is put off; 0 for none.
  var countInBars: Int32 = 0
  var countIn: CountIn?
  /// The frame from which no send moves.
  var sendsEnd: FramePosition = .min
  /// Whether any stem is marked as needed by the next command.
  var hasNeeds = false
  /// The ticket of the last such mark.
  var lastNeed: UInt64 = 0
  /// The number of soloed stems, and of those among them that silence the bases.
  var soloCount = 0
  var aloneCount = 0
  /// The common cycle on ``cycleFrame``, before the first command of that frame.
  var knownCycle: GridLine?
  var cycleFrame: FramePosition = .min
  /// The number of stems with a pending change that a command requested: their events have reserved room in the queue.
  var pendingCount = 0
  /// The number of stems that wait for a replacement of samples: their events have reserved room too.
  var replacementCount = 0
  /// The number of events reserved for commands that are being received.
  var reservedEvents = 0
  /// The number of stems with a change or a run that is not reported yet.
  var unreportedCount = 0
  /// The number of stems with a change of their pause mark that is not reported yet.
  var unreportedHolds = 0
  /// Whether another piece has begun, here or in the engine from which the music was restored, and the music has not moved since: before
  /// its first downbeat there is a gap.
  var hasGap = false
  /// The ticket of the last trigger, and the number of triggers since the last period.
  var lastTrigger = Engine.firstTrigger
  /// Whether a frame has been delivered since the clock runs.
  var hasDelivered = false
  /// Whether the last period has followed its clock; false if the clock does not run, or there was no room to report it.
  public private(set) var hasFollowed = true
  var triggerCount = 0
  /// Whether the clock is passing over frames that nobody receives.
  var isPassing = false
  /// A skip that is not reported yet, because there was no room for it beside the reserved events. Later skips
  /// are added to it: only a control thread that reads nothing for minutes loses their separate positions.
  private var unreportedFrom: FramePosition = 0
  private var unreportedFrames: FrameCount = 0

  init(
    _ plan: EditionPlan, commands: consuming CommandReader, events: consuming EventWriter,
    clock: SharedClock, waiting: Int, instructions: InstructionSet
  ) {
    grid = unsafe plan.grid
    ramps = unsafe plan.ramps
    grace = unsafe plan.grace
    secondPress = unsafe plan.secondPress
    seed = unsafe plan.seed
    stemCount = unsafe plan.memory.count
    busCount = unsafe plan.busCount
    cueBus = unsafe plan.cueBus
    unsafe clickSounds = unsafe plan.click
    unsafe memory = unsafe plan.memory
    unsafe keptMix = unsafe plan.memory.keptMix
    self.commands = commands
    unsafe self.waiting = WaitingCommands(capacity: waiting + Trigger.mostInPeriod)
    self.events = events
    unsafe self.clock = unsafe clock
    self.instructions = instructions
  }

  deinit { unsafe waiting.deallocate() }

  /// The frame that the next period begins with; nil until the clock runs.
  /// - Thread: audio
  public var rollingPosition: FramePosition? {
    @_noLocks get { isRolling ? position : nil }
  }

  /// The frame of the music's first downbeat, which relocations move, and which moves on while the music stands.
  /// - Thread: audio
  public var firstDownbeat: FramePosition {
    @_noLocks get { origin }
  }

  /// The music's position on a frame of the next period, unless something moves it until then.
  /// - Thread: audio
  @_noLocks public func place(after frames: Int32) -> FramePosition {
    if isHalted { return haltedAt &- origin }
    return isRolling ? position &+ Int64(frames) &- origin : 0
  }

  /// The first frame on which a stem may change without another command, never before the next period; `.max` if none does.
  /// - Thread: audio, between periods
  public var nextChange: FramePosition {
    unsafe max(min(isHalted ? .max : agenda, waiting.nextFrame), position)
  }

  // MARK: - The period

  /// Delivers the next `frames` frames.
  /// - Parameters:
  ///   - frames: 0 or more; the lengths of successive calls may differ.
  ///   - following: The clock of this period. What it changes is reported (``EngineEvent/clockChanged(_:at:)``).
  ///   - offset: The frame in the period from which it is followed.
  ///   - master: Receives the sum of all stems.
  ///   - ports: One for each place of a stem, for its contribution to the sum; an entry, or the whole parameter, is nil if not needed,
  ///     and a stem at a later place is not written.
  ///   - buses: One for each bus; nil in the same way.
  ///   - ticks: Receives the messages of this period; nil if they are not needed.
  /// - Thread: audio
  @_noLocks public mutating func process(
    frames: Int32, following period: PeriodClock = .free, after offset: Int32 = 0, master: OutputPair,
    ports: OutputPairs? = nil, buses: OutputPairs? = nil, ticks: UnsafeMutablePointer<MIDIClock>? = nil
  ) {
    let pageCount = unsafe clock.pageCount
    receive()
    let isLater = offset > 0 && offset < frames
    hasFollowed = isLater ? false : synchronize(to: period)
    if frames > 0 { haltBeforeFirst() }
    unsafe master.silence(frames)
    unsafe buses?.silence(frames)
    unsafe ports?.silence(from: isRolling ? stemCount : 0, frames)
    if isRolling {
      var done: Int32 = 0
      while done < frames {
        let run: Int32
        let (place, stands) = (position &- origin, isHalted)
        let rest = (isLater && done < offset ? offset : frames) &- done
        if stands {
          run = silentFrames(atMost: rest)
          unsafe ports?.silence(offset: done, run)
        } else {
          run = unsafe deliver(atMost: rest, offset: done, master: master, ports: ports, buses: buses)
        }
        if run > 0, let ticks = unsafe ticks {
          unsafe ticks.pointee.follow(run, after: done, at: place, stands ? nil : grid.tick)
        }
        done &+= run
        if run > 0 { hasDelivered = true }
        position &+= Int64(run)
        reachBoundaries()
        // On the first frame of a period, what waits comes after what arrives.
        if done < frames { receiveWaiting() }
        if isLater && done == offset && run > 0 { hasFollowed = synchronize(to: period) }
      }
      approachEdition(frames)
    }
    triggerCount = 0
    unsafe meter.measure(master, frames: frames, into: clock)
    publishPlaces()
    unsafe clock.publish(position: position, origin: origin, isRolling: isRolling)
    unsafe clock.passPages(pageCount)
    unsafe clock.countCycle()
  }

  /// Reports what is left to be reported, and receives what has arrived, on the first frame of a period.
  @_noLocks mutating func receive() {
    reportSkip()
    reportConsequences()
    receiveCommands()
  }

  /// Moves the clock forward over frames that nobody received. Playing stems continue in phase, with a ramp; everything due
  /// on the skipped frames happens there, in order. Commands in the queue are received afterwards, on the next period's
  /// first frame. If the clock does not run yet, they are received first, because one of them may start it.
  /// - Thread: audio, between periods
  @_noLocks public mutating func skip(_ frames: FrameCount) {
    if !isRolling { receiveCommands() }
    guard canJump(frames) else { return }
    if unreportedFrames == 0 { unreportedFrom = position }
    unreportedFrames &+= frames
    reportSkip()
    jump(frames)
    unsafe clock.publish(position: position, origin: origin, isRolling: isRolling)
  }

  @_noLocks private mutating func reportSkip() {
    guard unreportedFrames > 0, events.hasRoom(for: promisedEvents &+ 1) else { return }
    events.write(.skipped(from: unreportedFrom, frames: unreportedFrames))
    unreportedFrames = 0
  }

  var hasPendingSeek: Bool { @_noLocks get { if case .some = pendingSeek { true } else { false } } }

  private var hasPromisedSeek: Bool {
    @_noLocks get { if let pendingSeek { pendingSeek.isPromised } else { false } }
  }

  /// The number of events with reserved room in the queue: two for each pending change (it takes effect, a run begins), one
  /// for each replacement, one for a relocation, and those of commands that are being received or wait for their frames.
  var promisedEvents: Int {
    @_noLocks get {
      unsafe 2 &* pendingCount &+ replacementCount &+ (hasPromisedSeek ? 1 : 0) &+ editionEvents &+ haltEvents
        &+ reservedEvents
        &+ Self
        .eventsPerCommand &* waiting.count
    }
  }
}
