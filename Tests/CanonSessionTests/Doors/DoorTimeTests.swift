import CanonEngine
import CanonLiveSupport
import CanonRender
import CanonSchedule
import CanonTestSupport
import Synchronization
import Testing

@testable import CanonSession

/// Doors and time: what shuts while something is under way, clocks that are set, and what the journal says of it.
@Suite struct DoorTimeTests {
  private let clock: TestClock

  init() throws { clock = TestClock(try TestClock.tokyo("2026-12-07")) }

  private func silence(_ bench: inout SessionBench, of port: Int, frames: Int) async -> Bool {
    await bench.run(frames).ports[port].allSatisfy { $0.bitPattern == 0 }
  }

  @Test func aStemThatIsArmedWhenItsDoorShutsNeverSounds() async throws {
    let set = try SmallSet(doors: "violin-b = { opens = 2026-12-06, until = 2026-12-08 }")
    var bench = try await SessionBench(try await set.performance(at: clock), after: 1000)
    try await bench.say("start violin-b", then: 1)
    #expect(await bench.session.stem("violin-b").status.state == .wait)
    clock.now = try TestClock.tokyo("2026-12-08")
    await bench.run(1)
    #expect(await silence(&bench, of: 2, frames: 3 * SmallSet.loop))
    #expect(await bench.session.stem("violin-b").status == .stop)
  }

  @Test func aClockThatIsSetToBeforeTheHoursStopsThePlayingStem() async throws {
    clock.now = try TestClock.tokyo("2026-12-07T11:00")
    let set = try SmallSet(doors: "violin-b = { hours = \"10:00-20:00\" }")
    var bench = try await SessionBench(try await set.performance(at: clock))
    try await bench.say("start violin-b now", then: 1000)
    clock.now = try TestClock.tokyo("2026-12-07T09:00")
    await bench.run(1)
    await bench.run(SmallSet.loop)
    #expect(await silence(&bench, of: 2, frames: 2 * SmallSet.loop))
  }

  @Test func aReleaseBehindAShutDoorRingsOutAndThenItsSamplesAreGone() async throws {
    let set = try SmallSet(
      doors: "violin-b = { opens = 2026-12-06, until = 2026-12-08 }",
      keys: ["violin-b": "region = \"0 .. \(SmallSet.loop)\""],
      sounds: ["violin-b": .init(repeating: 0.125, count: 2 * SmallSet.loop)])
    var bench = try await SessionBench(try await set.performance(at: clock))
    try await bench.say("start violin-b now", then: 1000)
    clock.now = try TestClock.tokyo("2026-12-08")
    await bench.run(1)
    let rest = SmallSet.loop - 1001
    let heard = await bench.run(rest + 2 * SmallSet.loop).ports[2]
    #expect(heard[rest..<(rest + SmallSet.loop)].allSatisfy { $0 == 0.125 }, "the release, whole")
    #expect(heard[(rest + SmallSet.loop)...].allSatisfy { $0 == 0 })
    let session = bench.session
    try await bench.run(until: "forgotten") { await !session.holdsSamples(of: "violin-b") }
  }

  @Test func theSamplesOfALockedStemStayWhileItFades() async throws {
    let set = try SmallSet(
      doors: "violin-b = { opens = 2026-12-06, until = 2026-12-08 }\nviolin-c = { needs = [\"violin-b\"] }",
      keys: ["violin-b": "quantum = { stop = \"now\" }"])
    var bench = try await SessionBench(try await set.performance(at: clock))
    try await bench.say("start violin-b now", then: 1000)
    clock.now = try TestClock.tokyo("2026-12-08")
    // Its stop, by its door, makes control look at all the doors again while it fades.
    await bench.settle()
    let fade = await bench.run(48).ports[2]
    #expect(fade.indices.dropFirst().allSatisfy { fade[$0 - 1] > fade[$0] })
    #expect(fade[47] > 0, "one millisecond")
  }

  @Test func soTheyDoWhileItsIntroFades() async throws {
    let set = try SmallSet(
      doors: "violin-b = { opens = 2026-12-06, until = 2026-12-08 }",
      keys: ["violin-b": "region = \"1000 .. \(1000 + SmallSet.loop)\""],
      sounds: ["violin-b": .init(repeating: 0.125, count: 1000 + SmallSet.loop)])
    var bench = try await SessionBench(try await set.performance(at: clock), after: 1000)
    try await bench.say("start violin-b")
    let intro = await bench.run(SmallSet.loop - 1500).ports[2]
    #expect(intro.last == 0.125)
    clock.now = try TestClock.tokyo("2026-12-08")
    await bench.settle()
    clock.now = try TestClock.tokyo("2026-12-09")
    await bench.settle()
    let fade = await bench.run(48).ports[2]
    #expect(fade.indices.dropFirst().allSatisfy { fade[$0 - 1] > fade[$0] })
    #expect(fade[47] > 0, "one millisecond")
  }

  @Test(
    "When a door with needs shuts, follow actions may no longer start its stem", arguments: [true, false])
  func followActions(shuts: Bool) async throws {
    let set = try SmallSet(
      doors: "violin-b = { needs = [\"violin-c\"] }",
      keys: ["violin-a": "after = { loops = 2, then = \"start:violin-b\" }"])
    var bench = try await SessionBench(try await set.performance(at: clock))
    for stem in ["violin-a", "violin-c"] { try await bench.say("start \(stem) now") }
    await bench.run(100)
    let session = bench.session
    try await bench.run(until: "its samples are there") { await session.holdsSamples(of: "violin-b") }
    await bench.run(4000)
    if shuts { try await bench.say("mute violin-c now") }
    for _ in 0..<40 { await bench.run(1000) }
    #expect(await bench.session.stem("violin-b").status.state == (shuts ? .stop : .play))
  }

  @Test func aClockThatIsSetBackIsMarkedAndTheRenderingKeepsTheDoorOpen() async throws {
    let set = try SmallSet(doors: "violin-b = 2026-12-06")
    let journal = set.folder.file("evening.journal")
    let session = try await set.performance(journal: journal, at: clock)
    var bench = try await SessionBench(session, after: 1000)
    clock.now = try TestClock.tokyo("2026-12-05T20:00")
    await bench.run(1000)
    try await bench.say("start violin-b now", then: 1000)
    await session.finish()
    let score = try Score.load(journal)
    let header = try #require(score.header)
    #expect(header.marks.contains { $0.frame == 2000 && $0.instant == clock.now })
    #expect(header.instant(at: 2000) == clock.now)
    let source = try Source.load(set.path)
    let replay = try Performance(
      set: source.set, schedule: source.schedule,
      doors: try #require(DoorClock.journal(header, memory: DoorMemory())))
    await replay.watchDoors(replaying: header)
    var sink = NoSink()
    let report = try await OfflineDriver.render(
      replay.seat, score: score, at: .studio, length: .score, period: 64, into: &sink)
    #expect(report.refused.isEmpty)
    #expect(await replay.stem("violin-b").status == .play)
  }

  @Test func aSkipIsFollowedByTheTimeOnTheFrameThatItLeadsTo() async throws {
    let set = try SmallSet(doors: "violin-b = 2026-12-08")
    let journal = set.folder.file("evening.journal")
    let session = try await set.performance(journal: journal, at: clock)
    var bench = try await SessionBench(session, after: 1000)
    bench.jump(5000)
    await session.pump()
    let text = try String(contentsOfFile: journal, encoding: .utf8)
    let lines = text.split(separator: "\n")
    let skip = try #require(lines.firstIndex { $0 == "@1000 skip 5000" })
    #expect(lines[(skip + 1)...].contains { $0.hasPrefix("# clock: 6000 \(clock.now.secondsSince1970)") })
  }

  @Test func aDoorThatShutsWhileAReplacementIsReadIsARefusal() async throws {
    // Long enough to be read for a while.
    let long = [Float](repeating: 0.5, count: 60 * SmallSet.loop)
    let set = try SmallSet(
      doors: "violin-b = { opens = 2026-12-06, until = 2026-12-08 }", sounds: ["violin-b": long])
    try SmallSet.write(long, to: set.folder.file("take.wav"))
    var bench = try await SessionBench(try await set.performance(at: clock))
    try await bench.say("start violin-b now", then: 1000)
    let asked = clock.timesAsked
    let shuts = try TestClock.tokyo("2026-12-08")
    let changing = Task.detached { [clock] in
      while clock.timesAsked == asked { await Task.yield() }
      clock.now = shuts
    }
    let problems = try await bench.say("replace violin-b take.wav now")
    await changing.value
    #expect(problems == [ShutDoorTests.over.replacing("2027-02-02", with: "2026-12-08")])
  }
}

/// Delivers into nothing.
private struct NoSink: OfflineDriver.Sink {
  var wantsStems: Bool { false }
  mutating func write(pair: Int, samples: UnsafeBufferPointer<Float>) {}
}
