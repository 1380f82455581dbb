import CanonControl
import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// `fade`: stems fade to silence and are mute there, or begin from silence; through the gate, as every start.
@Suite struct StemFadeInSessionTests {
  private let evening: RecordedPerformance
  private var session: Performance { evening.session }

  init() throws { evening = try RecordedPerformance() }

  @Test func aFadeOutIsAPendingChangeLikeAnyOther() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("fade cello bar over 1 bar")
    let heard = await bench.run(3 * SmallSet.bar).ports[0]
    #expect(heard[SmallSet.bar - 1000] == 0.5)
    #expect(abs(heard[SmallSet.bar + SmallSet.beat - 1000] - 0.25) < 0.0001)
    #expect(heard[(2 * SmallSet.bar - 1000)...].allSatisfy { $0 == 0 })
    #expect(await session.stem("cello").gain == Decibels(0)!)
    #expect(
      await session.told() == [
        "@1000 cello accepted: play, mute @11520 by input", "@11520 cello mute by input",
      ])
    #expect(try evening.journal() == ["@1000 fade cello out bar over 1 bar", "@18280 quit"])
  }

  @Test func cancelTakesItBack() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("fade cello over 2 bars", then: 2000)
    try await bench.say("cancel cello", then: 240)
    #expect(await bench.run(SmallSet.loop).ports[0].allSatisfy { $0 == 0.5 })
    #expect(await session.stem("cello").status == .play)
  }

  @Test func fadeAllIncludesTheBaseAndAFadeInBringsStemsFromSilence() async throws {
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a now", then: 1000)
    try await bench.say("fade all out over 100 ms", then: 4800)
    #expect(await session.snapshot().stems.map(\.status) == [.mute, .mute, .stop, .stop])
    try await bench.say("fade all in over 1 beat")
    let heard = await bench.run(SmallSet.beat + 10)
    #expect(heard.ports.map(\.first) == [0, 0, 0, 0])
    #expect(heard.ports.map(\.last) == [0.5, 0.25, 0.125, 0.0625])
  }

  @Test func theLevelThatMetersShowFades() async throws {
    var bench = try await SessionBench(session)
    while await session.makeProfile() {}
    await bench.run(1000)
    try await bench.say("fade cello over 2 beats", then: SmallSet.beat)
    #expect(await abs(session.stemLevels(over: 0.01)[0].peak.left - 0.25) < 0.05)
    try await bench.say("cancel cello", then: 1000)
    #expect(await session.stemLevels(over: 0.01)[0].peak.left == 0.5)
  }

  @Test func aLockedStemIsRefusedAndAFadeOutDoesNotPutOffAShutDoorsStop() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-05"))
    let session = try await SmallSet(
      doors: "violin-a = 2026-12-24\nviolin-b = { opens = 2026-12-01, until = 2026-12-06 }"
    ).performance(at: clock)
    var bench = try await SessionBench(session)
    #expect(
      try await bench.say("fade violin-a in over 1 s").first?.hasPrefix("\"violin-a\" is locked") == true)
    try await bench.say("start violin-b now", then: 1000)
    clock.now = try TestClock.tokyo("2026-12-06")
    try await bench.run(until: "asked") { await session.stem("violin-b").status.next == .stop }
    let problems = try await bench.say("fade violin-b out over 8 bars")
    #expect(problems.first?.hasPrefix("\"violin-b\" ") == true)
    await bench.run(SmallSet.loop)
    #expect(await session.stem("violin-b").status == .stop)
  }

  @Test func whatIsLeftOfAFadeOutIsDoneAtAnotherRateToo() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("fade cello over 2 s", then: 48_000)
    bench = try await SessionBench(session, at: SampleRate(hertz: 44_100)!)
    try await bench.skip(45_000)
    await bench.run(1)
    #expect(await session.stem("cello").status.pending?.at == 45_000 + 44_100)
    #expect(await session.stem("cello").status.next == .mute)
  }

  @Test func aFadeThatWaitsIsAskedForAgainWithItsQuantum() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("fade cello loop over 1 bar", then: 1000)
    bench = try await SessionBench(session, at: SampleRate(hertz: 44_100)!)
    try await bench.skip(1900)
    let heard = await bench.run(10_000)
    #expect(await session.stem("cello").status.pending?.at == 10_584 + 5292)
    #expect(heard.ports[0][500..<8680].allSatisfy { $0 == 0.5 }, "it begins on the boundary")
  }

  @Test func aFadeGoesOnFromItsLevelAtAnotherRate() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("fade cello over 2 s")
    try await bench.say("fade violin-a in now over 2 s", then: 48_000)
    bench = try await SessionBench(session, at: SampleRate(hertz: 44_100)!)
    try await bench.skip(45_000)
    let heard = await bench.run(44_101).ports
    #expect(heard[0][..<221].allSatisfy { $0 <= 0.25 } && heard[1][..<221].allSatisfy { $0 < 0.126 })
    func isAbout(_ sample: Float, _ value: Float) -> Bool { abs(sample - value) < 0.0001 }
    #expect(isAbout(heard[0][221], 0.248_747_2))
    #expect(isAbout(heard[0][22_050], 0.125) && heard[0][44_100] == 0)
    #expect(isAbout(heard[1][221], 0.125_626_4))
    #expect(isAbout(heard[1][22_050], 0.1875) && heard[1][44_100] == 0.25)
    #expect(await session.stem("cello").status == .mute)
    #expect(
      try evening.journal("evening-2.journal").filter { $0.contains("faded") } == [
        "@0 faded cello 0.5", "@0 faded violin-a 0.5",
      ])
  }

  @Test func whatIsMissingIsSaid() {
    #expect(throws: CommandProblem.self) { try CommandParser.parse("fade cello") }
    #expect(throws: CommandProblem.self) { try CommandParser.parse("fade cello out bar") }
    #expect(throws: CommandProblem.self) { try CommandParser.parse("fade over 2 bars") }
    #expect(throws: CommandProblem.self) { try CommandParser.parse("panic cello") }
  }
}
