import CanonEngine
import CanonLiveSupport
import CanonTestSupport
import Testing

@testable import CanonSession

/// Follow actions and ends through the session: told with who asked, shown before they come, never past the gate.
@Suite struct FollowInSessionTests {
  private static let shut = "violin-b = 2026-12-06"
  private static let shutting = "violin-b = { opens = 2026-11-01, until = 2026-12-06 }"

  private let folder: TestFolder
  private let clock: TestClock

  init() throws {
    folder = try TestFolder()
    clock = TestClock(try TestClock.tokyo("2026-12-05"))
  }

  /// A set whose violin-a does this; it starts on frame 0.
  private func started(
    _ keys: String, doors: String? = nil, head: String = SmallSet.head
  ) async throws -> SessionBench {
    let session = try SmallSet(doors: doors, head: head, keys: ["violin-a": keys]).session(
      journal: folder.file("evening.journal"), at: clock)
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a now", then: 1)
    return bench
  }

  @Test func aStartThatFollowsIsPendingForOneLoopAndToldWithItsAsker() async throws {
    var bench = try await started("after = { loops = 2, then = \"start:violin-b\" }")
    let session = bench.session
    #expect(await session.stem("violin-a").follow == 23_040)
    await bench.run(SmallSet.loop)
    #expect(await session.stem("violin-b").status.text == "wait, play @23040 by follow")
    let heard = await bench.run(SmallSet.loop).ports[2]
    #expect(heard[11_518] == 0 && heard[11_519] == 0.125)
    #expect(await session.stem("violin-a").follow == nil)
    #expect(
      await session.told().suffix(2) == [
        "@11520 violin-b wait, play @23040 by follow by follow", "@23040 violin-b play by follow",
      ])
    #expect(try folder.journal() == ["@0 start violin-a now", "@23041 quit"])
  }

  @Test func aStopThatFollowsCanBeCancelled() async throws {
    var bench = try await started("after = { loops = 1, then = \"stop\" }")
    let session = bench.session
    #expect(await session.stem("violin-a").status.text == "play, stop @11520 by follow")
    try await bench.say("cancel violin-a", then: 2 * SmallSet.loop)
    #expect(await session.stem("violin-a").status == .play)
    #expect(try folder.journal() == ["@0 start violin-a now", "@1 cancel violin-a"])
  }

  @Test("A locked stem is not started, whatever follows", arguments: ["start:violin-b", "any"])
  func lockedStems(then: String) async throws {
    let doors = Self.shut + "\nviolin-c = 2026-12-06"
    var bench = try await started("after = { loops = 1, then = \"\(then)\" }", doors: doors)
    let session = bench.session
    let heard = await bench.run(4 * SmallSet.loop)
    #expect(heard.ports[2].allSatisfy { $0.bitPattern == 0 })
    #expect(heard.ports[3].allSatisfy { $0.bitPattern == 0 })
    #expect(await session.snapshot().stems.map(\.status) == [.play, .play, .stop, .stop])
    #expect(await session.told().count == 2)
  }

  @Test func behindADoorThatHasShutNothingFollows() async throws {
    var bench = try await started(
      "after = { loops = 2, then = \"start:violin-b\" }", doors: Self.shutting)
    let session = bench.session
    #expect(await session.holdsSamples(of: "violin-b"))
    await bench.run(1000)
    clock.now = try TestClock.tokyo("2026-12-06")
    await bench.run(1)
    let heard = await bench.run(4 * SmallSet.loop)
    #expect(heard.ports[2].allSatisfy { $0.bitPattern == 0 })
    #expect(await session.stem("violin-b").status == .stop)
  }

  @Test func anyOfTheOthersFollowsTheSameEachTime() async throws {
    var chosen = Set<String>()
    for _ in 1...3 {
      let small = try SmallSet(
        head: SmallSet.head + "\nseed = 5", keys: ["violin-a": "after = { loops = 1, then = \"any\" }"])
      let session = try small.session()
      var bench = try await SessionBench(session)
      try await bench.say("start violin-a now", then: SmallSet.loop + 1)
      chosen.insert(
        await session.snapshot().stems.filter(\.status.soundsNow).map(\.id).joined(separator: " "))
    }
    #expect(chosen == ["cello violin-a violin-b"] || chosen == ["cello violin-a violin-c"])
  }

  @Test func aStemThatIsRepeatedEndsByItself() async throws {
    var bench = try await started("repeat = 2")
    let session = bench.session
    #expect(await session.stem("violin-a").end == 23_040)
    let heard = await bench.run(2 * SmallSet.loop).ports[1]
    #expect(heard[23_038] == 0.25 && heard[23_039] == 0)
    #expect(await session.stem("violin-a").status == .stop)
    #expect(await session.stem("violin-a").end == nil)
    #expect(await session.told().last == "@23040 violin-a stop by end")
  }

  @Test func stoppedBeforeItsEndItHasNone() async throws {
    var bench = try await started("repeat = 2\nafter = { loops = 2, then = \"start:violin-b\" }")
    let session = bench.session
    try await bench.say("stop violin-a now", then: 1)
    #expect(await session.stem("violin-a").end == nil)
    #expect(await session.stem("violin-a").follow == nil)
    await bench.run(3 * SmallSet.loop)
    #expect(await session.stem("violin-b").status == .stop)
  }

  @Test func anUpbeatThatIsTakenBackLeavesNoEndBehind() async throws {
    let small = try SmallSet(
      keys: ["violin-a": "region = \"1000 .. 12520\"\nrepeat = 2"],
      sounds: ["violin-a": SmallSet.rising(12_520)])
    let session = try small.session()
    var bench = try await SessionBench(session)
    await bench.run(11_000)
    try await bench.say("start violin-a", then: 100)
    // It is heard already, and will begin on the loop.
    #expect(await session.stem("violin-a").status.state == .wait)
    #expect(await session.stem("violin-a").end == 34_560)
    try await bench.say("cancel violin-a", then: 1)
    #expect(await session.stem("violin-a").status == .stop)
    #expect(await session.stem("violin-a").end == nil)
  }
}
