import CanonControl
import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// Places in the music to which people return.
@Suite struct MarkTests {
  private func marks(_ bench: borrowing SessionBench) async -> [String] {
    await bench.session.snapshot().marks.map { "\($0.number) @\($0.place)" }
  }

  @Test("A mark is where the music is, or at a place, and has the lowest number that is free")
  func numbers() async throws {
    var bench = try await SessionBench(after: 1000)
    try await bench.say("seek @20000", then: 2000)
    let place = await bench.session.snapshot().place
    for line in ["mark here", "mark bar 3", "mark loop 2", "mark off 2"] {
      #expect(try await bench.say(line, at: .lines) == [])
    }
    #expect(await marks(bench) == ["1 @\(place)", "3 @\(SmallSet.loop)"])
    #expect(try await bench.say("mark @7", at: .lines) == [])
    #expect(await marks(bench) == ["1 @\(place)", "2 @7", "3 @\(SmallSet.loop)"])
  }

  @Test("goto mark is a seek to it, in the journal too")
  func seek() async throws {
    let small = try SmallSet()
    let session = try await small.performance(
      journal: small.folder.file("evening.journal"), at: TestClock(try TestClock.tokyo("2026-12-10")))
    var bench = try await SessionBench(session)
    var heard = await bench.run(1000)
    for line in ["mark bar 3", "start violin-a now", "goto mark 1"] {
      #expect(try await bench.say(line, at: .lines) == [])
    }
    heard += await bench.run(SmallSet.loop)
    let snapshot = await session.snapshot()
    // The usual ramp is of 240 frames.
    #expect(snapshot.place == 2 * SmallSet.bar + SmallSet.loop - 240)
    await session.finish()
    let text = try String(contentsOfFile: small.folder.file("evening.journal"), encoding: .utf8)
    #expect(text.contains("@1000 seek @\(2 * SmallSet.bar)\n") && !text.contains("mark"))
    try await small.expectRendering(is: heard)
  }

  @Test("A mark that does not exist is refused with those that there are, and so is one too many")
  func refused() async throws {
    let bench = try await SessionBench(after: 100)
    #expect(try await bench.say("goto mark 2", at: .lines).joined().contains("nothing is marked"))
    for _ in 0..<2 { try await bench.say("mark here", at: .lines) }
    #expect(try await bench.say("mark off 3", at: .lines).joined().contains("There are: 1, 2."))
    for _ in 2..<Marks.most { try await bench.say("mark here", at: .lines) }
    #expect(try await bench.say("mark here", at: .lines).joined().contains("999 marks"))
    #expect(await bench.session.snapshot().marks.count == Marks.most)
    #expect(await bench.session.snapshot().place == 100, "nothing has moved")
  }

  @Test("Marks stay at their places in the music: in another tempo, and at another sample rate")
  func tempo() async throws {
    let tapes = Dictionary(uniqueKeysWithValues: SmallSet.stems.map { ($0.id, "stretch = \"tape\"") })
    var bench = try await SessionBench(SmallSet(keys: tapes).session(), after: 100)
    try await bench.say("mark bar 4", at: .lines)
    try await bench.say("tempo 50 % now", at: .lines)
    await bench.run(1000)
    #expect(await marks(bench) == ["1 @\(6 * SmallSet.bar)"])
    _ = try await bench.session.makeEngine(at: SampleRate(hertz: 96_000)!)
    #expect(await marks(bench) == ["1 @\(12 * SmallSet.bar)"])
  }

  @Test("Somebody who marks a place is told its number, and so is everybody else")
  func told() async throws {
    let bench = try await SessionBench(after: 100)
    for line in ["mark here", "mark off 1"] { try await bench.say(line, at: .lines) }
    let told = await bench.session.told()
    #expect(told.contains("mark 1 @100 by input") && told.contains("no mark 1 by input"))
  }
}
