import CanonControl
import CanonEngine
import CanonStems
import CanonStemsSupport
import CanonTestSupport
import Testing

@testable import CanonSession

/// What a panic means for the pieces of a programme, and what its undo does.
@Suite(.timeLimit(.minutes(LongCampaign.minutes))) struct PiecePanicTests {
  private static let loop = SmallSet.loop

  @Test("A piece that is still being read when a panic comes does not begin")
  func panic() async throws {
    let programme = try SmallProgramme(SmallProgramme.two)
    let oboe = [Float](repeating: SmallProgramme.oboe, count: Self.loop)
    let slow = try programme.small.folder.write(
      TallyReader.text(oboe, frames: Self.loop, claim: TallyReader.later), to: "second/oboe.wav")
    let session = try await programme.performance(readers: .withTally)
    var bench = try await SessionBench(session, after: 100, ports: 6)
    let asking = Task { await session.perform(.next(nil), by: .input) }
    while await session.pieces.beingRead == nil { await Task.yield() }
    #expect(try await bench.say("panic") == [])
    TallyReader.release(slow)
    #expect(await asking.value == [])
    await bench.run(1000)
    #expect(await bench.run(2 * Self.loop).master.allSatisfy { $0 == 0 })
    #expect(session.program.piece?.number == 1)
    #expect(await session.pieces.beingRead == nil)
    #expect(await session.told().contains { $0.contains("A panic came") })
  }

  @Test(
    "A piece that waits for its boundary when a panic comes does not begin, nor one by itself at the end of the piece",
    arguments: [false, true])
  func panicBeforeTheBoundary(isByItself: Bool) async throws {
    let programme = try SmallProgramme(SmallProgramme.ends)
    let session = try await programme.performance()
    var bench = try await SessionBench(session, ports: 6)
    await session.prepareNextPiece()
    if !isByItself { #expect(try await bench.say("next loop:2", at: .lines) == []) }
    var heard = try await bench.runInTime(1000)
    #expect(await session.stemsOfWaitingPiece == ["cello", "oboe"])
    #expect(try await bench.say("panic") == [])
    heard += await bench.run(100)
    #expect(await session.stemsOfWaitingPiece == [])
    heard += await bench.run(1000)
    let silence = try await bench.runInTime(3 * Self.loop)
    #expect(silence.master.allSatisfy { $0 == 0 })
    heard += silence
    #expect(session.program.piece?.number == 1)
    #expect(await session.snapshot().piece?.remaining == nil)
    #expect(await session.pieces.hasPanicked)
    #expect(try await bench.say("next", at: .lines) == [])
    heard += await bench.run(2 * Self.loop)
    #expect(session.program.piece?.number == 2)
    let refused = await session.allEvents().count {
      if case .refused(.superseded, .input) = $0 { true } else { false }
    }
    #expect(refused == (isByItself ? 0 : 1))
    try await programme.small.expectRendering(is: heard)
  }

  @Test("A panic that no server has received drops the piece that waits, too")
  func panicWithoutAServer() async throws {
    var old = try await SmallProgramme(SmallProgramme.two).bench()
    let session = old.session
    #expect(try await old.say("next loop:3", at: .lines) == [])
    await old.run(100)
    #expect(try await old.say("panic") == [])
    var back = try await SessionBench(session, at: SampleRate(hertz: 96_000)!, ports: 6)
    try await back.skip(2000)
    #expect(await back.run(8 * Self.loop).master.allSatisfy { $0 == 0 })
    #expect(session.program.piece?.number == 1)
  }

  @Test(
    "Once a panic is undone the piece ends as it would have ended, also if the engine has yet to receive that panic",
    arguments: [0, 1000])
  func undone(after frames: Int) async throws {
    let clock = TestClock()
    let programme = try SmallProgramme(SmallProgramme.ends)
    let session = try await programme.performance(at: clock)
    var bench = try await SessionBench(session, ports: 6)
    await session.prepareNextPiece()
    var heard = try await bench.runInTime(1000)
    #expect(try await bench.say("panic") == [])
    if frames > 0 { heard += try await bench.runInTime(frames) }
    _ = await session.undo(by: .input)
    heard += try await bench.runInTime(1000)
    await session.report(ClockPlace(position: session.snapshot().position, time: clock.now))
    let evening = try #require(await session.evening())
    #expect(!evening.hasPanicked)
    heard += try await bench.runInTime(2 * Self.loop)
    let end = 2 * Self.loop
    #expect(heard.ports[0][Self.loop - 1] == 0 && heard.ports[0][end - 300] == 0.5)
    #expect(heard.ports[0][end] == SmallProgramme.cello)
    #expect(session.program.piece?.number == 2)
    await session.finish()
    try await programme.small.expectRendering(is: heard)
  }

  @Test("The undo of a panic begins no other piece: music that is beyond the end of its piece goes on")
  func undoneLate() async throws {
    let session = try await SmallProgramme(SmallProgramme.ends).performance()
    var bench = try await SessionBench(session, after: 100, ports: 6)
    await session.prepareNextPiece()
    #expect(try await bench.say("panic") == [])
    try await bench.runInTime(3 * Self.loop)
    _ = await session.undo(by: .input)
    let heard = try await bench.runInTime(3 * Self.loop)
    #expect(heard.ports[0].last == 0.5)
    #expect(session.program.piece?.number == 1)
    #expect(await session.snapshot().piece?.remaining == nil)
  }
}
