import CanonControl
import CanonEngine
import CanonLiveSupport
import CanonRender
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// Commands that wait for their frame. The engine has what is due within half a second (24,000 frames); the performance
/// keeps the rest.
@Suite struct WaitingTests {
  static let near = 7001
  static let far = 50_001

  // MARK: - When it is received

  @Test(
    "It is received exactly on its frame, and the journal has it there like any other command",
    arguments: [near, far], [Periods.constant(1024), .constant(64), .mixed(seed: 4)])
  func onItsFrame(frame: Int, periods: Periods) async throws {
    let small = try SmallSet(head: SmallSet.head + "\nramp = \"0 ms\"")
    let session = try small.session(journal: small.folder.file("evening.journal"))
    var bench = try await SessionBench(session, after: 100)
    #expect(try await bench.say("at @\(frame) press violin-a now") == [])
    var heard = Output(stems: 4)
    while heard.master.count < frame + 5000 { heard += await bench.run(3000, periods: periods) }
    #expect(heard.ports[1].firstIndex { $0 != 0 } == frame - 100)
    await session.finish()
    let journal = try small.folder.journal()
    #expect(journal.contains("@\(frame) press violin-a now"))
    #expect(!journal.contains { $0.contains(" at ") })
  }

  @Test(
    "Its time is counted from the first downbeat, or from now on",
    arguments: [
      ("at 0.5 s", 24_000), ("at bar 3", 11_520), ("at loop 4", 34_560), ("at @17", 17), ("in 2 beats", 6760),
      ("in 100 frames", 1100), ("in 1 loop", 12_520), ("in 250 ms", 13_000),
    ])
  func times(text: String, frame: FramePosition) async throws {
    let session = try SmallSet().session()
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("\(text) press violin-a")
    #expect(await session.snapshot().waiting.map(\.at) == [frame])
    await bench.run(1)
    #expect(await session.snapshot().waiting.isEmpty == (frame < 1000), "a time that has passed is now")
  }

  @Test("Its quantum counts from its frame: it is received then, and takes effect on the boundary")
  func quantum() async throws {
    let session = try SmallSet().session()
    var bench = try await SessionBench(session)
    try await bench.say("at 0.1 s start violin-a loop")
    await bench.run(5000)
    let change = await session.stem("violin-a").status.pending
    #expect(change == PendingChange(at: 11_520, by: .input))
    #expect(await session.snapshot().waiting.isEmpty)
  }

  @Test("Commands of one frame are received in the order in which they were given")
  func order() async throws {
    let session = try SmallSet().session()
    var bench = try await SessionBench(session)
    for line in ["gain violin-a -1", "gain violin-a -2", "gain violin-a -3"] {
      try await bench.say("at @\(Self.far) \(line)")
    }
    while await !session.snapshot().waiting.isEmpty { await bench.run(1000) }
    #expect(await session.stem("violin-a").gain.value == -3)
  }

  @Test("A scene waits as a whole, and what next means is decided on its time")
  func scenes() async throws {
    let more = """
      [[scene]]
      id = "first"
      quantum = "now"
      commands = ["start violin-a", "gain violin-b -6"]
      [[scene]]
      id = "second"
      quantum = "now"
      commands = ["start violin-b"]
      """
    let session = try SmallSet(more: more).session()
    var bench = try await SessionBench(session)
    try await bench.say("at @\(Self.far) next")
    try await bench.say("scene first")
    await bench.run(Self.far - 1)
    #expect(await session.stem("violin-b").status == .stop)
    await bench.run(2)
    #expect(await session.stem("violin-b").status == .play)
    #expect(try await bench.say("at bar 2 scene third").first?.contains("third") == true)
  }

  @Test(
    "A time that has passed counts as now, and canon says how late that was; more than an hour is refused")
  func late() async throws {
    let session = try SmallSet().session()
    var bench = try await SessionBench(session, after: 9601)
    #expect(try await bench.say("at @1 start violin-a now") == [])
    await bench.run(10)
    #expect(await session.stem("violin-a").status == .play)
    await bench.jump(48_000 * 3600)
    await bench.run(10)
    #expect(
      try await bench.say("at bar 1 start violin-a")
        == [
          "\"at bar 1\" was 3600.2 s ago, more than an hour. Give the command without a time, or one to come."
        ])
    let told = await session.told()
    #expect(told.contains("\"start violin-a now\" was received 200 ms after its time."))
  }

  @Test("What should have been received on skipped frames is received after them")
  func skipped() async throws {
    let session = try SmallSet().session()
    var bench = try await SessionBench(session)
    try await bench.say("at @\(Self.near) start violin-a now")
    try await bench.say("at @\(Self.far) start violin-b now")
    await bench.jump(100_000)
    await bench.run(10)
    await bench.run(10)
    #expect(await session.stem("violin-a").status == .play)
    #expect(await session.stem("violin-b").status == .play)
  }

  // MARK: - What is shown, and what ends it

  @Test("Each has a number that stays its own; status shows them in the order of their frames")
  func numbers() async throws {
    let session = try SmallSet().session()
    var bench = try await SessionBench(session)
    try await bench.say("at @60000 mute cello")
    try await bench.say("in 1 loop start violin-a")
    try await bench.say("at @80000 gain master -6")
    #expect(await session.snapshot().waiting.map(\.number) == [2, 1, 3])
    let text = StatusText.status(await session.snapshot()).suffix(3)
    #expect(
      text.first
        == "Waits as 2, \"start violin-a\": received at loop 2 (frame 11520) in 0.2 s (requested by input).")
    while await session.snapshot().waiting.count > 2 { await bench.run(1000) }
    #expect(await session.snapshot().waiting.map(\.number) == [1, 3])
    #expect(await session.snapshot().nextMaster == nil, "what waits is not requested yet")
  }

  @Test(
    "cancel at NUMBER ends one, cancel at all every one, also those that the engine has",
    arguments: [near, far])
  func cancelled(frame: Int) async throws {
    let session = try SmallSet().session()
    var bench = try await SessionBench(session)
    for id in ["violin-a", "violin-b", "violin-c"] { try await bench.say("at @\(frame) start \(id) now") }
    try await bench.say("at @\(frame) gain cello -6")
    #expect(try await bench.say("cancel at 2") == [])
    await bench.run(100)
    #expect(await session.snapshot().waiting.map(\.number) == [1, 3, 4])
    #expect(
      try await bench.say("cancel at 2") == [
        "no command 2 waits. These do: 1, 3 and 4. Use one of them, or all."
      ])
    try await bench.say("cancel at all")
    await bench.run(100)
    #expect(await session.snapshot().waiting.isEmpty)
    await bench.run(frame)
    for id in ["violin-a", "violin-b", "violin-c"] { #expect(await session.stem(id).status == .stop) }
    #expect(await session.stem("cello").gain.value == 0)
    let told = await session.told()
    #expect(told.contains("2 ended: cancelled by input"))
    #expect(
      Set(told.filter { $0.contains(" ended: ") }.flatMap { $0.prefix { $0 != "e" }.split(separator: ", ") })
        .count == 4)
  }

  @Test("A panic ends all that wait, also a panic that waits", arguments: ["panic", "in 100 frames panic"])
  func panic(line: String) async throws {
    let session = try SmallSet().session()
    var bench = try await SessionBench(session)
    try await bench.say("at @\(Self.near) start violin-a now")
    try await bench.say("at @\(Self.far) start violin-b now")
    try await bench.say(line)
    await bench.run(200)
    #expect(await session.snapshot().waiting.isEmpty)
    await bench.run(Self.far)
    #expect(await session.snapshot().stems.allSatisfy { $0.status == .stop })
    #expect(await session.told().contains { $0.hasSuffix(" ended: panic") })
  }

  @Test(
    "What is given after a panic is not ended by it, even if the panic was not received yet",
    arguments: [near, far])
  func afterAPanic(frame: Int) async throws {
    let session = try SmallSet().session()
    var bench = try await SessionBench(session)
    try await bench.say("in \(frame) frames start violin-a now")
    try await bench.say("panic")
    try await bench.say("in \(frame) frames start violin-b now")
    #expect(await session.snapshot().waiting.last?.number == 2)
    await bench.run(100)
    #expect(await session.snapshot().waiting.map(\.number) == [2])
    for _ in 0..<(frame / 1000 + 1) { await bench.run(1000) }
    #expect(await session.stem("violin-a").status == .stop)
    #expect(await session.stem("violin-b").status == .play)
    #expect(await session.told().filter { $0.contains(" ended: ") } == ["1 ended: panic"])
  }

  @Test("cancel at NUMBER comes too late for what was received: canon says that it no longer waits")
  func cancelledTooLate() async throws {
    let session = try SmallSet().session()
    var bench = try await SessionBench(session)
    try await bench.say("in 10 frames gain violin-a -6")
    bench.deliver(100)
    #expect(try await bench.say("cancel at 1") == [])
    await bench.run(10)
    #expect(await session.stem("violin-a").gain.value == -6)
    #expect(await session.told().contains("refused by input: no command 1 waits. None does."))
  }

  @Test("Commands of many stems wait as exactly as those of one, up to what the engine can hold")
  func parts() async throws {
    let session = try SmallSet().session()
    var bench = try await SessionBench(session)
    // Three stems each, because all leaves the base alone.
    for number in 1...1000 { #expect(try await bench.say("at @\(Self.far) gain all -\(number % 60)") == []) }
    while await !session.snapshot().waiting.isEmpty { await bench.run(1000) }
    #expect(await !session.told().contains { $0.contains("after its time") })
  }

  @Test("A thousand wait at most, and one that was received makes room")
  func most() async throws {
    let session = try SmallSet().session()
    var bench = try await SessionBench(session)
    for number in 1...1000 { try await bench.say("at @\(30_000 + number) gain violin-a -1") }
    #expect(
      try await bench.say("in 9 s panic")
        == ["1000 commands wait already. End some with cancel at NUMBER, or all with cancel at all."])
    await bench.run(29_000)
    await bench.run(1100)
    #expect(try await bench.say("in 9 s gain violin-a 0") == [])
    while await session.snapshot().waiting.count > 1 { await bench.run(1000) }
    #expect(await session.stem("violin-a").gain.value == -1)
  }

  @Test(
    "What depends on more than the engine's state there cannot wait",
    arguments: [
      "toggle mute cello", "undo", "replace cello a.wav", "skip 5", "quit", "status", "at 3 s panic",
    ])
  func cannotWait(command: String) {
    #expect(throws: CommandProblem.cannotWait(String(command.split(separator: " ")[0]))) {
      try CommandParser.read("at 2 s \(command)", at: .lines)
    }
  }

  @Test("Nor does the end of another, by its whole word")
  func cannotWaitToEnd() {
    #expect(throws: CommandProblem.cannotWait("cancel at")) {
      try CommandParser.read("at 2 s cancel at 1", at: .lines)
    }
    for line in ["cancel at foo", "cancel at 0", "cancel at 99999999999999999999"] {
      #expect(throws: CommandProblem.self) { try CommandParser.read(line, at: .lines) }
    }
    #expect(throws: Never.self) { try CommandParser.read("cancel at", at: .lines) }
  }

  @Test(
    "A time that is none is refused with what is one",
    arguments: [
      "at 5 panic", "at bar 0 panic", "at -1 s panic", "at @-1 panic", "at @9223372036854775807 panic",
      "at loop x panic", "at 0x10 s panic", "at bar +2 panic", "in 5 panic", "in -1 s panic",
    ])
  func noTime(line: String) {
    #expect(throws: CommandProblem.self) { try CommandParser.read(line, at: .lines) }
  }

  @Test("Bars of a set that has none, and frames beyond the clock, are refused before they wait")
  func noSuchTime() async throws {
    let session = try SmallSet(head: "").session()
    let bench = try await SessionBench(session)
    for line in ["at bar 2 panic", "in 2 beats panic", "at loop 1000000000 panic", "at 3200000000 s panic"] {
      let problems = try await bench.say(line)
      let isFar = line.contains("loop") || line.contains(" s ")
      #expect(isFar ? problems == [] : problems.first?.hasPrefix("there is no ") == true, "\(line)")
    }
    #expect(try await bench.say("at loop 2 start violin-a bar").first?.contains("bars") == true)
    #expect(try await bench.say("at loop 2 start violin-z").first?.contains("violin-z") == true)
  }

  @Test("What waited is undone like any other change, once it was received")
  func undone() async throws {
    let session = try SmallSet().session()
    var bench = try await SessionBench(session)
    try await bench.say("in 100 frames gain violin-a -6")
    await bench.run(200)
    _ = await session.undo(by: .input)
    await bench.run(10)
    #expect(await session.stem("violin-a").gain.value == 0)
  }

  @Test(
    "While it waits there is nothing to undo, not even when the engine has it; then undo takes back what it changed"
  )
  func undoneInTime() async throws {
    let session = try SmallSet().session()
    var bench = try await SessionBench(session)
    try await bench.say("gain violin-a -3")
    await bench.run(10)
    try await bench.say("in \(Self.near) frames gain violin-a -12")
    await bench.run(10)
    _ = await session.undo(by: .input)
    await bench.run(10)
    #expect(await session.stem("violin-a").gain.value == 0)
    for _ in 0..<8 { await bench.run(1000) }
    #expect(await session.stem("violin-a").gain.value == -12)
    _ = await session.undo(by: .input)
    await bench.run(10)
    #expect(await session.stem("violin-a").gain.value == 0)
    guard case .nothing = await session.undo(by: .input) else {
      Issue.record("all is undone")
      return
    }
  }

  @Test("What was received late is not carried out again at another rate")
  func lateAndOtherRate() async throws {
    let session = try SmallSet().session()
    var bench = try await SessionBench(session, after: 100)
    try await bench.say("at @1 press violin-a now")
    bench = try await SessionBench(session, at: try #require(SampleRate(hertz: 44_100)))
    try await bench.skip(92)
    await bench.run(100)
    await bench.run(100)
    #expect(await session.stem("violin-a").status == .play)
  }

  @Test("It outlasts a server of another rate, at the same place in the music")
  func otherRate() async throws {
    let session = try SmallSet().session()
    var bench = try await SessionBench(session)
    try await bench.say("at loop 2 gain violin-a -1")
    try await bench.say("at 2 s gain violin-b -2")
    try await bench.say("in 96000 frames gain violin-c -3")
    await bench.run(1000)
    let rate = try #require(SampleRate(hertz: 44_100))
    bench = try await SessionBench(session, at: rate)
    #expect(await session.snapshot().waiting.map(\.at) == [10_584, 88_200, 88_200])
    try await bench.skip(919)
    while await session.snapshot().waiting.count > 2 { await bench.run(512) }
    #expect(await session.stem("violin-a").gain.value == -1)
  }

  // MARK: - Doors

  @Test("A door that is shut by date on its frame refuses it at once; one that opens before lets it wait")
  func byDate() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-06") + -2)
    let session = try await SmallSet(doors: "violin-b = 2026-12-06").performance(at: clock)
    var bench = try await SessionBench(session)
    #expect(
      try await bench.say("at 1 s start violin-b now")
        == ["\"violin-b\" is locked until 2026-12-06 (Asia/Tokyo), in 1 second."])
    #expect(try await bench.say("at 3 s start violin-b now") == [])
    await bench.run(48_000)
    clock.now = try TestClock.tokyo("2026-12-06")
    await bench.run(48_000)
    await session.awaitEntrances()
    await bench.run(47_900)
    #expect(await session.stem("violin-b").status == .stop)
    let heard = await bench.run(200)
    #expect(heard.ports[2].firstIndex { $0 != 0 } != nil)
  }

  @Test("A door that will have shut refuses it, whatever it is now")
  func untilThen() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-06") + -2)
    let session = try await SmallSet(doors: "violin-b = { opens = 2026-12-01, until = 2026-12-06 }")
      .performance(
        at: clock)
    let bench = try await SessionBench(session)
    #expect(try await bench.say("at 1 s start violin-b") == [])
    #expect(try await bench.say("at 3 s start violin-b").first?.contains("has been shut since") == true)
  }

  @Test("A door that shuts meanwhile ends it, and says so")
  func shutMeanwhile() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-05"))
    let session = try await SmallSet(doors: "violin-b = { opens = 2026-12-01, until = 2026-12-06 }")
      .performance(
        at: clock)
    var bench = try await SessionBench(session)
    try await bench.say("at 60 s start violin-b now")
    clock.now = try TestClock.tokyo("2026-12-06")
    await bench.run(1000)
    #expect(await session.snapshot().waiting.isEmpty)
    #expect(
      await session.told().contains(
        "1 ended: \"violin-b\" has been shut since 2026-12-06 (Asia/Tokyo) and does not open again."))
  }

  @Test("A door that shuts while the engine has the command ends it there too")
  func shutInTheEngine() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-05"))
    let session = try await SmallSet(doors: "violin-b = { opens = 2026-12-01, until = 2026-12-06 }")
      .performance(
        at: clock)
    var bench = try await SessionBench(session)
    try await bench.say("at @\(Self.near) start violin-b now")
    await bench.run(100)
    clock.now = try TestClock.tokyo("2026-12-06")
    await bench.run(100)
    let heard = await bench.run(Self.near + 1000)
    #expect(heard.ports[2].allSatisfy { $0 == 0 })
    #expect(await session.told().contains { $0.hasPrefix("1 ended: \"violin-b\" has been shut") })
  }

  @Test("What the door needs must play on its frame, not when it is given", arguments: [true, false])
  func needs(isMet: Bool) async throws {
    let session = try await SmallSet(doors: "violin-b = { needs = [\"violin-a\"] }").performance(
      at: TestClock())
    var bench = try await SessionBench(session)
    if isMet { try await bench.say("at @\(Self.near - 4000) start violin-a now") }
    #expect(try await bench.say("at @\(Self.near) start violin-b now") == [])
    for _ in 0..<20 {
      await bench.run(500)
      await session.awaitEntrances()
    }
    #expect(await session.stem("violin-b").status.state == (isMet ? .play : .stop))
  }

  @Test("Of several ways in, the one that is open when it is received is enough")
  func anyNeed() async throws {
    let door = "violin-c = { any = [{ needs = [\"violin-a\"] }, { needs = [\"violin-b\"] }] }"
    let session = try await SmallSet(doors: door).performance(at: TestClock())
    var bench = try await SessionBench(session)
    try await bench.say("start violin-b now")
    await bench.run(100)
    #expect(try await bench.say("at @\(Self.far) start violin-c now") == [])
    for _ in 0..<52 {
      await bench.run(1000)
      await session.awaitEntrances()
    }
    #expect(await session.stem("violin-c").status == .play)
  }

  @Test("What waits cannot put off the stop of a door that shuts meanwhile")
  func doorsStop() async throws {
    let session = try await SmallSet(doors: "violin-b = { needs = [\"violin-a\"] }").performance(
      at: TestClock())
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a now")
    await bench.run(100)
    try await bench.say("start violin-b now")
    await bench.run(100)
    #expect(await session.stem("violin-b").status == .play)
    try await bench.say("at @6000 cancel violin-b")
    try await bench.say("at @5000 stop violin-a now")
    for _ in 0..<30 { await bench.run(200) }
    #expect(await session.stem("violin-b").status == .playThenStop(PendingChange(at: 11_520, by: .door)))
    await session.finish()
  }

  // MARK: - Scores

  @Test(
    "In a score it is received where a line with that time is",
    arguments: [1, 64, 300, 4096])
  func inScores(period: Int) async throws {
    let waits = """
      @0 at @7001 start violin-a now
      @100 in 300 frames start violin-b beat
      loop 2: in 1 beat mute violin-a
      bar 3: at 0.7 s panic
      @40000 quit
      """
    let plain = """
      @7001 start violin-a now
      @400 start violin-b beat
      @14400 mute violin-a
      @33600 panic
      @40000 quit
      """
    let (a, b) = (try await Self.rendered(waits, period: period), try await Self.rendered(plain, period: 512))
    #expect(a.difference(from: b) == nil)
    #expect(Set(a.master).count > 3)
  }

  private static func rendered(_ score: String, period: Int) async throws -> Output {
    let small = try SmallSet()
    var sink = OutputSink(stems: 4)
    _ = try await OfflineDriver.render(
      small.session().seat, score: try Score.parse(path: "test.score", text: score), at: .studio,
      length: .score,
      period: period, into: &sink)
    return sink.output
  }
}
