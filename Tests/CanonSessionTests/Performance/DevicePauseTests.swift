import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// A performance whose output device goes and comes back: silent meanwhile, unless somebody wants otherwise.
@Suite struct DevicePauseTests {
  private let evening: RecordedPerformance
  private var session: Performance { evening.session }

  init() throws { evening = try .rising() }

  private func setAway(_ isAway: Bool, _ bench: inout SessionBench) async {
    await session.seat.setDevice(isAway: isAway)
    await bench.run(240)
  }

  private func held() async -> [String] {
    await session.snapshot().stems.filter(\.isHeld).map(\.id)
  }

  @Test func theLossOfTheDeviceSilencesEverythingAndItsReturnBringsItBackInPhase() async throws {
    var bench = try await SessionBench(session, after: 1000)
    await setAway(true, &bench)
    #expect(await session.snapshot().isPaused)
    #expect(await bench.run(1000).isSilent)
    await setAway(false, &bench)
    #expect(await bench.run(10).ports[0] == Array(SmallSet.rising(SmallSet.loop)[2480..<2490]))
    #expect(await session.told() == ["@1000 all paused", "@2240 all resumed"])
    #expect(try evening.journal() == ["@1000 pause now", "@2240 resume now", "@2490 quit"])
  }

  @Test func whatPeoplePausedBeforeStaysPaused() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("pause violin-a", then: 240)
    await setAway(true, &bench)
    #expect(await held().count == 4)
    await setAway(false, &bench)
    #expect(await held() == ["violin-a"])
    try await bench.say("pause", then: 240)
    await setAway(true, &bench)
    await setAway(false, &bench)
    #expect(await held().count == 4)
  }

  @Test func whatPeoplePauseMeanwhileStaysPaused() async throws {
    var bench = try await SessionBench(session, after: 1000)
    await setAway(true, &bench)
    try await bench.say("pause cello violin-b", then: 240)
    await setAway(false, &bench)
    #expect(await held() == ["cello", "violin-b"])
  }

  @Test func whatPeopleResumeOrStartMeanwhileIsTheirs() async throws {
    var bench = try await SessionBench(session, after: 1000)
    await setAway(true, &bench)
    try await bench.say("resume cello")
    try await bench.say("start violin-a now", then: 240)
    #expect(await held() == ["violin-b", "violin-c"])
    try await bench.say("pause cello", then: 240)
    await setAway(false, &bench)
    #expect(await held() == ["cello"])
  }

  @Test func itsEndDoesNotLetFrozenMusicGoOn() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("freeze", then: 240)
    await setAway(true, &bench)
    await setAway(false, &bench)
    #expect(await session.snapshot().isFrozen)
    #expect(await held() == [])
  }

  @Test func aPanicEndsIt() async throws {
    var bench = try await SessionBench(session, after: 1000)
    await setAway(true, &bench)
    try await bench.say("panic", then: 240)
    try await bench.say("start cello now", then: 240)
    await setAway(false, &bench)
    #expect(await held() == [])
    #expect(await session.stem("cello").status == .play)
  }
}
