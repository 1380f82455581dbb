import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// Commands that wait when the server comes back at another sample rate.
@Suite struct WaitingRateTests {
  private let compactDisc = SampleRate(hertz: 44_100)!

  @Test("Each of those that were to be ended is told, though the old engine never answered")
  func ended() async throws {
    var bench = try await SessionBench()
    let session = bench.session
    for id in ["violin-a", "violin-b", "violin-c"] {
      try await bench.say("at @\(WaitingTests.near) start \(id) now")
    }
    await bench.run(100)
    try await bench.say("at @\(WaitingTests.far) mute cello now", then: 100)
    try await bench.say("cancel at 1")
    try await bench.say("cancel at 3")
    bench = try await SessionBench(session, at: compactDisc)
    #expect(await session.snapshot().waiting.map(\.number) == [2, 4])
    try await bench.skip(100)
    await bench.run(WaitingTests.near)
    #expect(await session.snapshot().stems.map(\.status) == [.play, .stop, .play, .stop])
    #expect(
      await session.told().filter { $0.contains("ended") }
        == ["1 ended: cancelled by input", "3 ended: cancelled by input"])
  }
}
