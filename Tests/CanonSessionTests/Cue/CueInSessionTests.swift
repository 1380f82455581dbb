import CanonControl
import CanonEngine
import CanonStems
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// What the player alone hears, in a performance.
@Suite struct CueInSessionTests {
  private func session(_ small: SmallSet, _ day: String = "2026-12-10") async throws -> Performance {
    try await small.performance(
      journal: small.folder.file("evening.journal"), at: TestClock(try TestClock.tokyo(day)))
  }

  @Test(
    "Everything on the cue bus is in the journal, which renders to the same bits; the master has nothing of it"
  )
  func journal() async throws {
    let small = try SmallSet()
    let session = try await session(small)
    var bench = try await SessionBench(session)
    #expect(await session.outputs.plan.buses.isEmpty)
    var heard = await bench.run(1000)
    for line in ["cue violin-a", "click on", "send cello cue -6", "count-in 1 bar"] {
      #expect(try await bench.say(line, at: .lines) == [])
      heard += await bench.run(2000)
    }
    let snapshot = await session.snapshot()
    #expect(snapshot.cue.isClickOn && snapshot.cue.countInBars == 1)
    #expect(await session.stem("violin-a").isCued)
    #expect(await session.stem("cello").sends == ["cue": Decibels(-6)!])
    #expect(await session.outputs.plan.buses.last??.id == "cue", "its ports are there from its first use on")
    for line in ["seek bar 2", "start violin-a", "stop cello now", "cue violin-a off", "click off"] {
      #expect(try await bench.say(line, at: .lines) == [])
      heard += await bench.run(3000)
    }
    #expect(heard.buses[0].contains { $0 != 0 })
    #expect(heard.master.allSatisfy { $0 >= 0 && $0 <= 0.75 }, "the click is not in the master")
    await session.finish()
    let text = try String(contentsOfFile: small.folder.file("evening.journal"), encoding: .utf8)
    for line in ["cue violin-a on\n", "click on\n", "send cello cue -6.0\n", "count-in 1 bar\n"] {
      #expect(text.contains(line), "\(line)")
    }
    try await small.expectRendering(is: heard)
  }

  @Test("A locked stem is not heard on the cue bus, and the refusal has its date")
  func locked() async throws {
    let small = try SmallSet(doors: "violin-b = 2026-12-24")
    let session = try await session(small)
    var bench = try await SessionBench(session, after: 1000)
    let problems = try await bench.say("cue violin-b", at: .lines)
    #expect(problems.count == 1 && problems[0].contains("violin-b") && problems[0].contains("2026-12-24"))
    #expect(await bench.run(SmallSet.loop).buses.allSatisfy { $0.allSatisfy { $0 == 0 } })
    #expect(await !session.holdsSamples(of: "violin-b"))
    #expect(await !session.stem("violin-b").isCued)
  }

  @Test("When a door shuts, its stem is no longer heard on the cue bus")
  func shut() async throws {
    let small = try SmallSet(doors: "violin-b = { opens = 2026-12-01, until = 2026-12-11 }")
    let clock = TestClock(try TestClock.tokyo("2026-12-10"))
    let session = try await small.performance(journal: small.folder.file("evening.journal"), at: clock)
    var bench = try await SessionBench(session, after: 1000)
    #expect(try await bench.say("cue violin-b", at: .lines) == [])
    #expect(await bench.run(1000).buses[0].last == 0.125)
    clock.now = try TestClock.tokyo("2026-12-11")
    await bench.run(1000)
    await bench.run(1000)
    #expect(await bench.run(1000).buses[0].allSatisfy { $0 == 0 })
    #expect(await !session.stem("violin-b").isCued)
  }

  @Test("Without a tempo there are no beats, and the remedy is said")
  func noTempo() async throws {
    let small = try SmallSet(head: "loop = \"0.24 s\"")
    let bench = try await SessionBench(small.session())
    #expect(try await bench.say("click on", at: .lines).joined().contains("tempo = 80"))
    #expect(try await bench.say("count-in 1 bar", at: .lines).joined().contains("tempo = 80"))
    #expect(try await bench.say("send cello hal", at: .lines).joined().contains("There are: cue"))
  }

  @Test("A start from silence is put off by the count-in, and everything comes back in a new engine")
  func countIn() async throws {
    let session = try SmallSet().session()
    var bench = try await SessionBench(session)
    try await bench.say("stop cello now", at: .lines)
    try await bench.say("count-in 1 bar", at: .lines)
    try await bench.say("cue violin-b", at: .lines)
    await bench.run(100)
    try await bench.say("start violin-a bar", at: .lines)
    await bench.run(100)
    #expect(await session.stem("violin-a").status.pending?.at == FramePosition(2 * SmallSet.bar))
    await bench.run(2 * SmallSet.bar)
    #expect(await session.stem("violin-a").status == .play)
    var again = try await SessionBench(session, at: SampleRate(hertz: 96_000)!)
    try await again.skip(1000)
    await again.run(1000)
    #expect(await session.snapshot().cue.countInBars == 1)
    #expect(await session.stem("violin-b").isCued)
  }
}
