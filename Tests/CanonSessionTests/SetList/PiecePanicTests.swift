import CanonControl
import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// What a panic means for the pieces of a programme, and what its undo does.
@Suite(.timeLimit(.minutes(LongCampaign.minutes))) struct PiecePanicTests {
  private static let loop = SmallSet.loop
  private static let ends =
    "[[piece]]\nsource = \"set.toml\"\nloops = 2\n[[piece]]\nsource = \"second\"\n[[piece]]\nsource = \"set.toml\"\n"

  @Test(
    "Once a panic is undone the piece ends as it would have ended, also if the engine has yet to receive that panic",
    arguments: [0, 1000])
  func undone(after frames: Int) async throws {
    let clock = TestClock()
    let programme = try SmallProgramme(Self.ends)
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
    let session = try await SmallProgramme(Self.ends).performance()
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
