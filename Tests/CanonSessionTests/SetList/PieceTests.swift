import CanonControl
import CanonEngine
import CanonFiles
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// Pieces of a programme follow each other.
@Suite struct PieceTests {
  private static let loop = SmallSet.loop
  private static let two = """
    title = "Vespers"
    [[piece]]
    source = "set.toml"
    [[piece]]
    source = "second"
    title = "The second"
    """

  @Test(
    "A piece begins on the boundary: its base plays and all else is silent, and the journal renders to the same bits"
  )
  func goTo() async throws {
    let programme = try SmallProgramme(Self.two)
    let session = try await programme.performance()
    var bench = try await SessionBench(session, ports: 6)
    #expect(await session.snapshot().title == "1/2 Small set")
    try await bench.say("start violin-a now")
    var heard = await bench.run(100)
    #expect(try await bench.say("goto piece 2", at: .lines) == [])
    heard += await bench.run(Self.loop)
    // The base has the same id: it keeps its port, and falls silent before.
    #expect(heard.ports[0][Self.loop - 300] == 0.5 && heard.ports[0][Self.loop] == SmallProgramme.cello)
    #expect(heard.ports[1][Self.loop - 300] == 0.25)
    #expect(heard.ports[1][Self.loop...].allSatisfy { $0 == 0 })
    let snapshot = await session.snapshot()
    #expect(snapshot.title == "2/2 The second" && snapshot.place == 100)
    #expect(snapshot.stems.map(\.id) == ["cello", "oboe"])
    #expect(snapshot.piece?.programme == "Vespers")
    try await bench.say("start oboe")
    heard += await bench.run(Self.loop)
    #expect(heard.master[2 * Self.loop] == SmallProgramme.cello + SmallProgramme.oboe)
    await session.finish()
    try await programme.small.expectRendering(is: heard)
  }

  @Test(
    "A piece ends after its loops, on the frame, and the next one follows after the gap; the last one stops")
  func loops() async throws {
    let programme = try SmallProgramme(
      """
      [[piece]]
      source = "set.toml"
      loops = 2
      gap = "10 ms"
      [[piece]]
      source = "second"
      loops = 1
      """)
    let session = try await programme.performance()
    var bench = try await SessionBench(session, ports: 6)
    await session.prepareNextPiece()
    var heard = await bench.run(100)
    for _ in 0..<220 {
      heard += await bench.run(100)
      try await Task.sleep(for: .milliseconds(1))
    }
    for _ in 0..<120 { heard += await bench.run(300) }
    let end = 2 * Self.loop
    #expect(heard.ports[0][end - 300] == 0.5)
    #expect(heard.ports[0][end..<end + 480].allSatisfy { $0 == 0 })
    let begin = end + 480
    #expect(heard.ports[0][begin..<begin + Self.loop - 300].allSatisfy { $0 == SmallProgramme.cello })
    #expect(heard.ports[0][(begin + Self.loop)...].allSatisfy { $0 == 0 })
    await session.finish()
    try await programme.small.expectRendering(is: heard)
  }

  @Test("What is left of a piece is known, but for one that somebody ends, and while a section repeats")
  func remaining() async throws {
    let programme = try SmallProgramme(
      "[[piece]]\nsource = \"set.toml\"\nloops = 4\n[[piece]]\nsource = \"second\"\n")
    let session = try await programme.performance()
    var bench = try await SessionBench(session, after: 100, ports: 6)
    func left() async -> Int? {
      await session.snapshot().piece?.remaining.map { Int(($0 * 48_000).rounded()) }
    }
    #expect(await left() == 4 * Self.loop - 100)
    try await bench.say("section bar 1 .. bar 2", at: .lines)
    await bench.run(100)
    #expect(await left() == nil)
    try await bench.say("section off", at: .lines)
    await bench.run(100)
    #expect(await left() == 4 * Self.loop - 300)
    #expect(await session.snapshot().piece?.programmeRemaining == nil)
    #expect(try await bench.say("goto piece 2 now", at: .lines) == [])
    await bench.run(1000)
    #expect(await left() == nil)
  }

  @Test("A piece that cannot be played is told before its turn, and skipped")
  func skipped() async throws {
    let programme = try SmallProgramme(
      """
      [[piece]]
      source = "set.toml"
      [[piece]]
      source = "missing.toml"
      [[piece]]
      source = "second"
      """)
    let session = try await programme.performance()
    var bench = try await SessionBench(session, after: 100, ports: 6)
    for _ in 0..<2 { await session.prepareNextPiece() }
    #expect(await session.pieces.skipped == [2])
    #expect(await session.pieces.prepared?.program.piece?.number == 3)
    #expect(try await bench.say("goto piece 2", at: .lines).joined().contains("piece 2 cannot be played"))
    #expect(try await bench.say("next", at: .lines) == [])
    await bench.run(Self.loop)
    #expect(session.program.piece?.number == 3)
    #expect(try await bench.say("next", at: .lines).joined().contains("goto piece"))
    #expect(try await bench.say("previous", at: .lines) == [])
    await bench.run(Self.loop)
    #expect(session.program.piece?.number == 1)
  }

  @Test("A locked stem stays silent in the next piece")
  func locked() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-10"))
    let programme = try SmallProgramme(
      "[[piece]]\nsource = \"set.toml\"\n[[piece]]\nsource = \"second.toml\"\n", doors: "oboe = 2026-12-24")
    let session = try await programme.performance(at: clock)
    var bench = try await SessionBench(session, after: 100, ports: 6)
    #expect(try await bench.say("goto piece 2", at: .lines) == [])
    await bench.run(Self.loop)
    #expect(try await bench.say("start oboe now").joined().contains("\"oboe\" is locked"))
    #expect(await bench.run(Self.loop).master.allSatisfy { $0 == SmallProgramme.cello })
  }

  @Test("A number alone is that of a piece, unless a mark has it too: then nobody chooses")
  func bare() async throws {
    let session = try await SmallProgramme(Self.two).performance()
    var bench = try await SessionBench(session, after: 100, ports: 6)
    #expect(try await bench.say("mark here", at: .lines) == [])
    let both = CommandProblem.severalDestinations("1", ["mark 1", "piece 1"])
    #expect(try await bench.say("goto 1", at: .lines) == [both.message])
    #expect(try await bench.say("goto 2", at: .lines) == [])
    await bench.run(Self.loop)
    #expect(session.program.piece?.number == 2)
    #expect(try await bench.say("goto 1", at: .lines) == [], "its marks have gone with the piece")
    await bench.run(2 * Self.loop)
    #expect(session.program.piece?.number == 1)
  }

  @Test(
    "A number alone that fits several kinds of places is refused with all of them, and each of those is exact"
  )
  func kinds() async throws {
    let sections = [("1", "1 .. 11"), ("2", "11 .. 21"), ("verse", "21 .. 31")].map {
      "[[section]]\nid = \"\($0)\"\nbars = \"\($1)\"\n"
    }
    let song = try SmallSet(
      head: "tempo = 1000\nmeter = \"2/4\"\nloop = \"32 bars\"",
      sounds: ["cello": SmallSet.rising(32 * SmallSet.bar)], more: sections.joined())
    let session = try await SmallProgramme(
      Self.two + "\n[[piece]]\nsource = \"second\"\n", first: song
    ).performance()
    var bench = try await SessionBench(session, after: 100, ports: 6)
    for line in ["mark bar 22", "mark bar 23", "mark bar 25", "mark off 2"] {
      #expect(try await bench.say(line, at: .lines) == [])
    }
    for (name, ways) in [
      ("1", ["section 1", "mark 1", "piece 1"]), ("2", ["section 2", "piece 2"]),
      ("3", ["mark 3", "piece 3"]),
    ] {
      let several = CommandProblem.severalDestinations(name, ways)
      #expect(try await bench.say("goto \(name)", at: .lines) == [several.message])
    }
    await bench.run(100)
    #expect(await session.snapshot().place == 200, "nothing has moved")
    #expect(try await bench.say("goto section 2 bar", at: .lines) == [])
    await bench.run(3 * SmallSet.bar)
    #expect(await session.snapshot().namedSection?.id == "2")
    #expect(try await bench.say("goto mark 3", at: .lines) == [])
    await bench.run(1000)
    #expect(await session.snapshot().place == 24 * SmallSet.bar + 1000 - 240, "after the usual ramp")
    #expect(session.program.piece?.number == 1)
    #expect(try await bench.say("goto piece 3 now", at: .lines) == [])
    await bench.run(1000)
    #expect(session.program.piece?.number == 3)
  }

  @Test("What a programme says of the pause key counts in all of its pieces")
  func pause() async throws {
    let linear = try await SmallProgramme("pause = \"freeze\"\n" + Self.two).performance()
    var bench = try await SessionBench(linear, after: 100, ports: 6)
    #expect(await linear.pauseKey == .freeze(nil))
    #expect(try await bench.say("goto piece 2 now", at: .lines) == [])
    await bench.run(1000)
    #expect(linear.program.piece?.number == 2)
    #expect(await linear.pauseKey == .freeze(nil))
    let other = try await SmallProgramme(Self.two).performance()
    #expect(await other.pausing == .pause(nil, isOn: true, .now))
  }

  @Test("Without a programme there are no pieces, and a programme has no more than it has")
  func refused() async throws {
    var bench = try await SessionBench(after: 100)
    #expect(try await bench.say("goto piece 1", at: .lines).joined().contains("no programme is played"))
    await bench.run(100)
    let session = try await SmallProgramme(Self.two).performance()
    let other = try await SessionBench(session, after: 100, ports: 6)
    #expect(try await other.say("goto piece 3", at: .lines).joined().contains("the programme has 2"))
  }
}
