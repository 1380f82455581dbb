import CanonEngine
import CanonLiveSupport
import CanonTestSupport
import Testing

@testable import CanonSession

/// A boundary that the clock does not reach: nothing changes, and nobody believes that it has.
@Suite struct OutOfReachTests {
  private let folder: TestFolder
  private let session: Performance

  init() throws {
    folder = try TestFolder()
    session = try Self.set().session(journal: folder.file("evening.journal"))
  }

  /// Three primes and the loop: their common cycle has 1.7 * 10^16 frames.
  private static func set(doors: String? = nil, keys: String = "") throws -> SmallSet {
    let lengths = ["violin-a": 11_519, "violin-b": 11_503, "violin-c": 11_497]
    return try SmallSet(
      doors: doors, keys: lengths.mapValues { _ in "length = \"free\"\n" + keys },
      sounds: lengths.mapValues { .init(repeating: 0.25, count: $0) })
  }

  private func playing() async throws -> SessionBench { try await playing(session) }

  private func playing(_ session: Performance) async throws -> SessionBench {
    var bench = try await SessionBench(session)
    try await bench.say("start all now", then: 1000)
    return bench
  }

  @Test func thereIsNoCommonCycleToShow() async throws {
    _ = try await playing()
    #expect(await session.snapshot().cycle == nil)
    #expect(await session.snapshot().grid != nil)
  }

  @Test(
    "Every word is refused by the name of what was meant, and nothing changes",
    arguments: [
      ("stop violin-a cycle", "violin-a"), ("mute violin-a cycle:2", "violin-a"),
      ("press violin-b cycle", "violin-b"),
      ("gain violin-a -6 cycle over 2 bars", "violin-a"), ("pan cello 1 cycle", "cello"),
      ("gain master -6 cycle", "master"), ("solo violin-c alone cycle", "violin-c"),
      ("replace violin-a violin-a.wav cycle", "violin-a"),
    ])
  func refused(line: String, name: String) async throws {
    var bench = try await playing()
    let before = await session.snapshot().stems.map(\.summary)
    #expect(try await bench.say(line) == [])
    await bench.run(1000)
    #expect(await session.snapshot().stems.map(\.summary) == before)
    #expect(await session.snapshot().master == Decibels(0)!)
    await session.finish()
    #expect(try folder.journal().count == 4)
    let quantum = line.contains("cycle:2") ? "cycle:2" : "cycle"
    #expect(
      await session.told().last
        == "refused by input: \"\(name)\": the next boundary \"\(quantum)\" is too far in the future. "
        + "Use loop, or a smaller count.")
  }

  @Test func whatIsAskedNextGoesByWhatIs() async throws {
    var bench = try await playing()
    try await bench.say("gain cello -6 cycle", then: 1)
    try await bench.say("pan cello 0")
    try await bench.say("solo off cycle")
    #expect(await bench.run(1000).ports[0].allSatisfy { $0 == 0.5 })
    #expect(await session.stem("cello").summary == "cello play 0.0 dB 0.0")
  }

  @Test func whatWasAskedForSinceStays() async throws {
    var bench = try await playing()
    for line in [
      "gain cello -6 cycle", "gain cello -12", "gain master -3 cycle", "gain master -9",
      "solo violin-a cycle",
    ] {
      try await bench.say(line)
    }
    try await bench.say("solo violin-b alone", then: 1)
    #expect(await session.stem("cello").gain == Decibels(-12)!)
    #expect(await session.snapshot().master == Decibels(-9)!)
    #expect(await session.snapshot().stems.map(\.solo) == [.off, .off, .alone, .off])
  }

  @Test func theMasterGoesBackToWhatWasAcceptedLast() async throws {
    var bench = try await playing()
    for line in ["gain master -9", "gain master -3 cycle"] {
      try await bench.say(line, then: 1)
    }
    #expect(await session.snapshot().master == Decibels(-9)!)
  }

  @Test func aFileThatWasNotTakenIsNotBroughtBack() async throws {
    var bench = try await playing()
    try SmallSet.write(.init(repeating: 0.75, count: 11_520), to: session.set.folder + "/other.wav")
    try await bench.say("replace cello other.wav cycle", then: 1)
    bench = try await SessionBench(session, at: SampleRate(hertz: 96_000)!)
    #expect(await bench.run(1000).ports[0].dropFirst(500).allSatisfy { abs($0 - 0.5) < 0.01 })
  }

  @Test func behindAShutDoorTheLoopServesInstead() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-07"))
    let session = try await Self.set(
      doors: "violin-b = { opens = 2026-12-06, until = 2026-12-08 }", keys: "quantum = { stop = \"cycle\" }"
    ).performance(at: clock)
    var bench = try await playing(session)
    clock.now = try TestClock.tokyo("2026-12-08")
    await bench.settle()
    #expect(await session.stem("violin-b").status.text == "play, stop @11520 by door")
    await bench.run(SmallSet.loop)
    #expect(await session.stem("violin-b").status == .stop)
    #expect(await session.told().filter { $0.hasPrefix("refused") } == [], "nobody asked for it")
  }
}
