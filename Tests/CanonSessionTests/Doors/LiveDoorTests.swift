import CanonEngine
import CanonSchedule
import CanonTestSupport
import Synchronization
import Testing

@testable import CanonSession

/// Doors that open and shut while canon plays.
@Suite struct LiveDoorTests {
  private static let base = Float(0.5)
  private static let opening = "2026-12-06"

  private let clock: TestClock

  init() throws { clock = TestClock(try TestClock.tokyo(Self.opening) + -10) }

  private func bench(_ doors: String, head: String = SmallSet.head) async throws -> SessionBench {
    try await SessionBench(try await SmallSet(doors: doors, head: head).performance(at: clock))
  }

  @Test func aDoorOpensAtItsInstantAndTheStemIsReadyBeforeAnybodyAsks() async throws {
    var bench = try await bench("violin-b = 2026-12-06")
    let session = bench.session
    await bench.run(100)
    clock.now = try TestClock.tokyo(Self.opening) + -0.001
    await bench.run(100)
    #expect(try await bench.say("start violin-b now").count == 1, "a moment before it is refused")

    clock.now = try TestClock.tokyo(Self.opening)
    await bench.run(100)
    try await bench.run(until: "loaded") { await session.holdsSamples(of: "violin-b") }
    #expect(await session.stem("violin-b").status == .stop, "nobody asked for it")
    #expect(try await bench.say("start violin-b now") == [])
    await bench.run(1)
    #expect(await session.told().filter { $0.contains("opened") } == ["violin-b opened"], "once")
  }

  @Test func whatJoinsComesInOnTheNextBoundaryByItself() async throws {
    var bench = try await bench("violin-b = { opens = 2026-12-06, join = true }")
    let session = bench.session
    await bench.run(1000)
    clock.now = try TestClock.tokyo(Self.opening)
    try await bench.run(until: "asked") { await session.stem("violin-b").status.pending != nil }
    #expect(await session.stem("violin-b").status.text == "wait, play @11520 by door")
    let before = try #require(await session.clock).position
    let heard = await bench.run(2 * SmallSet.loop).ports[2]
    let boundary = SmallSet.loop - Int(before)
    #expect(heard[..<boundary].allSatisfy { $0.bitPattern == 0 })
    #expect(heard[boundary...].allSatisfy { $0 == 0.125 })
  }

  @Test(
    "A ritual lets the stem be heard alone, over the base, for its loops, whatever the grace",
    arguments: ["0 ms", "20 ms"])
  func ritual(grace: String) async throws {
    var bench = try await bench(
      "violin-b = { opens = 2026-12-06, ritual = \"solo 2\" }", head: SmallSet.head + "\ngrace = \"\(grace)\""
    )
    let session = bench.session
    try await bench.say("start violin-a now", then: 1000)
    clock.now = try TestClock.tokyo(Self.opening)
    try await bench.run(until: "asked") { await session.stem("violin-b").status.pending != nil }
    let before = try #require(await session.clock).position
    var heard = [Float](repeating: 0, count: Int(before))
    // In steps, as a driver's, so that the end is asked for in time.
    while heard.count < 5 * SmallSet.loop { heard += await bench.run(512).master }
    func sum(_ frame: Int) -> Float { heard[frame] }
    #expect(sum(SmallSet.loop - 300) == 0.75, "the base and violin-a")
    #expect(sum(SmallSet.loop + 300) == 0.625, "the base and violin-b")
    #expect(sum(3 * SmallSet.loop - 300) == 0.625)
    #expect(sum(3 * SmallSet.loop + 300) == 0.875, "all three")
    #expect(await session.stem("violin-b").solo == .off)
  }

  @Test("While a section repeats, the loops of a ritual are those that are heard")
  func ritualInSection() async throws {
    var bench = try await bench("violin-b = { opens = 2026-12-06, ritual = \"solo 2\" }")
    let session = bench.session
    try await bench.say("start violin-a now", then: 1000)
    #expect(try await bench.say("section bar 1 .. bar 2", at: .lines) == [])
    clock.now = try TestClock.tokyo(Self.opening)
    try await bench.run(until: "asked") { await session.stem("violin-b").status.pending != nil }
    let start = Int(try #require(await session.stem("violin-b").status.pending).at)
    let before = Int(try #require(await session.clock).position)
    let end = start + 2 * SmallSet.loop
    var heard: [Float] = []
    while before + heard.count < end + 1000 { heard += await bench.run(512).master }
    #expect(heard[start + 300 - before] == 0.625, "the base and violin-b")
    #expect(heard[end - 300 - before] == 0.625)
    #expect(heard[end + 300 - before] == 0.875, "all three")
    #expect(await session.stem("violin-b").solo == .off)
  }

  @Test func aRitualWaitsForTheEngineToReceiveTheStart() async throws {
    var bench = try await bench("violin-b = { opens = 2026-12-06, ritual = \"solo 2\" }")
    let session = bench.session
    await bench.run(1000)
    clock.now = try TestClock.tokyo(Self.opening)
    #expect(await session.settle().hasSent)
    // The driver asks for news while nobody calls the engine.
    for _ in 0..<3 { await session.pump() }
    await bench.run(SmallSet.loop)
    #expect(await session.stem("violin-b").status == .play)
    #expect(await session.stem("violin-b").solo == .on)
  }

  @Test(
    "A ritual whose stem does not come in leaves nobody in silence",
    arguments: ["cancel violin-b", "stop violin-b now", "press violin-b"])
  func aRitualThatDoesNotBegin(line: String) async throws {
    var bench = try await bench("violin-b = { opens = 2026-12-06, ritual = \"solo 2\" }")
    let session = bench.session
    try await bench.say("start violin-a now", then: 1000)
    clock.now = try TestClock.tokyo(Self.opening)
    try await bench.run(until: "asked") { await session.stem("violin-b").status.pending != nil }
    try await bench.say(line, then: 1)
    #expect(await session.stem("violin-b").status == .stop)
    try await bench.run(until: "no solo") { await session.stem("violin-b").solo == .off }
    await bench.run(SmallSet.loop)
    #expect(await bench.run(SmallSet.loop).master.allSatisfy { $0 == 0.75 }, "the base and violin-a")
  }

  @Test func aDoorThatOpensWhileStemsAreLoadedIsSeenToOpen() async throws {
    let session = try await SmallSet(doors: "violin-b = { opens = 2026-12-06, join = true }").performance(
      at: clock)
    // As the first engine does before it loads anything.
    await session.beginWatching()
    clock.now = try TestClock.tokyo(Self.opening)
    var bench = try await SessionBench(session)
    try await bench.run(until: "it plays") { await session.stem("violin-b").status == .play }
  }

  @Test func aStopThatAPersonTakesBackBehindAShutDoorHappensAllTheSame() async throws {
    clock.now = try TestClock.tokyo("2026-12-07")
    var bench = try await bench("violin-b = { opens = 2026-12-06, until = 2026-12-08 }")
    let session = bench.session
    try await bench.say("start violin-b now", then: 1000)
    try await bench.say("stop violin-b", then: 1)
    clock.now = try TestClock.tokyo("2026-12-08")
    await bench.settle()
    #expect(await session.stem("violin-b").status.text == "play, stop @11520 by input")
    try await bench.say("cancel violin-b")
    await bench.settle()
    #expect(await session.stem("violin-b").status.text == "play, stop @11520 by door")
  }

  @Test func aDoorThatOpensAgainTakesItsStopBackAlsoFromAMutedStem() async throws {
    var bench = try await bench("violin-b = { needs = [\"violin-a\"] }")
    let session = bench.session
    for line in ["start violin-a now", "start violin-b now", "stop violin-a", "mute violin-b now"] {
      try await bench.say(line, then: 1)
      await bench.settle()
    }
    #expect(await session.stem("violin-b").status.text == "mute, stop @11520 by door")
    try await bench.say("cancel violin-a", then: 1)
    await bench.settle()
    #expect(await session.stem("violin-b").status == .mute)
  }

  @Test func aDoorThatShutsStopsItsStemAtTheBoundaryAndItsSamplesAreGone() async throws {
    clock.now = try TestClock.tokyo("2026-12-07")
    var bench = try await bench("violin-b = { opens = 2026-12-06, until = 2026-12-08 }")
    let session = bench.session
    try await bench.say("start violin-b now", then: 1000)
    clock.now = try TestClock.tokyo("2026-12-08")
    try await bench.run(until: "asked") { await session.stem("violin-b").status.pending != nil }
    #expect(await session.stem("violin-b").status.text == "play, stop @11520 by door")
    await bench.run(SmallSet.loop)
    #expect(await bench.run(SmallSet.loop).ports[2].allSatisfy { $0.bitPattern == 0 })
    try await bench.run(until: "forgotten") { await !session.holdsSamples(of: "violin-b") }
    #expect(await session.told().contains("violin-b shut"))
  }

  @Test func aLaptopThatSleptOpensEveryDoorThatItMissedEachOnce() async throws {
    var bench = try await bench(
      "violin-a = 2026-12-06\nviolin-b = 2026-12-07\nviolin-c = { opens = 2026-12-06, until = 2026-12-07 }")
    let session = bench.session
    await bench.run(100)
    clock.now = try TestClock.tokyo("2026-12-09")
    for _ in 0..<5 { await bench.run(100) }
    #expect(await session.told().filter { $0.contains("open") } == ["violin-a opened", "violin-b opened"])
  }

  @Test func aClockThatIsSetBackShutsNothingThatWasSeenOpen() async throws {
    var bench = try await bench("violin-b = 2026-12-06")
    let session = bench.session
    clock.now = try TestClock.tokyo(Self.opening) + 5
    await bench.run(100)
    clock.now = try TestClock.tokyo("2026-11-01")
    await bench.run(100)
    #expect(try await bench.say("start violin-b now") == [])
    #expect(await !session.told().contains("violin-b shut"))
  }

  @Test func whatIsSeenIsKeptAtOnceWhenADoorOpens() async throws {
    let kept = Kept()
    let session = try await SmallSet(doors: "violin-b = 2026-12-06").performance(
      at: clock, keep: { kept.keep($0) })
    var bench = try await SessionBench(session, after: 100)
    let start = clock.now
    clock.now = try TestClock.tokyo(Self.opening)
    await bench.run(100)
    #expect(await session.isMemoryWritten())
    #expect(kept.all.last == DoorMemory(firstStart: start, latest: try TestClock.tokyo(Self.opening)))
  }

  @Test func aClockAt1970IsToldAndOpensNothingButWhatWasSeenOpen() async throws {
    let memory = DoorMemory(
      firstStart: try TestClock.tokyo("2026-12-01"), latest: try TestClock.tokyo("2026-12-06"))
    clock.now = Instant(secondsSince1970: 12)
    let kept = Kept()
    let set = try SmallSet(doors: "violin-a = 2026-12-06\nviolin-b = 2026-12-07")
    let session = try await set.performance(at: clock, memory: memory, keep: { kept.keep($0) })
    var bench = try await SessionBench(session, after: 100)
    #expect(try await bench.say("start violin-a now") == [], "it was seen open")
    #expect(
      try await bench.say("start violin-b now") == [
        "\"violin-b\" stays shut: this machine's clock says 1970-01-01 09:00:12 (Asia/Tokyo), which cannot be. "
          + "Set the clock; the doors follow at once."
      ])
    clock.now = try TestClock.tokyo("2026-12-07")
    await bench.run(100)
    #expect(try await bench.say("start violin-b now") == [])
    let notes = await session.told().filter { $0.hasPrefix("This machine's clock") }
    let latest = Set(kept.all.map(\.latest))
    #expect(latest == [clock.now], "a wrong time is not remembered")
    #expect(notes.count == 2, "that it is wrong, and that it is right again")
  }
}

extension SessionBench {
  /// Runs a few frames at a time until something has happened that control does on its own.
  mutating func run(until what: String, _ condition: () async -> Bool) async throws {
    for _ in 0..<2000 {
      if await condition() { return }
      await run(1)
      try await Task.sleep(for: .milliseconds(1))
    }
    Issue.record("never: \(what)")
  }
}
