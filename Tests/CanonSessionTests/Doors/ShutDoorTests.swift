import CanonEngine
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// A door that shuts (`until`) while its stem sounds: the way to silence stays open, the way back does not.
@Suite struct ShutDoorTests {
  static let over = "\"violin-b\" has been shut since 2027-02-02 (Asia/Tokyo) and does not open again."

  private let clock: TestClock
  private let session: Performance

  init() throws {
    clock = TestClock(try TestClock.tokyo("2027-02-01"))
    session = try SmallSet(doors: "violin-b = { opens = 2026-12-06, until = 2027-02-02 }").session(at: clock)
  }

  /// violin-b plays, and its door shuts.
  private func playingBehindAShutDoor() async throws -> SessionBench {
    var bench = try await SessionBench(session)
    #expect(try await bench.say("start violin-b now") == [])
    await bench.run(1000)
    clock.now = try TestClock.tokyo("2027-02-02")
    return bench
  }

  @Test(
    "What leads to silence is never refused",
    arguments: [
      ("press violin-b now", StemState.mute), ("mute violin-b now", .mute), ("stop violin-b now", .stop),
      ("press violin-b beat", .mute), ("mute violin-b bar", .mute), ("stop violin-b loop", .stop),
    ])
  func towardsSilence(line: String, state: StemState) async throws {
    var bench = try await playingBehindAShutDoor()
    #expect(try await bench.say(line) == [])
    await bench.run(SmallSet.loop)
    #expect(await session.stem("violin-b").status.state == state)
    #expect(await bench.run(2 * SmallSet.loop).ports[2].allSatisfy { $0 == 0 })
  }

  @Test(
    "A pending silence can be taken back, since nothing begins",
    arguments: ["press violin-b", "cancel violin-b"], ["mute", "stop"])
  func takingBack(line: String, silence: String) async throws {
    var bench = try await playingBehindAShutDoor()
    try await bench.say("\(silence) violin-b", then: 1)
    #expect(try await bench.say(line) == [])
    await bench.run(1)
    #expect(await session.stem("violin-b").status == .play)
  }

  @Test("A stem behind a shut door that is silent stays silent", arguments: ["mute", "stop"])
  func noWayBack(silencing: String) async throws {
    var bench = try await playingBehindAShutDoor()
    try await bench.say("\(silencing) violin-b now", then: 1000)
    for word in ["press", "start", "unmute"] {
      for quantum in LockedStem.quanta {
        #expect(try await bench.say("\(word) violin-b \(quantum)") == [Self.over], "\(word) \(quantum)")
        #expect(await bench.run(700).ports[2].allSatisfy { $0 == 0 }, "\(word) \(quantum)")
      }
    }
    #expect(await bench.run(4 * SmallSet.loop).ports[2].allSatisfy { $0 == 0 })
  }

  @Test func twoPressesInOneBreathMuteAndDoNotComeBack() async throws {
    var bench = try await playingBehindAShutDoor()
    try await bench.say("press violin-b now")
    try await bench.say("press violin-b now", then: 1000)
    #expect(await session.stem("violin-b").status.state == .mute)
    #expect(await bench.run(2 * SmallSet.loop).ports[2].allSatisfy { $0 == 0 })
  }
}
