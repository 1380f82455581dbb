import CanonEngine
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// A press that waits counts by its frame: the state of the stem then, and the door as it is then.
@Suite struct WaitingPressTests {
  @Test(
    "A press on a frame after the door's opening starts the stem on that frame, though the engine has had it before"
  )
  func doorOpens() async throws {
    // The door opens a second after the start, and the press is to be received soon after that.
    let opens = try TestClock.tokyo("2026-12-06"), frame = 48_000 + 1500
    let clock = TestClock(opens + -1)
    let session = try await SmallSet(doors: "violin-b = 2026-12-06").performance(at: clock)
    var bench = try await SessionBench(session)
    #expect(try await bench.say("at @\(frame) press violin-b now") == [])
    var heard: [Float] = []
    for step in 1...110 {
      heard += await bench.run(500).ports[2]
      clock.now = opens + (-1 + Double(500 * step) / 48_000)
      await session.pump()
      await session.awaitEntrances()
    }
    #expect(
      heard.firstIndex { $0 != 0 }.map { abs($0 - frame) <= 1 } == true,
      "\(heard.firstIndex { $0 != 0 } ?? -1)")
  }

  @Test(
    "A press that waits mutes what plays on its frame, and unmutes it with the next",
    arguments: [true, false])
  func state(isMuted: Bool) async throws {
    var bench = try await SessionBench()
    try await bench.say("start violin-a now", then: 100)
    try await bench.say("at @\(WaitingTests.near) press violin-a now")
    if isMuted { try await bench.say("at @\(WaitingTests.near - 3000) mute violin-a now") }
    for _ in 0..<16 { await bench.run(500) }
    #expect(await bench.session.stem("violin-a").status == (isMuted ? .play : .mute))
  }
}
