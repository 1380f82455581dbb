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
  /// An object, so that whoever reads a part of the set copies no other: it has many, and each command reads some.
  private(set) var played: PlayedSet
  var set: StemSet { played.set }
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
    played = PlayedSet(set)
    buses = set.buses.map(\.id)
    stems = set.stems.map(StemMirror.init)
  }

  /// Begins with another set, or another form of the same one. Must be called before the first engine is made.
  func take(_ set: StemSet) {
    played = PlayedSet(set)
    buses = set.buses.map(\.id)
    stems = set.stems.map(StemMirror.init)
  }

  /// Continues with another edition.
  func adopt(_ next: NextEdition) {
    played = PlayedSet(next.program.set)
    (configuration, buses) = (next.configuration, next.buses)
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

  /// Fills the windows of long stems.
  let windows = WindowReader()
  /// The frame from which the next look at where the music goes on is due (``expectReturn()``).
  var expectedReturn: FramePosition = 0

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

  /// Whether the server is gone, so that no engine receives commands.
  var isAway = false {
    didSet { if isAway != oldValue { awaySince = isAway ? .now : nil } }
  }
  /// Since when; nil if it is there.
  private var awaySince: ContinuousClock.Instant?

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
    for stem in samples {
      new.setSamples(stem.buffer, of: stem.index, by: .clock)
      windows.read(stem.buffer, for: new.clock)
    }
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

  /// Sends the collected commands.
  /// - Returns: Whether the queue had room; if not, read events and send again.
  func send() -> Bool { handle?.send() ?? true }

  /// Lets a base start with the clock. It has no line in the journal, because a rendering does the same by itself.
  func startBase(_ stem: StemIndex, past keeper: inout Doorkeeper) throws(CommandProblem) {
    let permit = try keeper.permit(for: stem, at: moment)
    remember(handle?.start(permit, quantum: .loop, by: .clock), nil, by: .clock)
  }

  /// Starts the clock: the next period delivers the first downbeat.
  /// - Returns: Whether there is an engine.
  func roll() -> Bool {
    guard let ticket = handle?.roll(by: .clock) else { return false }
    remember(ticket, tellsOfRoll ? .begin : nil, by: .clock)
    return true
  }
}
