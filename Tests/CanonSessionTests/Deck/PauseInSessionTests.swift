import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// A paused performance: unheard, and in phase when it is resumed.
@Suite struct PauseInSessionTests {
  private let evening: RecordedPerformance
  private var session: Performance { evening.session }

  init() throws { evening = try .rising() }

  @Test func aPauseSilencesTheBaseTooAndAResumeBringsItBackInPhase() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("pause", then: 240)
    #expect(await session.snapshot().isPaused)
    #expect(await session.stem("cello").status == .play)
    #expect(await bench.run(1000).isSilent)
    try await bench.say("resume", then: 240)
    #expect(await !session.snapshot().isPaused)
    #expect(await bench.run(10).ports[0] == Array(SmallSet.rising(SmallSet.loop)[2480..<2490]))
    #expect(await session.told() == ["@1000 all paused", "@2240 all resumed"])
    #expect(try evening.journal() == ["@1000 pause now", "@2240 resume now", "@2490 quit"])
  }

  @Test(
    "The undo of a pause is one line of the journal, as the pause is, unless a stem was paused before",
    arguments: [
      (["pause"], ["@1010 resume now"]),
      (
        ["pause violin-a", "pause"],
        ["cello", "violin-b", "violin-c"].map { "@1020 resume \($0) now" }
      ),
    ])
  func undone(lines: [String], resumed: [String]) async throws {
    var bench = try await SessionBench(session, after: 1000)
    for line in lines { try await bench.say(line, then: 10) }
    _ = await session.undo(by: .input)
    await bench.run(240)
    #expect(await session.snapshot().stems[0].isHeld == false)
    await session.finish()
    #expect(try evening.journal().dropFirst(lines.count).dropLast() == resumed[...])
  }

  @Test func itWaitsForItsQuantum() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("pause bar")
    #expect(await session.stem("cello").nextHeld == Snapshot.Next(value: true, at: nil), "on its way")
    await bench.run(10)
    #expect(await !session.snapshot().isPaused, "an intention is no fact")
    #expect(
      await session.snapshot().stems.map(\.nextHeld)
        == Array(repeating: Snapshot.Next(value: true, at: 5760), count: 4))
    await bench.run(SmallSet.bar)
    #expect(await session.snapshot().isPaused)
    #expect(await session.snapshot().stems.allSatisfy { $0.nextHeld == nil })
    #expect(await session.told() == ["all pauses @5760 by input", "@5760 all paused"])
  }

  @Test func aStartThatEndsAPauseIsItsResumeToComeAndAPauseBeforeItComesFirst() async throws {
    var bench = try await SessionBench(session)
    try await bench.say("pause now", then: 1000)
    try await bench.say("start violin-a loop")
    try await bench.say("start cello bar", then: 10)
    func next(_ id: String) async -> Snapshot.Next<Bool>? { await session.stem(id).nextHeld }
    #expect(await next("violin-a") == Snapshot.Next(value: false, at: 11_520))
    #expect(await next("cello") == Snapshot.Next(value: false, at: 5760))
    #expect(await next("violin-b") == nil)
    try await bench.say("pause violin-a beat", then: 10)
    #expect(await next("violin-a") == nil, "it is held with its start")
    await bench.run(SmallSet.loop)
    #expect(await session.snapshot().stems.map(\.isHeld) == [false, true, true, true])
  }

  @Test func aStartForTheFrameOfAPauseThatWaitsTakesItsPlace() async throws {
    var bench = try await SessionBench(session, after: 10)
    try await bench.say("pause violin-a loop")
    try await bench.say("start violin-a loop", then: SmallSet.loop)
    #expect(await session.stem("violin-a").status == .play)
    #expect(await !session.stem("violin-a").isHeld)
    #expect(await session.stem("violin-a").nextHeld == nil)
  }

  @Test func itIsToldWhenItIsAFactAndStartsThatEndItTellThatToo() async throws {
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a now", then: 1000)
    try await bench.say("pause", then: 1000)
    try await bench.say("start cello bar")
    try await bench.say("start violin-a now", then: SmallSet.bar)
    #expect(await !session.snapshot().isPaused)
    try await bench.say("start violin-b now", then: 10)
    #expect(
      await session.told().filter { $0.contains("pause") || $0.contains("resume") } == [
        "@1000 all paused", "cello resumes @5760 by input", "@2000 violin-a resumed", "@5760 cello resumed",
        "@5760 all resumed", "@7760 violin-b resumed",
      ])
  }

  @Test func whatChangesNothingIsAnsweredSoAndIsNotInTheJournal() async throws {
    var bench = try await SessionBench(session, after: 1000)
    for line in ["resume", "resume violin-a bar", "pause violin-a", "pause violin-a loop", "pause", "pause"] {
      try await bench.say(line, then: 1)
    }
    #expect(
      await session.told() == [
        "all resume unchanged by input", "violin-a resume unchanged by input", "@1002 violin-a paused",
        "violin-a pause unchanged by input", "@1004 all paused", "all pause unchanged by input",
      ])
    #expect(try evening.journal() == ["@1002 pause violin-a now", "@1004 pause now", "@1006 quit"])
  }

  @Test func startingAStemByNameEndsItForThatStemAndWhenAllAreStartedItIsOver() async throws {
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a now", then: 1000)
    try await bench.say("pause")
    try await bench.say("start violin-b beat", then: SmallSet.beat)
    #expect(await session.snapshot().stems.map(\.isHeld) == [true, true, false, true])
    #expect(await session.snapshot().isPaused)
    #expect(await bench.run(100).master.allSatisfy { $0 == 0.125 })
    try await bench.say("start cello violin-a now", then: 10)
    #expect(await !session.snapshot().isPaused, "nothing is silenced any more")
    // What was stopped stays so.
    #expect(await session.stem("violin-c").status == .stop)
  }

  @Test func oneStemCanBePausedAlone() async throws {
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a violin-b now", then: 1000)
    try await bench.say("pause violin-*", then: 240)
    #expect(await session.snapshot().isPaused)
    #expect(await session.snapshot().stems.map(\.isHeld) == [false, true, true, true])
    try await bench.say("resume violin-a now", then: 240)
    #expect(await session.snapshot().stems.map(\.isHeld) == [false, false, true, true])
    #expect(
      await session.told().filter { $0.contains("pause") || $0.contains("resume") } == [
        "@1000 violin-a paused", "@1000 violin-b paused", "@1000 violin-c paused", "@1240 violin-a resumed",
      ])
  }

  @Test func whatIsHeldHasNoLevel() async throws {
    var bench = try await SessionBench(session)
    while await session.makeProfile() {}
    await bench.run(2000)
    #expect(await session.stemLevels(over: 0.01)[0].peak.left > 0)
    try await bench.say("pause", then: 1000)
    #expect(await session.stemLevels(over: 0.01)[0].peak.left == 0)
    #expect(await session.stemLevels(over: 0.01)[0].place != nil, "it runs on")
  }

  @Test func whatADoorBringsComesInUnheardWhileThePerformanceIsPaused() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-05T23:59:59"))
    let session = try await SmallSet(doors: "violin-b = { opens = 2026-12-06, join = true }").performance(
      at: clock)
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("pause", then: 240)
    clock.now = try TestClock.tokyo("2026-12-06")
    try await bench.run(until: "asked") { await session.stem("violin-b").status.pending != nil }
    #expect(await bench.run(2 * SmallSet.loop).isSilent)
    #expect(await session.stem("violin-b").status == .play)
    #expect(await session.stem("violin-b").isHeld)
    try await bench.say("resume", then: 240)
    #expect(await bench.run(1).ports[2] == [0.125])
  }

  @Test func aQuantumThatTheSetHasNotIsRefused() async throws {
    let bench = try await SessionBench(SmallSet(head: "").session())
    for line in ["pause bar", "resume beat", "pause violin-a bar", "fade violin-a bar over 1 s"] {
      #expect(try await bench.say(line).first?.hasPrefix("the set has no ") == true, "\(line)")
    }
  }

  // MARK: - Another sample rate

  private let compactDisc = SampleRate(hertz: 44_100)!

  @Test func aPauseOutlivesTheServersRateAndHoldsWhatWaited() async throws {
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a now", then: 1000)
    try await bench.say("start violin-b")
    try await bench.say("pause")
    try await bench.say("start violin-c", then: 1000)
    bench = try await SessionBench(session, at: compactDisc)
    #expect(await session.snapshot().isPaused)
    try await bench.skip(1900)
    await bench.run(10)
    #expect(await session.snapshot().stems.map(\.isHeld) == [true, true, true, true])
    let heard = await bench.run(11_000)
    #expect(heard.ports[0].isSilence && heard.ports[1].isSilence && heard.ports[2].isSilence)
    #expect(heard.ports[3].contains { $0 != 0 }, "it was asked for since the pause")
    #expect(await session.snapshot().stems.map(\.status) == [.play, .play, .play, .play])
  }

  @Test func aPauseThatWaitsIsAskedForAgainByWhoHasAsked() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("start violin-a loop")
    try await bench.say("pause loop")
    try await bench.say("start violin-b loop", then: 1000)
    bench = try await SessionBench(session, at: compactDisc)
    try await bench.skip(1900)
    await bench.run(10)
    #expect(await !session.snapshot().isPaused)
    #expect(await session.stem("cello").nextHeld == Snapshot.Next(value: true, at: 10_584))
    await bench.run(11_000)
    #expect(await session.snapshot().stems.map(\.isHeld) == [true, true, false, true])
    #expect(
      await session.told().filter { $0.contains("pause") } == [
        "all pauses @11520 by input", "all pauses @10584 by input", "@10584 all paused",
      ])
  }

  @Test func aResumeThatWaitsIsAskedForAgainStemByStem() async throws {
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a now", then: 1000)
    try await bench.say("pause now", then: 10)
    try await bench.say("resume violin-a loop")
    try await bench.say("start cello loop", then: 990)
    bench = try await SessionBench(session, at: compactDisc)
    try await bench.skip(1900)
    await bench.run(11_000)
    #expect(await session.snapshot().stems.map(\.isHeld) == [false, false, true, true])
  }

  @Test func whatWasResumedIsNotPausedAgain() async throws {
    var bench = try await SessionBench(session)
    try await bench.say("pause", then: 100)
    try await bench.say("resume", then: 100)
    bench = try await SessionBench(session, at: compactDisc)
    try await bench.skip(1900)
    await bench.run(250)
    #expect(await !session.snapshot().isPaused)
    #expect(await bench.run(10).ports[0].allSatisfy { $0 != 0 })
  }
}

extension [Float] {
  fileprivate var isSilence: Bool { allSatisfy { $0 == 0 } }
}
