import CanonEngine
import CanonStems

/// What plays: the engine's control half, what is known of each stem, and the commands on their way.
///
/// A class, and not a value that cannot be copied: the debug build of Swift 6.3.1 reads a field of such a value, held by an actor,
/// after it has given the memory of the access back.
///
/// - Thread: control; owned by the performance
final class Deck {
  let set: StemSet
  /// nil before the first engine.
  var handle: EngineHandle?
  /// What the engine was made from.
  private(set) var configuration: EngineConfiguration?
  private(set) var sampleRate: SampleRate?
  /// What is known of each stem, as the engine's events tell it.
  var stems: [StemMirror]
  /// The gain of the sum of all stems, as asked for.
  var master = Decibels(0)!
  /// As the engine holds it.
  var masterSetting = Setting(Decibels(0)!)
  /// Where it is on its way.
  var masterMotion = Ramp(constant: 1)
  /// Commands that the engine has not answered yet, oldest first.
  var sent: [SentCommand] = []
  /// Whether all stems were paused, and people were told so.
  var isPauseTold = false
  /// The last pause or resume of all that people were told of.
  var lastHoldOfAll: (isOn: Bool, at: FramePosition)?
  /// The batch that what is given belongs to, and how many commands were.
  private var claim: (batch: Int, count: Int)?

  init(_ set: StemSet) {
    self.set = set
    stems = set.stems.map(StemMirror.init)
  }

  var grid: Grid? { configuration?.grid }
  /// Of the engine, readable at any time.
  private(set) var clock: EngineClock?
  /// The frame that comes next; 0 before the first engine.
  var position: FramePosition { clock?.position ?? 0 }

  /// Whether the server is gone, so that nobody receives commands now.
  var isAway = false

  /// What decisions are made from, all of now.
  var moment: Moment {
    Moment(
      position: position, isRunning: clock != nil, isAway: isAway, grid: grid,
      grace: configuration?.grace ?? 0, stems: stems, sent: sent)
  }

  /// Goes on with another engine, whose clock stands at frame 0.
  /// - Returns: The stems as the old engine left them, and what it was asked and did not receive any more; nothing where
  ///   there was none.
  func begin(
    _ new: consuming EngineHandle, _ configuration: EngineConfiguration, at rate: SampleRate,
    _ samples: [LoadedStem]
  ) -> (stems: [StemMirror], unanswered: [SentCommand]) {
    for stem in samples { new.setSamples(stem.buffer, of: stem.index, by: .clock) }
    let before = clock == nil ? ([], []) : (stems, sent)
    clock = new.clock
    handle = consume new
    self.configuration = configuration
    sampleRate = rate
    sent = []
    lastHoldOfAll = nil
    masterSetting = Setting(Decibels(0)!)
    masterMotion = Ramp(constant: 1)
    stems = set.stems.map(StemMirror.init)
    return before
  }

  func hasSamples(_ stem: StemIndex) -> Bool { handle?.hasSamples(stem) == true }
  func buffer(of stem: StemIndex) -> StemBuffer? { handle?.buffer(of: stem) }

  /// The common cycle of what sounds; nil before the first engine, and when it is longer than the clock reaches.
  var cycle: GridLine? {
    guard let grid, let lines = configuration?.stems.map(\.line) else { return nil }
    let sounding = stems.indices.filter { stems[$0].status.soundsNow }.map { lines[$0] ?? grid.loop }
    return GridLine.commonCycle(sounding, otherwise: grid.loop)
  }

  /// Whether the engine is about to say something: a command is on its way, or a change is due within half a second.
  /// Else it is enough to ask it now and then.
  var expectsNews: Bool {
    if !sent.isEmpty { return true }
    guard let clock, clock.isRolling, let sampleRate else { return true }
    let soon = clock.position + FramePosition(sampleRate.hertz / 2)
    return stems.contains { stem in
      if (stem.status.pending?.at ?? .max) < soon || (stem.end ?? .max) < soon { return true }
      return stem.follow.map { $0 > clock.position && $0 < soon } ?? false
    }
  }

  /// Takes note of what has become due as the clock went on.
  func reach() {
    let position = position
    for index in stems.indices { stems[index].reach(position) }
    reachMaster(position)
  }

  func reachMaster(_ position: FramePosition) {
    guard let change = masterSetting.reach(position) else { return }
    let length = max(change.length, configuration?.ramp ?? 0)
    masterMotion = masterMotion.moved(to: Gain(change.value).linear, at: change.at, length: length)
  }

  // MARK: - Sending

  /// - Parameter command: What the journal says once the engine has accepted it; nil for what a rendering does by itself.
  func remember(
    _ ticket: CommandTicket, _ command: ControlCommand?, of stem: StemIndex? = nil, by source: Asker
  ) {
    sent.append(SentCommand(ticket: ticket, command: command, stem: stem, by: source, batch: claim?.batch))
    claim?.count += 1
  }

  /// What is given from now on belongs to the batch.
  func beginClaim(_ batch: Int?) { claim = batch.map { ($0, 0) } }

  /// - Returns: How many commands belong to the batch: so many answers will come.
  func endClaim() -> Int {
    defer { claim = nil }
    return claim?.count ?? 0
  }

  /// Sends what has gathered.
  /// - Returns: Whether the queue had room; if not, read what the engine says, and send again.
  func send() -> Bool { handle?.send() ?? true }

  /// Lets a base start with the clock. It has no door, and no line in the journal: a rendering does the same.
  func startBase(_ stem: StemIndex, past keeper: inout Doorkeeper) throws(CommandProblem) {
    let permit = try keeper.permit(for: stem, at: moment)
    if let ticket = handle?.start(permit, quantum: .loop, by: .clock) { remember(ticket, nil, by: .clock) }
  }

  /// A layer that is brought back counts as being there before the engine has answered.
  func show(_ step: Restoration.Step, of stem: StemIndex) {
    switch step.shows {
    case .play?: stems[stem.int].take(.play, since: 0)
    case .mute?: stems[stem.int].take(.mute, since: 0)
    case .stop?, .wait?, nil: break
    }
    if let began = step.began { stems[stem.int].began = began }
    if case .pause(_, isOn: true, _) = step.command { _ = stems[stem.int].hold(true, at: 0, ramp: 0) }
  }

  /// Starts the clock: the next period delivers the first downbeat.
  /// - Returns: Whether there is an engine.
  func roll() -> Bool {
    guard let ticket = handle?.roll(by: .clock) else { return false }
    remember(ticket, nil, by: .clock)
    return true
  }
}

/// What decisions are made from, all of one moment.
struct Moment {
  /// The frame that comes next.
  let position: FramePosition
  /// Whether there is an engine.
  let isRunning: Bool
  /// Whether the server is gone.
  let isAway: Bool
  let grid: Grid?
  let grace: FrameCount
  let stems: [StemMirror]
  /// What the engine has not answered yet.
  let sent: [SentCommand]

  /// Whether a command for the stem is on its way.
  func isExpected(_ stem: StemIndex) -> Bool { sent.contains { $0.stem == stem } }
}
