import CanonControl
import CanonEngine
import CanonLiveSupport
import CanonRender
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// Commands that waited, undone, and at another rate of the server.
@Suite struct WaitingUndoTests {
  @Test("What waited is undone like any other change, once it was received")
  func undone() async throws {
    var bench = try await SessionBench()
    try await bench.say("in 100 frames gain violin-a -6", then: 200)
    _ = await bench.session.undo(by: .input)
    await bench.run(10)
    #expect(await bench.session.stem("violin-a").gain.value == 0)
  }

  @Test(
    "While it waits there is nothing to undo, not even when the engine has it; then undo takes back what it changed"
  )
  func undoneInTime() async throws {
    var bench = try await SessionBench()
    try await bench.say("gain violin-a -3", then: 10)
    try await bench.say("in \(WaitingTests.near) frames gain violin-a -12", then: 10)
    _ = await bench.session.undo(by: .input)
    await bench.run(10)
    #expect(await bench.session.stem("violin-a").gain.value == 0)
    for _ in 0..<8 { await bench.run(1000) }
    #expect(await bench.session.stem("violin-a").gain.value == -12)
    _ = await bench.session.undo(by: .input)
    await bench.run(10)
    #expect(await bench.session.stem("violin-a").gain.value == 0)
    guard case .nothing = await bench.session.undo(by: .input) else {
      Issue.record("all is undone")
      return
    }
  }

  @Test("What was received late is not carried out again at another rate")
  func lateAndOtherRate() async throws {
    var bench = try await SessionBench(after: 100)
    let session = bench.session
    try await bench.say("at @1 press violin-a now")
    bench = try await SessionBench(session, at: try #require(SampleRate(hertz: 44_100)))
    try await bench.skip(92)
    await bench.run(100)
    await bench.run(100)
    #expect(await session.stem("violin-a").status == .play)
  }

  @Test("It outlasts a server of another rate, at the same place in the music")
  func otherRate() async throws {
    var bench = try await SessionBench()
    let session = bench.session
    try await bench.say("at loop 2 gain violin-a -1")
    try await bench.say("at 2 s gain violin-b -2")
    try await bench.say("in 96000 frames gain violin-c -3", then: 1000)
    let rate = try #require(SampleRate(hertz: 44_100))
    bench = try await SessionBench(session, at: rate)
    #expect(await session.snapshot().waiting.map(\.at) == [10_584, 88_200, 88_200])
    try await bench.skip(919)
    while await session.snapshot().waiting.count > 2 { await bench.run(512) }
    #expect(await session.stem("violin-a").gain.value == -1)
  }
}
