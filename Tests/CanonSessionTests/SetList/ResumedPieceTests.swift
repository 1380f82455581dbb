import CanonControl
import CanonEngine
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// An evening goes on in the piece that played, wherever that is in the programme by then.
@Suite struct ResumedPieceTests {
  private static func pieces(_ sources: String...) -> String {
    sources.map { "[[piece]]\nsource = \"\($0)\"\n" }.joined()
  }

  @Test(
    "It is the nearest piece with the source, of two the later one; without a source the number counts",
    arguments: [
      (2, "b", 2), (1, "b", 2), (3, "b", 4), (9, "b", 4), (4, "a", 3), (3, nil, 3), (9, nil, nil),
      (1, "c", nil),
    ] as [(Int, String?, Int?)])
  func number(old: Int, source: String?, new: Int?) throws {
    let list = try SetListFile.parse(path: "e.programme.toml", text: Self.pieces("a", "b", "a", "b"))
    #expect(list.number(of: .init(old, source: source)) == new)
  }

  @Test("A piece that has moved in an edited programme is found; of one that has gone people are told")
  func edited() async throws {
    let clock = TestClock()
    let before = try await SmallProgramme(Self.pieces("set.toml", "second")).performance(at: clock)
    var bench = try await SessionBench(before, after: 100, ports: 6)
    let problems = try await bench.say("goto piece 2 now", at: .lines)
    await bench.run(1000)
    try await bench.say("panic")
    await bench.run(100)
    await before.report(ClockPlace(position: before.snapshot().position, time: clock.now))
    let evening = try #require(await before.evening())
    #expect(problems == [] && evening.piece == .init(2, source: "second") && evening.hasPanicked)
    await before.finish()

    let moved = try await SmallProgramme(Self.pieces("set.toml", "set.toml", "second")).performance(at: clock)
    #expect(await moved.resume(evening))
    #expect(moved.program.piece?.number == 3 && moved.program.set.title == "Second set")
    _ = try await SessionBench(moved, ports: 6)
    #expect(await moved.pieces.hasPanicked, "it does not end by itself")

    let gone = try await SmallProgramme(Self.pieces("set.toml", "set.toml")).performance(at: clock)
    #expect(await !gone.resume(evening))
    #expect(gone.program.piece?.number == 1)
    #expect(await gone.eveningToReach == nil)
    let problem = CommandProblem.pieceGone("second", count: 2)
    #expect(await gone.told().contains { $0.contains(problem.message) })
  }

  @Test(
    "An evening whose piece can no longer be read, or is not there, is told, and mixes with no other piece")
  func resumed() async throws {
    let programme = try SmallProgramme(
      "[[piece]]\nsource = \"set.toml\"\n[[piece]]\nsource = \"missing.toml\"\n[[piece]]\nsource = \"second\"\n"
    )
    var evening = CanonSession.Evening(
      time: Instant(secondsSince1970: 0),
      music: Music(rate: .studio, position: 1000, layers: [.init("cello", .stop), .init("violin-a", .play)]))
    evening.piece = .init(2)
    let session = try await programme.performance()
    #expect(await !session.resume(evening))
    #expect(session.program.piece?.number == 3)
    #expect(await session.eveningToReach == nil)
    var bench = try await SessionBench(session, ports: 6)
    #expect(await bench.run(1000).master.allSatisfy { $0 == SmallProgramme.cello })
    #expect(await session.told().contains { $0.contains("missing.toml") })

    evening.piece = .init(9)
    let other = try await programme.performance()
    #expect(await !other.resume(evening))
    #expect(other.program.piece?.number == 1)
    #expect(await other.told().contains { $0.contains(CommandProblem.unknownPiece(9, count: 3).message) })
  }
}
