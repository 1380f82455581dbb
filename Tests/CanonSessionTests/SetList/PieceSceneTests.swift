import CanonControl
import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// A piece that ends with a scene: it counts once it takes effect.
@Suite(.timeLimit(.minutes(LongCampaign.minutes))) struct PieceSceneTests {
  private static let loop = SmallSet.loop
  private static let scenes = """
    [[scene]]
    id = "coda"
    commands = ["start violin-a"]
    [[scene]]
    id = "verse"
    commands = ["stop violin-a"]

    """

  /// A programme whose first piece ends with `coda`, after 100 frames, with its second piece read.
  private func bench() async throws -> SessionBench {
    let programme = try SmallProgramme(
      "[[piece]]\nsource = \"set.toml\"\nscene = \"coda\"\n[[piece]]\nsource = \"second\"\n")
    _ = try programme.small.folder.write(SmallSet.text(keys: [:], more: Self.scenes), to: "set.toml")
    let bench = try await SessionBench(try await programme.performance(), after: 100, ports: 6)
    await bench.session.prepareNextPiece()
    return bench
  }

  @Test("The end counts from the boundary on which the scene takes effect")
  func counts() async throws {
    var bench = try await bench()
    #expect(try await bench.say("scene coda loop:2") == [])
    var heard = try await bench.runInTime(100)
    #expect(await bench.session.pieces.lastLoop == nil)
    #expect(await bench.session.snapshot().piece?.remaining != nil, "it is known already")
    heard += try await bench.runInTime(3 * Self.loop)
    let effect = 2 * Self.loop - 100, end = 3 * Self.loop - 100
    #expect(heard.ports[1][effect - 1] == 0 && heard.ports[1][effect] == 0.25)
    #expect(heard.ports[0][end - 300] == 0.5 && heard.ports[0][end] == SmallProgramme.cello)
    #expect(bench.session.program.piece?.number == 2)
  }

  @Test(
    "A scene that another one replaces before it takes effect, or that is refused, ends nothing",
    arguments: [["scene coda loop:2", "scene verse now"], ["scene coda stem"]])
  func replaced(lines: [String]) async throws {
    var bench = try await bench()
    for line in lines {
      try await bench.say(line)
      try await bench.runInTime(100)
    }
    try await bench.runInTime(4 * Self.loop)
    #expect(bench.session.program.piece?.number == 1)
    #expect(await bench.session.pieces.lastLoop == nil)
  }

  @Test("A scene that is undone ends nothing, and one that is run again counts from its own boundary")
  func undone() async throws {
    var bench = try await bench()
    let session = bench.session
    #expect(try await bench.say("scene coda loop") == [])
    try await bench.runInTime(100)
    _ = await session.undo(by: .input)
    try await bench.runInTime(4 * Self.loop)
    #expect(session.program.piece?.number == 1)
    #expect(await session.pieces.lastLoop == nil)
    #expect(try await bench.say("scene coda loop") == [])
    let heard = try await bench.runInTime(2 * Self.loop)
    // The position was 200 beyond a boundary.
    let end = 2 * Self.loop - 200
    #expect(heard.ports[0][end - 300] == 0.5 && heard.ports[0][end] == SmallProgramme.cello)
  }

  @Test(
    "A scene that is run before a panic ends nothing, although it is answered after the panic is given; one after it does"
  )
  func panic() async throws {
    var bench = try await bench()
    let session = bench.session
    let lane = CommandLane(Desk(session))
    for line in ["scene coda now", "panic"] {
      await lane.give(try CommandParser.parse(line, at: .lines), by: .input)
    }
    await lane.finish()
    try await bench.runInTime(4 * Self.loop)
    #expect(session.program.piece?.number == 1)
    #expect(await session.pieces.ending == nil)
    #expect(try await bench.say("scene coda now") == [])
    try await bench.runInTime(2 * Self.loop)
    #expect(session.program.piece?.number == 2)
  }

  @Test(
    "Once a panic is undone a scene before it ends the piece as before, or counts from there if it had yet to take effect",
    arguments: [(2 * SmallSet.loop + 1000, 3), (1000, 2)])
  func panicUndone(after frames: Int, endsAt last: Int) async throws {
    var bench = try await bench()
    let session = bench.session
    #expect(try await bench.say("scene coda loop:2") == [])
    var heard = try await bench.runInTime(frames)
    #expect(try await bench.say("panic") == [])
    heard += try await bench.runInTime(100)
    #expect(await session.snapshot().piece?.remaining == nil)
    _ = await session.undo(by: .input)
    heard += try await bench.runInTime(2 * Self.loop)
    let end = last * Self.loop - 100
    #expect(heard.ports[0][end - 1] < 0.5 && heard.ports[0][end] == SmallProgramme.cello)
    #expect(session.program.piece?.number == 2)
  }

  @Test("What a performance has run before it goes on counts from where it is")
  func restored() {
    var book = PieceBook()
    let run = book.run("coda")
    book.ran(run, at: 400)
    book.ran(run, at: 200)
    #expect(book.ending == PieceEnding(run: 1, place: 400), "the last of its parts")
    book.ran(book.run("coda"), at: 300)
    #expect(book.ending?.place == 300)
    book.restore()
    #expect(book.ending == nil && book.countsFromHere)
    book.ending = PieceEnding(run: 3, place: 500, hasTakenEffect: true)
    book.ran(book.run("coda"), at: 900)
    #expect(book.ending?.place == 500, "it has ended the piece")
    book.begin()
    book.panic()
    book.restore()
    #expect(!book.countsFromHere, "the panic came after it")
  }
}
