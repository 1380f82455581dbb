import CanonEngine
import CanonSchedule
import CanonStems

/// The playing side of a performance: the engine's control half, a mirror of each stem, and the unanswered commands.
///
/// It is a class and not a noncopyable value, because the debug build of Swift 6.3.1 reads a field of such a value, held by an
/// actor, after it has released the memory of the access.
///
/// - Thread: control; owned by the performance
final class Deck {
  private(set) var set: StemSet
  /// nil before the first engine.
  var handle: EngineHandle?
  /// The configuration of the engine.
  private(set) var configuration: EngineConfiguration?
  private(set) var sampleRate: SampleRate?
  /// The mirror of each stem, from the engine's events.
  var stems: [StemMirror]
  /// The requested gain of the sum of all stems.
  var master = Decibels(0)!
  /// The last audible gain that the engine has accepted.
  var audibleMaster = Decibels(0)!
  /// The same gain as the engine has it.
  var masterSetting = Setting(Decibels(0)!)
  /// Its current movement.
  var masterMotion = Ramp(constant: 1)
  /// Commands that the engine has not answered yet, oldest first. A slice, because its first element is taken out without moving the others.
  var sent: ArraySlice<SentCommand> = []
  /// The editions that the engine has and that do not play yet.
  var editions: [CommandTicket: WaitingEdition] = [:]
  /// The number of the piece that has begun last; nil before another one than the first.
  private(set) var piece: Int?
  /// Whether a pause of all stems is in force and was reported.
  var isPauseTold = false
  /// The last reported pause or resume of all stems.
  var lastHoldOfAll: (isOn: Bool, at: FramePosition)?
  /// The commands that are being given.
  private var claim: Claim?

  /// What the commands that are given together belong to, and their number so far.
  private struct Claim {
    var batch: Int?
    /// The undo step.
    var step: Int?
    /// The command that has waited.
    var waiting: Int?
    /// The scene that is run, by its id.
    var run: SceneRun?
    var count = 0
  }

  init(_ set: StemSet) {
    self.set = set
    buses = set.buses.map(\.id)
    stems = set.stems.map(StemMirror.init)
  }

  /// Begins with another set, or another form of the same one. Must be called before the first engine is made.
  func take(_ set: StemSet) {
    self.set = set
    buses = set.buses.map(\.id)
    stems = set.stems.map(StemMirror.init)
  }

  /// Continues with another edition.
  func adopt(_ next: NextEdition) {
    (set, configuration, buses) = (next.program.set, next.configuration, next.buses)
    piece = next.program.piece?.number
  }

  /// The ids of the buses by their places in the engine; nil for a place without a bus.
  private(set) var buses: [String?]
  /// The frame from which `at` counts bars and loops: 0, unless the grid has become another one while the music went on.
  var counted: FramePosition = 0

  var grid: Grid? { configuration?.grid }
  /// The engine's clock, readable at any time.
  private(set) var clock: EngineClock?
  /// The next frame to be delivered; 0 before the first engine.
  var position: FramePosition { clock?.position ?? 0 }

  /// The stem that is being captured, and the frame on which it is whole: before that only its samples are there, and nothing may start
  /// it.
  var unfinished: (stem: String, until: FramePosition)?
  /// What is to be undone of the commands that wait, by their numbers, from the frame on which they are received.
  var waitingSteps: [Int: WaitingStep] = [:]

  /// Whether frames are delivered as time passes, and not as fast as possible.
  var isLive = false

  /// The frame of the music's first downbeat, as the engine has it: the music is at `frame - origin`.
  var origin: FramePosition = 0
  /// The same for every frame, for what is told.
  var origins = Origins()
  /// Whether another piece has begun, and the music has not moved since, as the engine has it: nothing begins before its first downbeat.
  var hasGap = false

  /// Whether the music stands still, or is to.
  var halt = Halt.none
  /// The part of the music that repeats, or from whose end it goes on elsewhere; nil for none.
  var section: Section?
  /// Where the music has moved to; nil once somebody has seen it.
  var lastMove: FramePosition?
  /// The click and the count-in.
  var cue = CueSettings()
  /// Whether the journal says where the clock starts, because commands are received before that.
  private var tellsOfRoll = false

  /// Since when the server is gone, so that no engine receives commands; nil if it is there.
  private var awaySince: ContinuousClock.Instant?
  var isAway: Bool {
    get { awaySince != nil }
    set { awaySince = newValue ? awaySince ?? .now : nil }
  }

  /// The frame that is now: without a server the clock will skip the frames that pass.
  var present: FramePosition {
    guard let awaySince, let sampleRate else { return position }
    return position
      + FramePosition((ContinuousClock.now - awaySince) / .seconds(1) * Double(sampleRate.hertz))
  }

  /// The data for decisions, all from the current moment.
  var moment: Moment {
    Moment(
      position: position, reached: reached, isStanding: isStanding, present: present, origin: origin,
      isRunning: clock != nil, isAway: isAway,
      grid: grid,
      grace: configuration?.grace ?? 0, stems: stemsNow, sent: sent, liveRate: isLive ? sampleRate : nil,
      section: section)
  }

  /// Continues with another engine, whose clock is at frame 0.
  /// - Parameter isResumed: Whether the first engine goes on with an evening.
  /// - Returns: The stems as the old engine left them, and the commands that it has not answered; empty if there was no old
  ///   engine.
  func begin(
    _ new: consuming EngineHandle, _ configuration: EngineConfiguration, at rate: SampleRate,
    _ samples: [LoadedStem], isResumed: Bool = false
  ) -> (stems: [StemMirror], unanswered: [SentCommand]) {
    for stem in samples { new.setSamples(stem.buffer, of: stem.index, by: .clock) }
    // What waited for its frame is given to the new engine in time.
    let before = clock == nil ? ([], []) : (stems, sent.filter { $0.waiting == nil })
    waitingSteps = [:]
    tellsOfRoll = clock != nil || isResumed
    halt = .none
    clock = new.clock
    handle = consume new
    self.configuration = configuration
    sampleRate = rate
    (sent, editions) = ([], [:])
    (origin, origins, hasGap) = (0, Origins(), false)
    section = nil
    cue = CueSettings()
    lastHoldOfAll = nil
    masterSetting = Setting(Decibels(0)!)
    masterMotion = Ramp(constant: 1)
    stems = set.stems.map(StemMirror.init)
    return before
  }

  /// Whether the engine has been told to play the bases, and has answered.
  var hasStartedBases: Bool {
    clock != nil
      && !sent.contains { $0.command == nil && $0.stem == nil && !$0.isGone && $0.by == .clock }
  }

  /// Whether the engine has samples of a stem that are those of the playing program.
  func hasSamples(_ stem: StemIndex) -> Bool { buffer(of: stem) != nil && !stems[stem.int].hasOldSamples }
  /// The samples of a stem; nil if it has none, or is not there.
  func buffer(of stem: StemIndex) -> StemBuffer? {
    stems.indices.contains(stem.int) ? handle?.buffer(of: stem) : nil
  }

  /// The common cycle of the playing stems; nil before the first engine, and if it is out of range.
  var cycle: GridLine? {
    guard let grid, let lines = configuration?.stems.map(\.line) else { return nil }
    let sounding = stems.indices.filter { stems[$0].status.soundsNow }.map { lines[$0] ?? grid.loop }
    return GridLine.commonCycle(sounding, otherwise: grid.loop)
  }

  /// Whether the engine has yet to answer: a command, or that the clock rolls.
  var isAwaitingAnswers: Bool { clock?.isRolling != true || !sent.isEmpty }

  /// The first frame on which stems are known to change, or the music to be moved; `.max` if none is. It may be past.
  var nextChange: FramePosition {
    stems.reduce(origins.announced(after: position)?.at ?? .max) { next, stem in
      let follow = stem.follow.flatMap { $0 > position ? $0 : nil }
      return min(next, stem.status.pending?.at ?? .max, stem.end ?? .max, follow ?? .max)
    }
  }

  /// Whether levels, files, solos, pauses or the clock are about to change.
  var isChanging: Bool {
    if case .due = halt { return true }
    return masterSetting.next != nil
      || stems.contains { stem in
        stem.gain.next != nil || stem.pan.next != nil || stem.solo.next != nil || stem.file.next != nil
          || stem.nextHold != nil
      }
  }

  /// Makes changes that have become due take effect in the mirrors.
  func reach() {
    let reached = reached
    for index in stems.indices { stems[index].reach(reached) }
    reachMaster(reached)
  }

  func reachMaster(_ position: FramePosition) {
    guard let change = masterSetting.reach(position) else { return }
    masterMotion = masterMotion.moved(to: Gain(change.value).linear, at: change.at, length: change.frames)
  }

  // MARK: - Sending

  /// - Parameter ticket: nil if there is no engine yet, and nothing to remember.
  /// - Parameter command: The journal's line once the engine has accepted the command; nil if a rendering does the same by
  ///   itself.
  /// - Parameter place: Where in the music it lets the clock stand or roll.
  /// - Parameter again: What it is given again as; nil for what the command says.
  func remember(
    _ ticket: CommandTicket?, _ command: ControlCommand?, of stem: StemIndex? = nil,
    at place: FramePosition? = nil, by source: Asker, again: ControlCommand? = nil
  ) {
    guard let ticket else { return }
    if command != nil, clock?.isRolling == false { tellsOfRoll = true }
    sent.append(
      SentCommand(
        ticket: ticket, command: command, stem: stem, place: place, by: source, batch: claim?.batch,
        step: claim?.step,
        waiting: claim?.waiting, run: claim?.run, receipt: handle?.receipt, again: again))
    claim?.count += 1
  }

  /// Begins a batch: commands given from now on belong to it, and to the undo step.
  /// - Parameters:
  ///   - waiting: The number of the command that has waited, and the frame on which it is to be received.
  ///   - run: The scene that they run; nil for none.
  func beginClaim(
    _ batch: Int?, step: Int?, waiting: (number: Int, at: FramePosition)? = nil, run: SceneRun? = nil
  ) {
    claim = Claim(batch: batch, step: step, waiting: waiting?.number, run: run)
    handle?.receipt = waiting.flatMap { $0.at > position ? $0.at : nil }
  }

  /// The number of commands that the engine can let wait; nil before the first engine.
  var waitingCapacity: Int? { handle?.waitingCapacity }

  /// Ends the parts of commands that still wait for their frames.
  /// - Parameter waiting: The numbers of the commands.
  func revoke(_ waiting: Set<Int>, by source: Asker) {
    let tickets = sent.filter { $0.waiting.map(waiting.contains) ?? false && $0.receipt != nil }.map(
      \.ticket.rawValue)
    if let first = tickets.min(), let last = tickets.max() { handle?.revoke(first...last, by: source) }
  }

  /// The commands whose effects count as requested: all that the engine has not answered, but for those that wait for their frame.
  var requested: [SentCommand] { sent.filter(\.isRequested) }

  /// Ends a batch.
  /// - Returns: The number of its commands, which is the number of answers to expect.
  func endClaim() -> Int {
    defer {
      claim = nil
      handle?.receipt = nil
    }
    return claim?.count ?? 0
  }

  /// The master's gain as the engine had it on a frame, a fade as far as it has come.
  func masterLevel(at frame: FramePosition) -> Decibels {
    masterSetting.fadeEnd(at: frame) == nil ? masterSetting.value : masterMotion.decibels(at: frame)
  }

  /// Sends the collected commands.
  /// - Returns: Whether the queue had room; if not, read events and send again.
  func send() -> Bool { handle?.send() ?? true }

  /// Lets a base start with the clock. It has no line in the journal, because a rendering does the same by itself.
  func startBase(_ stem: StemIndex, past keeper: inout Doorkeeper) throws(CommandProblem) {
    let permit = try keeper.permit(for: stem, at: moment)
    remember(handle?.start(permit, quantum: .loop, by: .clock), nil, by: .clock)
  }

  /// Updates the mirror for a restored layer before the engine has answered.
  func show(_ step: Restoration.Step) {
    guard let stem = step.stem else {
      if case .gain(_, let gain, _)? = step.command { masterSetting.become(gain, at: 0) }
      if case .seek(.to(.frame(let place)))? = step.command {
        origin = -place
        origins.move(to: place, at: 0)
      }
      if case .gap? = step.command { hasGap = true }
      if case .freeze(let place)? = step.command {
        halt = .due(place: place.flatMap(position(of:)), by: .recovery)
      }
      return
    }
    if let command = step.command { stems[stem.int].restore(command) }
    switch step.shows {
    case .play?: stems[stem.int].become(.play, since: 0)
    case .mute?: stems[stem.int].become(.mute, since: 0)
    case .wait?:
      stems[stem.int].become(.wait(PendingChange(at: origin, by: step.by)), since: 0)
    case .stop?, nil: break
    }
    if let began = step.began { stems[stem.int].began = began }
    if case .pause(_, isOn: true, _) = step.command { _ = stems[stem.int].hold(true, at: 0) }
  }

  /// Starts the clock: the next period delivers the first downbeat.
  /// - Returns: Whether there is an engine.
  func roll() -> Bool {
    guard let ticket = handle?.roll(by: .clock) else { return false }
    remember(ticket, tellsOfRoll ? .begin : nil, by: .clock)
    return true
  }
}

/// The data for decisions, all from one moment.
struct Moment {
  /// The next frame to be delivered.
  let position: FramePosition
  /// The frame that the music has reached; earlier than ``position`` if it stands.
  let reached: FramePosition
  let isStanding: Bool
  /// The frame that is now; later than ``position`` without a server.
  let present: FramePosition
  /// The frame of the music's first downbeat.
  let origin: FramePosition
  /// Whether there is an engine.
  let isRunning: Bool
  /// Whether the server is gone.
  let isAway: Bool
  let grid: Grid?
  let grace: FrameCount
  private(set) var stems: [StemMirror]
  /// The commands that the engine has not answered yet.
  private(set) var sent: ArraySlice<SentCommand>
  /// nil unless frames are delivered as time passes, at this rate.
  let liveRate: SampleRate?
  /// What repeats, or leads elsewhere; nil for nothing.
  var section: Section?

  /// The same moment with the stems of another set: new ones are stopped.
  func succeeded(by set: StemSet, _ succession: Succession) -> Moment {
    var next = self
    next.stems = set.stems.indices.map(StemIndex.init).map { stem in
      succession.origin(of: stem).map { stems[$0.int] } ?? StemMirror(set[stem])
    }
    for place in next.sent.indices { next.sent[place].move(succession) }
    return next
  }

  /// The time of a later frame.
  func instant(of frame: FramePosition, by clock: DoorClock) -> Instant {
    guard let liveRate else { return clock.now(frame) }
    return clock.now(position) + liveRate.seconds(frame - present)
  }

  /// Whether a command is unanswered that the engine receives as soon as it runs.
  var hasSent: Bool { sent.contains { $0.receipt == nil } }

  /// Whether a command for the stem is unanswered.
  func isExpected(_ stem: StemIndex) -> Bool { sent.contains { $0.stem == stem } }
}
