import CanonEngine
import CanonSchedule
import CanonStems
import Testing

@testable import CanonSession

/// What follows when a door opens or shuts, decided without an engine.
@Suite struct DoorkeeperTests {
  private let clock: TestClock
  private static let violin = StemIndex(1)

  init() throws { clock = TestClock(try TestClock.tokyo("2026-12-05T12:00")) }

  private func keeper(_ doors: String, watches: Bool = true) throws -> Doorkeeper {
    let set = try SmallSet(doors: doors)
    let source = try withExtendedLifetime(set) { try Source.load(set.path) }
    let clock = clock
    var keeper = Doorkeeper(
      source.schedule, of: source.set, by: .machine(memory: DoorMemory(), now: { clock.now }))
    if watches { keeper.watch(replaying: nil) }
    keeper.beginWatching(at: moment(of: keeper))
    return keeper
  }

  /// - Parameters:
  ///   - states: What stems do, by their indices.
  ///   - isRunning: Whether there is an engine.
  private func moment(
    of keeper: Doorkeeper, _ states: [Int: StemStatus] = [:], open: Set<Int> = [], sent: [SentCommand] = [],
    isRunning: Bool = true
  ) -> Moment {
    var stems = keeper.set.stems.map(StemMirror.init)
    for (index, status) in states { stems[index].become(status, since: 0) }
    for index in open { stems[index].isOpen = true }
    let grid = SetTiming.grid(of: keeper.set)
    return Moment(
      position: 100, reached: 100, isStanding: false, present: 100, origin: 0, isRunning: isRunning,
      isAway: false, grid: grid, grace: 0,
      stems: stems,
      sent: sent[...],
      liveRate: nil)
  }

  private func look(
    _ keeper: inout Doorkeeper, _ states: [Int: StemStatus] = [:], open: Set<Int> = [],
    sent: [SentCommand] = []
  ) -> [String] {
    keeper.look(at: moment(of: keeper, states, open: open, sent: sent)).map { Self.text($0, keeper.set) }
  }

  private static func text(_ action: Action, _ set: StemSet) -> String {
    switch action {
    case .tell(.opened(let stem, _)): "tell: \(set[stem].id) opened"
    case .tell(.shut(let stem, _)): "tell: \(set[stem].id) shut"
    case .tell: "tell"
    case .perform(let commands, let asker): commands.map { "\($0) by \(asker.word)" }.joined(separator: "; ")
    case .mark(_, let frame, let isNeeded): "mark @\(frame)\(isNeeded ? "!" : "")"
    case .see(let writes): "see\(writes ? " and write" : "")"
    case .load(let opened, let joining):
      "load \(opened.map { set[$0].id }), \(joining.map { set[$0].id }) join"
    case .open(let stem): "open \(set[stem].id)"
    case .shut(let stem): "shut \(set[stem].id)"
    case .forget(let stem): "forget \(set[stem].id)"
    case .record, .settle, .explain, .changed, .giveFile, .received, .neverReceived, .note, .triggered,
      .handedOver, .leftSilent, .giveAgain, .giveFileAgain, .ran, .moveRituals:
      "\(action)"
    }
  }

  @Test func aDoorThatOpensLetsItsStemJoin() throws {
    var keeper = try keeper("violin-a = { opens = 2026-12-06, join = true }\nviolin-b = 2026-12-06")
    #expect(look(&keeper) == ["forget violin-a", "forget violin-b", "see and write", "mark @100"])
    clock.now = try TestClock.tokyo("2026-12-06")
    #expect(
      look(&keeper) == [
        "tell: violin-a opened", "open violin-a", "tell: violin-b opened", "open violin-b", "see and write",
        "mark @100!",
        "load [\"violin-a\", \"violin-b\"], [\"violin-a\"] join",
      ])
  }

  @Test func whatOpensBeforeThereIsAnEngineIsLoadedAndJoinsAsSoonAsThereIsOne() throws {
    var keeper = try keeper("violin-a = { opens = 2026-12-06, join = true }\nviolin-b = 2026-12-06")
    let waiting = moment(of: keeper, isRunning: false)
    #expect(keeper.look(at: waiting).isEmpty)
    clock.now = try TestClock.tokyo("2026-12-06")
    #expect(
      keeper.look(at: waiting).map { Self.text($0, keeper.set) } == [
        "tell: violin-a opened", "tell: violin-b opened",
      ])
    #expect(keeper.look(at: waiting).isEmpty, "once")
    // The engine may have chosen its stems before the doors opened, so they are loaded now, and at once.
    let running = moment(of: keeper)
    #expect(
      keeper.lookAfterWaiting(at: running).map { Self.text($0, keeper.set) } == [
        "open violin-a", "open violin-b", "see and write", "mark @100",
        "load [\"violin-a\", \"violin-b\"], [\"violin-a\"] join",
      ])
    #expect(keeper.lookAfterWaiting(at: running).isEmpty, "nothing waits any more")
  }

  @Test func whatSoundsWhenItsDoorOpensDoesNotJoinAgain() throws {
    var keeper = try keeper("violin-a = { opens = 2026-12-06, join = true }")
    _ = look(&keeper)
    clock.now = try TestClock.tokyo("2026-12-06")
    #expect(look(&keeper, [1: .play]).last == "load [\"violin-a\"], [] join")
  }

  @Test func aCopyDecidesTheSame() throws {
    var keeper = try keeper("violin-a = 2026-12-06")
    _ = look(&keeper)
    clock.now = try TestClock.tokyo("2026-12-06")
    var other = keeper
    #expect(look(&keeper) == look(&other), "a copy decides the same")
  }

  @Test func aDoorThatShutsStopsItsStemOnce() throws {
    var keeper = try keeper("violin-a = { opens = 2026-12-01, until = 2026-12-06 }")
    _ = look(&keeper, [1: .play], open: [1])
    clock.now = try TestClock.tokyo("2026-12-06")
    #expect(
      look(&keeper, [1: .play], open: [1]) == [
        "tell: violin-a shut", "shut violin-a", "stop violin-a by door", "forget violin-a", "see and write",
        "mark @100!",
      ])
    let stop = SentCommand(
      ticket: CommandTicket(rawValue: 1), command: .request(.stop, StemSelection(["violin-a"]), .loop),
      stem: Self.violin, by: .door)
    #expect(look(&keeper, [1: .play], sent: [stop]) == [], "it is on its way")
    let stopping = StemStatus.playThenStop(PendingChange(at: 9, by: .door))
    #expect(look(&keeper, [1: stopping]) == [], "the engine has it")
    #expect(look(&keeper, [1: .play]) == ["stop violin-a by door"], "somebody has taken it back")
    #expect(look(&keeper, [1: .stop]) == [])
  }

  @Test func aDoorThatOpensAgainTakesItsStopBack() throws {
    var keeper = try keeper("violin-a = { hours = \"18:00-22:00\" }")
    _ = look(&keeper)
    clock.now = try TestClock.tokyo("2026-12-05T18:00")
    let stopping = StemStatus.playThenStop(PendingChange(at: 9, by: .door))
    #expect(look(&keeper, [1: stopping]).contains("cancel violin-a by door"))
  }

  @Test func whereNobodyWatchesDoorsOnlyFollowActionsLoseTheirRight() throws {
    var keeper = try keeper("violin-a = { opens = 2026-12-01, until = 2026-12-06 }", watches: false)
    #expect(look(&keeper, [1: .play], open: [1]) == [])
    clock.now = try TestClock.tokyo("2026-12-06")
    #expect(look(&keeper, [1: .play], open: [1]) == ["shut violin-a"])
    #expect(look(&keeper, [1: .play]) == [])
  }

  @Test func theGateIsAskedByTheSameMoment() throws {
    var keeper = try keeper("violin-a = { needs = [\"violin-b\"] }")
    #expect(keeper.refusal(of: Self.violin, at: moment(of: keeper)) != nil)
    #expect(keeper.refusal(of: Self.violin, at: moment(of: keeper, [2: .play])) == nil)
    let leaving = StemStatus.playThenStop(PendingChange(at: 9, by: .input))
    #expect(keeper.refusal(of: Self.violin, at: moment(of: keeper, [2: leaving])) != nil)
  }

  @Test func aRitualEndsInTheLastLoopBeforeItsEnd() throws {
    var keeper = try keeper("violin-a = { opens = 2026-12-01, join = true, ritual = \"solo 2\" }")
    var stems = keeper.set.stems.map(StemMirror.init)
    #expect(
      keeper.entrance(of: Self.violin, at: moment(of: keeper))?.map(\.description) == [
        "start violin-a", "solo violin-a on loop",
      ])
    #expect(keeper.hasEntered(Self.violin, isRefused: false, at: moment(of: keeper)).isEmpty)
    stems[1].become(.play, since: 11_520)
    stems[1].mix.solo = .on
    func at(_ position: FramePosition) -> Moment {
      Moment(
        position: position, reached: position, isStanding: false, present: position, origin: 0,
        isRunning: true, isAway: false,
        grid: SetTiming.grid(of: keeper.set), grace: 0,
        stems: stems, sent: [], liveRate: nil)
    }
    keeper.hasChanged(Self.violin, on: 11_520, at: at(11_520))
    let last: FramePosition = 2 * 11_520 + 1
    #expect(keeper.nextRitualEnd(at: at(11_520)) == last)
    #expect(keeper.endRituals(at: at(2 * 11_520)).isEmpty)
    #expect(
      keeper.endRituals(at: at(2 * 11_520 + 1)).map { Self.text($0, keeper.set) } == [
        "solo violin-a off loop by door"
      ])
    #expect(keeper.nextRitualEnd(at: at(2 * 11_520 + 1)) == nil)
  }
}

extension SetTiming {
  /// At 48 kHz.
  fileprivate static func grid(of set: StemSet) -> Grid? {
    (try? SetTiming(of: set))?.grid(at: SampleRate(hertz: 48_000)!)
  }
}
