import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// A set may have several bases: all of them sound from the first frame, and come back together.
@Suite struct SeveralBasesTests {
  private func session() throws -> Performance {
    let small = try SmallSet()
    try small.edit("file = \"violin-b.wav\"\nbase = false", "file = \"violin-b.wav\"\nbase = true")
    return try small.session()
  }

  @Test func allAreHeardFromTheFirstFrame() async throws {
    let session = try session()
    var bench = try await SessionBench(session)
    #expect(await bench.run(1000).master.allSatisfy { $0 == 0.5 + 0.125 })
    #expect(await session.snapshot().stems.map(\.status) == [.play, .stop, .play, .stop])
    #expect(try await bench.say("stop all now") == [], "a glob spares them")
    await bench.run(1000)
    #expect(await session.snapshot().stems.map(\.status) == [.play, .stop, .play, .stop])
  }

  @Test func eachComesBackAsItWasInAnEngineOfAnotherRate() async throws {
    let session = try session()
    var bench = try await SessionBench(session)
    try await bench.say("mute violin-b now", then: 1000)
    bench = try await SessionBench(session, at: SampleRate(hertz: 44_100)!)
    try await bench.skip(10_000)
    await bench.run(1)
    #expect(await session.snapshot().stems.map(\.status) == [.play, .stop, .mute, .stop])
  }
}
