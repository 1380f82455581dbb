import CanonControl
import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// Where the music goes on after a reload, in another tempo too, and what waits or is announced for a place in it.
@Suite struct ReloadPlaceTests {
  private static let loop = SmallSet.loop

  @Test("A slower set goes on at the same bar and beat")
  func tempo() async throws {
    let small = try SmallSet()
    var bench = try await small.benchWithJournal()
    let session = bench.session
    try await bench.say("start violin-a bar", then: 8000)
    try small.halveTempo()
    #expect(try await bench.say("reload beat", at: .lines) == [])
    await bench.run(1000)
    // Frame 8640 was the fourth beat of the first loop.
    let snapshot = await session.snapshot()
    #expect(snapshot.place(of: 8640).map { [$0.loop, $0.bar, $0.beat] } == [1, 2, 2])
    #expect(snapshot.place(of: 8640 + 5760).map { [$0.loop, $0.bar, $0.beat] } == [2, 1, 1])
    #expect(await session.stem("violin-a").status == .play)
  }

  @Test(
    "What waits for the boundary on which a reload takes effect is received there, and starts on it",
    arguments: [0, 1])
  func waitsForTheBoundary(late: Int) async throws {
    let small = try SmallSet()
    var bench = try await small.benchWithJournal()
    let session = bench.session
    // The engine has it before the edition.
    try await bench.say("at @\(Self.loop + late) start violin-a \(late == 0 ? "loop" : "now")")
    try small.edit("id = \"cello\"", "id = \"cello\"\ngain = -6")
    #expect(try await bench.say("reload", at: .lines) == [])
    let heard = await bench.run(Self.loop)
    let begin = Int(await session.snapshot().position) - Self.loop
    #expect(await session.stem("violin-a").status == .play)
    #expect(await session.stem("cello").gain.value == -6)
    let journal = try small.folder.journal()
    #expect(journal.contains { $0.hasPrefix("@\(Self.loop + late) start violin-a") }, "\(journal)")
    await session.finish()
    let score = try Score.load(small.folder.file("evening.journal"))
    for period in [64, 1000] {
      let rendering = try await small.rendering(of: score, period: period)
      #expect(rendering.refused == [])
      #expect(rendering.output.ports[1].dropFirst(begin).prefix(Self.loop) == heard.ports[1][...])
    }
  }

  @Test("After reloads at several tempos a loop that a command waits for is that of the music, to the frame")
  func waitsAtSeveralTempos() async throws {
    // Lengths of a beat that are no whole numbers of frames.
    func head(_ tempo: Int) -> String { "tempo = \(tempo)\nmeter = \"1/4\"\nloop = \"2 beats\"" }
    func write(_ tempo: Int, _ small: SmallSet) throws {
      let frames = Int((2 * 60 * 48_000 / Double(tempo)).rounded())
      for stem in SmallSet.stems {
        try SmallSet.write(
          .init(repeating: stem.value, count: frames), to: small.folder.file("\(stem.id).wav"))
      }
      try small.folder.write(SmallSet.text(head: head(tempo), keys: [:]), to: "set.toml")
    }
    for (first, others) in [(113, [97, 132]), (997, [983, 761, 883]), (307, [211, 401, 127])] {
      let small = try SmallSet()
      try write(first, small)
      let session = try small.session()
      var bench = try await SessionBench(session, after: 100)
      try await bench.say("at loop 41 gain violin-a -6 loop")
      for tempo in others {
        try write(tempo, small)
        let problems = try await bench.say("reload beat", at: .lines)
        #expect(problems == [], "\(problems)")
        await bench.run(70_000)
      }
      let snapshot = await session.snapshot()
      let waiting = try #require(snapshot.waiting.first), grid = try #require(snapshot.grid)
      #expect(waiting.at - snapshot.origin == grid.loop.position(of: 40), "\(first) \(others)")
    }
  }

  @Test("A relocation and a halt that are announced lead to the same bar of the next tempo")
  func announced() async throws {
    let small = try SmallSet()
    var bench = try await small.benchWithJournal()
    let session = bench.session
    await bench.run(8280)
    try small.halveTempo()
    #expect(try await bench.say("reload beat", at: .lines) == [])
    await bench.run(120)
    try await bench.say("seek bar 5")
    try await bench.say("freeze bar 7")
    // Both are due on frame 8740; the edition takes over on frame 8640.
    await bench.run(8700 - 8500)
    #expect(await session.snapshot().music(on: 8740) == 4 * 11_520)
    #expect(await session.placeOfDueHalt == 6 * 11_520)
    await bench.run(100)
    let snapshot = await session.snapshot()
    #expect(snapshot.isFrozen && snapshot.place == 6 * 11_520)
  }
}
