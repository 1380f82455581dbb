import CanonEngine
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// The stop that a shut door asks for: at once, once, and before anything that opened doors bring.
@Suite struct DoorStopTests {
  private let clock: TestClock

  init() throws { clock = TestClock(try TestClock.tokyo("2026-12-06")) }

  private func bench(
    _ doors: String, keys: [String: String] = [:], sounds: [String: [Float]] = [:]
  ) async throws -> SessionBench {
    let set = try SmallSet(doors: doors, keys: keys, sounds: sounds)
    return try await SessionBench(try await set.performance(at: clock))
  }

  /// Says all of it on one frame, and lets the doors come to rest.
  private func say(_ lines: String..., to bench: inout SessionBench) async throws {
    for line in lines { #expect(try await bench.say(line) == [], "\(line)") }
    await bench.run(0)
    await bench.settle()
  }

  // MARK: - At once

  @Test func aDoorThatShutsDuringItsRitualAsksForTheStopTogetherWithTheEndOfTheSolo() async throws {
    var bench = try await bench("violin-b = { needs = [\"violin-a\"], ritual = \"solo 2\" }")
    let session = bench.session
    try await say("start violin-a now", to: &bench)
    await bench.run(1000)
    #expect(await session.stem("violin-b").solo == .on)
    try await bench.say("stop violin-a loop:2")
    bench.deliver(0)
    // One look, and no other before the engine has received what it brought.
    await session.pump()
    bench.deliver(0)
    await session.readEvents()
    #expect(await session.stem("violin-b").solo == .off)
    #expect(await session.stem("violin-b").status.text == "play, stop @11520 by door")
  }

  @Test func aStemThatNeedsOneThatStopsWithTheSameLookDoesNotComeIn() async throws {
    var bench = try await bench(
      """
      violin-a = { needs = ["violin-b"], join = true }
      violin-b = { needs = ["violin-c"], ritual = "solo 2" }
      """, keys: ["violin-a": "quantum = \"now\"", "violin-b": "quantum = \"now\""])
    let session = bench.session
    try await say("start violin-c now", to: &bench)
    await bench.run(1000)
    try await say("mute violin-b loop", to: &bench)
    await bench.run(1000)
    #expect(await session.snapshot().stems.map(\.status.state) == [.play, .stop, .play, .play])

    try await say("cancel violin-b", "mute violin-c now", to: &bench)
    #expect(await bench.run(1000).ports[1].allSatisfy { $0.bitPattern == 0 })
    #expect(await session.snapshot().stems.map(\.status) == [.play, .stop, .stop, .mute])
    let starts = await session.told().filter { $0.contains("violin-a play") }
    #expect(starts == ["@0 violin-a play by door"])
  }

  // MARK: - Once

  /// violin-b has a loop of two of the set's. While it plays the common cycle has that length too.
  private func playingWithALongLoop() async throws -> SessionBench {
    var bench = try await bench(
      "violin-c = { needs = [\"violin-a\"] }",
      keys: ["violin-c": "quantum = { stop = \"cycle\" }"],
      sounds: ["violin-b": SmallSet.rising(2 * SmallSet.loop)])
    for stem in ["violin-a", "violin-b", "violin-c"] { try await say("start \(stem) now", to: &bench) }
    return bench
  }

  @Test func aStopKeepsItsFrameWhenTheCommonCycleBecomesShorterWhoeverAskedForItFirst() async throws {
    var bench = try await playingWithALongLoop()
    let session = bench.session
    await bench.run(1000)
    try await say("stop violin-c cycle", to: &bench)
    try await say("mute violin-a now", to: &bench)
    await bench.run(1000)
    try await say("stop violin-b now", to: &bench)
    await bench.run(1000)
    #expect(await session.stem("violin-c").status.text == "play, stop @23040 by input")
  }

  // MARK: - Taken back

  @Test("A stop is not taken back if the opening is refused, because a needed stem has ended on that frame")
  func refusedOpening() async throws {
    let set = try SmallSet(
      doors: "violin-a = { hours = \"10:00-20:00\", needs = [\"violin-b\"] }",
      keys: ["violin-a": "quantum = { stop = \"loop:8\" }", "violin-b": "repeat = 2"])
    clock.now = try TestClock.tokyo("2026-12-06T11:00:00")
    let journal = set.folder.file("evening.journal")
    let session = try await set.performance(journal: journal, at: clock)
    var bench = try await SessionBench(session)
    for line in ["start violin-b now", "start violin-a now"] {
      #expect(try await bench.say(line) == [])
      await bench.run(0)
    }
    var heard = await bench.run(1000)
    clock.now = try TestClock.tokyo("2026-12-06T21:00:00")
    heard += await bench.run(1000)
    heard += await bench.run(1000)
    let stopping = await session.stem("violin-a").status
    #expect(stopping.text == "play, stop @92160 by door")
    // Control looks while it does not know yet that the needed stem has ended.
    heard += bench.deliver(2 * SmallSet.loop - 3000)
    clock.now = try TestClock.tokyo("2026-12-06T11:00:00")
    await session.lookAtDoors()
    heard += bench.deliver(100)
    await session.readEvents()
    #expect(await session.stem("violin-b").status == .stop)
    #expect(await session.stem("violin-a").status == stopping)
    heard += await bench.run(8 * SmallSet.loop)
    await session.finish()
    let again = try await set.rendering(of: try Score.load(journal), period: 1000)
    #expect(again.refused == [] && again.output.master == heard.master)
  }

  @Test func theSlowReferenceOfDoorsAsksOnceToo() async throws {
    let bench = try await playingWithALongLoop()
    var slow = SlowDoors(
      try await bench.session.testSet,
      doors: [nil, nil, nil, SlowDoors.Door(condition: .needs([1]))], time: 0)
    var output = Output(stems: 4)
    for stem in 1...3 { slow.ask([SlowDoors.Ask(stem, .ask(.start, .now))]) }
    slow.deliver(into: &output)
    slow.ask([SlowDoors.Ask(3, .ask(.stop, .cycle))])
    slow.ask([SlowDoors.Ask(1, .ask(.mute, .now))])
    slow.deliver(into: &output)
    slow.ask([SlowDoors.Ask(2, .ask(.stop, .now))])
    slow.deliver(into: &output)
    slow.look()
    #expect(slow.description == "play, mute, stop, play (stop at 23040)")
  }
}
