import CanonControl
import CanonEngine
import CanonLiveSupport
import CanonRender
import CanonTestSupport
import Testing

@testable import CanonSession

/// The music moves to another place. A beat has 2880 frames, a bar 5760, a loop 11,520.
@Suite struct SeekTests {
  @Test(
    "On the announced frame the music is at the place",
    arguments: [
      ("seek bar 3", 11_520), ("seek loop 5", 46_080), ("seek 1.5 s", 72_000), ("seek 0:02", 96_000),
      ("seek 1:00:00.5", 172_824_000), ("seek @7", 7), ("seek +1 s", 49_240), ("seek -500 frames", 740),
      ("seek -1 s", 0),
      ("seek +1 bar", 7000),
    ] as [(String, FramePosition)])
  func places(line: String, place: FramePosition) async throws {
    var bench = try await SessionBench(after: 1000)
    #expect(try await bench.say(line) == [])
    await bench.run(240)
    await bench.run(0)
    let snapshot = await bench.session.snapshot()
    #expect((snapshot.position, snapshot.place) == (1240, place), "\(line)")
    #expect(await bench.session.told().contains("@1240 seeks @\(place) by input"))
  }

  @Test(
    "Places that the set does not have are refused",
    arguments: ["seek bar 2", "seek +1 beat", "seek -3 bars"])
  func noPlace(line: String) async throws {
    let session = try SmallSet(head: "").session()
    let bench = try await SessionBench(session)
    #expect(try await bench.say(line).first?.hasPrefix("there is no place ") == true)
  }

  @Test(
    "A fade out that has begun takes its time, but in a group it ends at its place in the music, as is shown",
    arguments: [true, false])
  func fadeOfAGroup(isInGroup: Bool) async throws {
    let group = isInGroup ? "group = \"high\"" : ""
    let small = try SmallSet(keys: ["violin-a": group, "violin-b": group])
    var bench = try await SessionBench(small.session(), after: 1000)
    try await bench.say("start violin-a now", then: 1000)
    try await bench.say("fade violin-a out now over 200 ms", then: 2000)
    try await bench.say("seek +1 beat", then: 300)
    let end = try #require(await bench.session.stem("violin-a").status.pending).at
    #expect(end == 11_600 - (isInGroup ? 2880 : 0))
    let heard = await bench.run(20_000).ports[1]
    #expect(try #require(heard.lastIndex { $0 != 0 }) == Int(end - 4300) - 1)
  }

  @Test("A way that leads further than frames are counted is refused by the engine, and the music stays")
  func tooFar() async throws {
    var bench = try await SessionBench(after: 1000)
    try await bench.say("seek @9007199254000000", then: 240)
    await bench.run(0)
    let place = await bench.session.snapshot().place
    #expect(place == 9_007_199_254_000_000)
    try await bench.say("seek +100 s", then: 240)
    await bench.run(0)
    #expect(
      await bench.session.told().last?.hasPrefix("refused by input: there is no place \"+100 s\" in") == true)
    #expect(await bench.session.snapshot().place == place + 240)
    try await bench.say("seek loop 1", then: 240)
    await bench.run(0)
    #expect(await bench.session.snapshot().place == 0, "there is a way back")
  }

  @Test(
    "What is no place is refused with what is one",
    arguments: [
      "seek", "seek 5", "seek 1:60", "seek 1:2:3:4", "seek :5", "seek 1:", "seek + 5", "seek bar",
      "seek bar 0", "seek @", "seek 1:-3",
    ])
  func notAPlace(line: String) {
    #expect(throws: CommandProblem.self) { try CommandParser.read(line, at: .lines) }
  }

  @Test("The place is shown in loops, bars and beats; frames count on")
  func shown() async throws {
    var bench = try await SessionBench(after: 100)
    try await bench.say("seek @\(2 * 11_520 + 5760 + 2880)", then: 240)
    await bench.run(0)
    #expect(
      StatusText.status(await bench.session.snapshot())[0]
        == "Small set: now at loop 3, bar 2, beat 2 (frame 340)."
    )
  }

  @Test("What is pending is shown where the music has moved it, and happens there")
  func pending() async throws {
    var bench = try await SessionBench(after: 1000)
    try await bench.say("start violin-a")
    try await bench.say("gain violin-b -6 loop", then: 10)
    try await bench.say("seek -500 frames", then: 300)
    #expect(await bench.session.stem("violin-a").status.pending?.at == 12_020)
    #expect(await bench.session.stem("violin-b").nextGain?.at == 12_020)
    await bench.run(12_019 - 1310)
    #expect(await bench.session.stem("violin-a").status == .wait(PendingChange(at: 12_020, by: .input)))
    await bench.run(1)
    #expect(await bench.session.stem("violin-a").status == .play)
    #expect(await bench.session.stem("violin-b").gain.value == -6)
  }

  @Test("The journal has the place itself, and renders to the same bits", arguments: [64, 1024])
  func journal(period: Int) async throws {
    let small = try SmallSet(sounds: ["cello": SmallSet.rising(11_520), "violin-a": SmallSet.rising(11_520)])
    let session = try small.session(journal: small.folder.file("evening.journal"))
    var bench = try await SessionBench(session)
    var heard = Output(stems: 4)
    for line in [
      "start violin-a", "seek +3000 frames", "seek bar 7", "in 500 frames seek -1 beat", "stop violin-a loop",
      "seek -20 s",
    ] {
      heard += await bench.run(1777, periods: .constant(period))
      #expect(try await bench.say(line) == [])
    }
    heard += await bench.run(15_000, periods: .constant(period))
    await session.finish()
    let journal = try small.folder.journal()
    #expect(journal.filter { $0.contains(" seek @") }.count == 4)
    let score = try Score.load(small.folder.file("evening.journal"))
    for length in [1, 300] {
      var sink = OutputSink(stems: 4)
      let again = try small.session()
      _ = try await OfflineDriver.render(
        again.seat, score: score, at: .studio, length: .score, period: length * 7, into: &sink)
      #expect(sink.output.difference(from: heard) == nil)
    }
  }

  @Test("Each event has the place of its own frame, whenever it is told")
  func positions() async throws {
    var bench = try await SessionBench(after: 1000)
    for line in ["start violin-a now", "seek bar 9", "stop violin-b"] { try await bench.say(line) }
    await bench.run(5000)
    let snapshot = await bench.session.snapshot()
    #expect([0, 1000, 1239, 1240, 9000].map { snapshot.music(on: $0) } == [0, 1000, 1239, 46_080, 53_840])
    try await bench.say("seek bar 1")
    await bench.deliver(10)
    await bench.run(0)
    let announced = await bench.session.snapshot()
    #expect(
      announced.music(on: 6239) == 51_079 && announced.music(on: 6240) == 0, "also of one that is announced")
    try await bench.say("panic", then: 10)
    await bench.run(0)
    #expect(await bench.session.snapshot().music(on: 6240) == 51_080, "a panic keeps the music where it is")
  }

  @Test("A seek that is announced is kept when the server comes back at another rate before it has happened")
  func announcedAndOtherRate() async throws {
    var bench = try await SessionBench(after: 1000)
    let session = bench.session
    try await bench.say("seek bar 9", then: 10)
    await bench.run(0)
    let rate = try #require(SampleRate(hertz: 44_100))
    for _ in 0..<2 {
      bench = try await SessionBench(session, at: rate)
      try await bench.skip(1010 * 441 / 480)
    }
    await bench.run(1)
    let place = await session.snapshot().place
    #expect(abs(place - (46_080 - 230) * 441 / 480) <= 3, "\(place)")
  }

  @Test("At another rate the music goes on at the same place", arguments: ["seek bar 40", "seek -1 s"])
  func otherRate(line: String) async throws {
    let small = try SmallSet()
    let session = try small.session(journal: small.folder.file("evening.journal"))
    var bench = try await SessionBench(session, after: 20_000)
    try await bench.say(line, then: 300)
    await bench.run(0)
    let before = await session.snapshot().place
    bench = try await SessionBench(session, at: try #require(SampleRate(hertz: 44_100)))
    try await bench.skip(20_300 * 441 / 480)
    await bench.run(1)
    let after = await session.snapshot()
    #expect(abs(after.place - 1 - before * 441 / 480) <= 1)
    #expect(after.stems[0].status == .play)
  }

  @Test("Lines of a score fire once, at the time that they would have without it")
  func scores() async throws {
    let small = try SmallSet()
    let score =
      "@100 seek bar 1\nbar 2: start violin-a now\n@7000 seek bar 1\nloop 2: stop violin-a now\n@20000 quit\n"
    var sink = OutputSink(stems: 4)
    _ = try await OfflineDriver.render(
      small.session().seat, score: try Score.parse(path: "test.score", text: score), at: .studio,
      length: .score,
      period: 512, into: &sink)
    #expect(sink.output.ports[1].firstIndex { $0 != 0 } == 5761)
    #expect(sink.output.ports[1].lastIndex { $0 != 0 }! < 11_520 + 48)
  }
}
