import CanonControl
import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// A part of the loop repeats.
@Suite struct SectionTests {
  private static let bar = FramePosition(SmallSet.bar)

  private func session(_ small: SmallSet) async throws -> Performance {
    try await small.performance(
      journal: small.folder.file("evening.journal"), at: TestClock(try TestClock.tokyo("2026-12-10")))
  }

  @Test("Bars of the loop that the music is in repeat, and the journal renders to the same bits")
  func bars() async throws {
    let small = try SmallSet()
    let session = try await session(small)
    var bench = try await SessionBench(session)
    var heard = await bench.run(SmallSet.loop + 100)
    #expect(try await bench.say("section bar 2 .. bar 3", at: .lines) == [])
    try await bench.say("start violin-a")
    heard += await bench.run(SmallSet.loop)
    let snapshot = await session.snapshot()
    #expect(snapshot.section == Section(from: 3 * Self.bar, until: 4 * Self.bar))
    // It moved to bar 2 of the second loop, and from its end back there.
    #expect(snapshot.place == 3 * Self.bar + Int64(SmallSet.loop - 240) % Self.bar)
    #expect(await session.stem("violin-a").status == .play, "the loop's boundary counts as the section's end")
    #expect(try await bench.say("section off", at: .lines) == [])
    heard += await bench.run(SmallSet.loop)
    #expect(await session.snapshot().section == nil)
    await session.finish()
    let text = try String(contentsOfFile: small.folder.file("evening.journal"), encoding: .utf8)
    #expect(text.contains("section @\(3 * Self.bar) .. @\(4 * Self.bar)\n") && text.contains("section off\n"))
    try await small.expectRendering(is: heard)
  }

  @Test(
    "What is no part of the loop is refused, and nothing changes",
    arguments: ["bar 2 .. bar 4", "bar 2 .. bar 2", "bar 3 .. bar 2", "0 s .. 9 s", "0.1 s .. 0.11 s"])
  func refused(span: String) async throws {
    var bench = try await SessionBench(after: 100)
    #expect(try await bench.say("section \(span)", at: .lines).joined().contains("2 bars"))
    await bench.run(100)
    #expect(await bench.session.snapshot().section == nil)
    #expect(await bench.session.snapshot().place == 200)
  }

  @Test("It goes on in another tempo, at the same place in the music, and after a restart of the server")
  func goesOn() async throws {
    let tapes = Dictionary(uniqueKeysWithValues: SmallSet.stems.map { ($0.id, "stretch = \"tape\"") })
    let session = try await session(SmallSet(keys: tapes))
    var bench = try await SessionBench(session, after: 100)
    try await bench.say("section bar 1 .. bar 2", at: .lines)
    try await bench.say("tempo 50 % now", at: .lines)
    await bench.run(1000)
    #expect(await session.snapshot().section == Section(from: 0, until: 2 * Self.bar))
    bench = try await SessionBench(session, at: SampleRate(hertz: 96_000)!)
    try await bench.skip(100_000)
    while await session.snapshot().section == nil { await bench.run(64) }
    #expect(await session.snapshot().section == Section(from: 0, until: 4 * Self.bar))
    await bench.run(2000)
    let place = await session.snapshot().place
    #expect(place < 4 * Self.bar && place > 0, "it is where it would be if it had gone on")
  }
}
