import CanonEngine
import CanonLiveSupport
import CanonTestSupport
import Testing

@testable import CanonSession

/// The quanta `stem` and `cycle`, the grace, the second press: when a command takes effect.
@Suite struct QuantaInSessionTests {
  /// violin-a is one and a half loops long, violin-b two thirds.
  private static let longer = ["violin-a": SmallSet.rising(17_280), "violin-b": SmallSet.rising(7680)]

  private func session(
    _ head: String = "", keys: [String: String] = [:], doors: String? = nil, clock: TestClock = TestClock()
  ) throws -> Performance {
    try SmallSet(doors: doors, head: SmallSet.head + "\n" + head, keys: keys, sounds: Self.longer).session(
      at: clock)
  }

  @Test(
    "Each kind of change has a boundary of its own where the set says so",
    arguments: [
      ("start violin-c", "violin-c", 5760), ("stop violin-a", "violin-a", 11_520),
      ("mute violin-a", "violin-a", 2880), ("unmute violin-b", "violin-b", 23_040),
    ] as [(String, String, FramePosition)])
  func kinds(line: String, stem: String, at frame: FramePosition) async throws {
    let quanta = "quantum = { start = \"bar\", stop = \"loop\", mute = \"beat\", unmute = \"loop:2\" }"
    let session = try SmallSet(head: SmallSet.head + "\n" + quanta).session()
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a violin-b now", then: 500)
    try await bench.say("mute violin-b now", then: 500)
    try await bench.say(line, then: 1)
    #expect(await session.stem(stem).status.pending?.at == frame)
  }

  @Test func aStemsOwnLoopsAreItsBoundaries() async throws {
    let session = try session()
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a violin-b now", then: 1000)
    for line in [
      "stop violin-a stem", "mute violin-b stem:2", "start violin-c stem", "gain violin-b -6 stem",
    ] {
      try await bench.say(line)
    }
    await bench.run(1)
    #expect(await session.stem("violin-a").status.pending?.at == 17_280)
    #expect(await session.stem("violin-b").status.pending?.at == 15_360)
    #expect(await session.stem("violin-c").status.pending?.at == 11_520)
    #expect(await session.told().last == "@7680 violin-b gain -6.0")
  }

  @Test func theCommonCycleIsThatOfWhatSounds() async throws {
    let session = try session()
    var bench = try await SessionBench(session)
    func cycle() async -> String {
      await session.snapshot().cycle.map { "\($0.numerator)/\($0.denominator)" } ?? "none"
    }
    await bench.run(1)
    #expect(await cycle() == "11520/1")
    try await bench.say("start violin-a now", then: 1)
    #expect(await cycle() == "34560/1")
    try await bench.say("start violin-b cycle", then: 1)
    #expect(await session.stem("violin-b").status.pending?.at == 34_560)
    await bench.run(34_560)
    // 11520, 17280 and 7680 begin together after 69120.
    #expect(await cycle() == "69120/1")
    try await bench.say("stop violin-a cycle", then: 1)
    #expect(await session.stem("violin-a").status.pending?.at == 69_120)
    try await bench.say("mute cello violin-b now")
    try await bench.say("stop violin-a now", then: 1)
    #expect(await cycle() == "11520/1")
  }

  @Test func withinTheGraceACommandIsNotLate() async throws {
    let session = try session("grace = \"10 ms\"", keys: ["violin-a": "entry = \"top\""])
    var bench = try await SessionBench(session)
    await bench.run(SmallSet.loop + 480)
    try await bench.say("start violin-a", then: 1)
    try await bench.say("start violin-b")
    let heard = await bench.run(1000)
    #expect(await session.stem("violin-a").status == .play)
    #expect(await session.stem("violin-b").status.pending?.at == 23_040)
    // As far on as if it had begun on the loop.
    #expect(heard.ports[1][500] == SmallSet.rising(17_280)[981])
    #expect(await session.told().contains("@12000 violin-a play by input"))
  }

  @Test func aSecondPressLetsItHappenAtOnce() async throws {
    let session = try session("second_press = \"now\"")
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("press violin-a", then: 1000)
    #expect(await session.stem("violin-a").status.text == "wait, play @11520 by input")
    try await bench.say("press violin-a", then: 1)
    #expect(await session.stem("violin-a").status == .play)
    try await bench.say("mute violin-a")
    try await bench.say("press violin-a", then: 1)
    #expect(await session.stem("violin-a").status == .mute)
  }

  @Test func withoutThatItTakesThePendingChangeBack() async throws {
    let session = try session()
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("press violin-a")
    try await bench.say("press violin-a", then: 1)
    #expect(await session.stem("violin-a").status == .stop)
  }

  @Test func aSecondPressIsNoWayPastADoorThatHasShut() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-05"))
    let session = try session(
      "second_press = \"now\"", doors: "violin-a = { opens = 2026-11-01, until = 2026-12-06 }", clock: clock)
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("mute violin-a now")
    try await bench.say("press violin-a loop:4", then: 1)
    clock.now = try TestClock.tokyo("2026-12-06")
    #expect(try await bench.say("press violin-a").count == 1)
    #expect(await bench.run(1000).ports[1].allSatisfy { $0 == 0 })
    #expect(await session.stem("violin-a").status.text == "wait, play @46080 by input")
  }
}
