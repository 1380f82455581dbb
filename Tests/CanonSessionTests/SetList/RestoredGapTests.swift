import CanonControl
import CanonEngine
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// Nothing begins in the gap before a piece, also if the music is restored there. The gap is as long as two loops and more, so that
/// boundaries lie in it.
@Suite(.timeLimit(.minutes(LongCampaign.minutes))) struct RestoredGapTests {
  private static let two =
    "[[piece]]\nsource = \"set.toml\"\ngap = \"500 ms\"\n[[piece]]\nsource = \"second\"\n"
  private let rate = SampleRate(hertz: 44_100)!
  private let clock = TestClock()

  /// Plays until the music is in the gap before the second piece.
  private func bench(_ programme: SmallProgramme) async throws -> SessionBench {
    let session = try await programme.performance(at: clock)
    var bench = try await SessionBench(session, after: 100, ports: 6)
    let problems = try await bench.say("goto piece 2 now", at: .lines)
    await bench.run(1000)
    #expect(problems == [] && session.program.piece?.number == 2)
    return bench
  }

  /// Starts a stem at once in the gap, and expects silence up to the first downbeat, and then that stem beside the base.
  private func startInGap(_ bench: inout SessionBench) async throws -> CanonTestSupport.Output {
    let problems = try await bench.say("start oboe now")
    #expect(problems == [])
    let before = await bench.session.snapshot()
    let left = before.origins.last - before.position, ahead = Int(left)
    let twoLoops = try #require(before.grid?.loop.position(of: 2))
    #expect(left > twoLoops, "the base waits, too, and a boundary of its loop is ahead")
    let heard = await bench.run(ahead + 2000)
    #expect(heard.master.firstIndex { $0 != 0 } == ahead)
    let both = SmallProgramme.cello + SmallProgramme.oboe
    #expect(heard.master[(ahead + 1000)...].allSatisfy { abs($0 - both) < 0.001 })
    return heard
  }

  private func expectRendering(
    of journal: String, in small: SmallSet, is heard: CanonTestSupport.Output
  ) async throws {
    let score = try Score.load(small.folder.file(journal))
    #expect(score.lines.contains { $0.command == .gap })
    let rendering = try await small.rendering(of: score, period: 512)
    #expect(rendering.refused == [])
    #expect(rendering.output.master == heard.master)
  }

  @Test("A server that comes back in the gap with another sample rate", arguments: [false, true])
  func otherRate(isLostAgain: Bool) async throws {
    let programme = try SmallProgramme(Self.two)
    let old = try await bench(programme)
    let session = old.session
    let place = await session.snapshot().position.scaled(from: .studio, to: rate)
    // An engine that never has a cycle, because that server is lost at once.
    if isLostAgain { _ = try await session.makeEngine(at: SampleRate(hertz: 96_000)!) }
    var bench = try await SessionBench(session, at: rate, ports: 6)
    try await bench.skip(place)
    let heard = try await startInGap(&bench)
    await session.finish()
    try await expectRendering(
      of: isLostAgain ? "evening-3.journal" : "evening-2.journal", in: programme.small, is: heard)
  }

  @Test("An evening that ends in the gap says so, and goes on there")
  func resumed() async throws {
    let before = try await bench(SmallProgramme(Self.two)).session
    await before.report(ClockPlace(position: before.snapshot().position, time: clock.now))
    let evening = try #require(await before.evening())
    #expect(evening.music.isInGap)
    let text = EveningText.text(evening, of: .init(source: "s", name: "n"))
    let read = try EveningText.read(text, path: "e", of: .init(source: "s", name: "n"))
    #expect(read == evening, "\(text)")
    await before.finish()

    let programme = try SmallProgramme(Self.two)
    let session = try await programme.performance(at: clock)
    await session.resume(read)
    var bench = try await SessionBench(session, ports: 6)
    try await bench.arrive(read)
    let heard = try await startInGap(&bench)
    await session.finish()
    try await expectRendering(of: "evening.journal", in: programme.small, is: heard)
  }

  @Test(
    "A base whose downbeat passes while a server or canon is away plays as if it had begun on it",
    arguments: [false, true])
  func downbeatPasses(isResumed: Bool) async throws {
    var programme = try SmallProgramme(Self.two)
    let before = try await bench(programme).session
    await before.report(ClockPlace(position: before.snapshot().position, time: clock.now))
    let evening = try #require(await before.evening())
    #expect(evening.music.layers.first { $0.id == "cello" }?.state == .wait)
    #expect(evening.music.again == [])
    let origin = evening.music.origin
    var back: SessionBench
    if isResumed {
      await before.finish()
      programme = try SmallProgramme(Self.two)
      let session = try await programme.performance(at: clock)
      await session.resume(evening)
      back = try await SessionBench(session, ports: 6)
      try await back.arrive(evening, passed: origin + 1000 - evening.music.position)
    } else {
      back = try await SessionBench(before, at: rate, ports: 6)
      try await back.skip(origin.scaled(from: .studio, to: rate) + 1000)
    }
    let session = back.session
    let heard = await back.run(2000)
    #expect(await session.hasBegunOnDownbeat("cello"))
    #expect(heard.master[1000...].allSatisfy { abs($0 - SmallProgramme.cello) < 0.001 })
    await session.finish()
    try await expectRendering(
      of: isResumed ? "evening.journal" : "evening-2.journal", in: programme.small, is: heard)
  }

  @Test(
    "Once the music has moved elsewhere, or the downbeat has come, it is in no gap", arguments: [false, true])
  func isOver(isMoved: Bool) async throws {
    var bench = try await bench(SmallProgramme(Self.two))
    let session = bench.session
    if isMoved {
      let problems = try await bench.say("seek @-20000", at: .journals)
      #expect(problems == [])
    }
    await bench.run(isMoved ? 1000 : 24_000)
    await session.report(ClockPlace(position: session.snapshot().position, time: clock.now))
    let evening = try #require(await session.evening())
    #expect(!evening.music.isInGap)
  }
}

extension Performance {
  /// Whether a stem plays, and its run counts from the music's first downbeat.
  fileprivate func hasBegunOnDownbeat(_ id: String) -> Bool {
    guard let stem = set.index(of: id) else { return false }
    return deck.stems[stem.int].status == .play && deck.stems[stem.int].began == deck.origin
  }
}
