import CanonControl
import CanonControlSupport
import CanonEngine
import CanonStems
import CanonStemsSupport
import CanonTestSupport
import Testing

@testable import CanonSession

/// What people ask for, while a piece is read for it and until that begins.
@Suite(.timeLimit(.minutes(LongCampaign.minutes))) struct PieceRequestTests {
  private static let loop = SmallSet.loop

  @Test("What `next` means is decided once: the piece that begins by itself while it is read is the one")
  func nextAtTheHandOver() async throws {
    var bench = try await SmallProgramme(SmallProgramme.ends).bench()
    let session = bench.session
    let first = session.program
    let (commands, goal) = try await session.definite([.next(nil)], by: .input)
    #expect(commands == [.piece(2, nil)] && goal.numbers == [2, 3])
    #expect(!goal.isOver(.piece(2, nil), in: first, by: .input))
    await session.prepareNextPiece()
    try await bench.runInTime(Self.loop)
    // It is being read when the second piece begins.
    let before = await session.lastProgram
    let asking = Task { await session.perform(.next(nil), by: .input) }
    while await session.lastProgram == before { await Task.yield() }
    await bench.run(Self.loop)
    #expect(await asking.value == [])
    await bench.run(2 * Self.loop)
    #expect(session.program.piece?.number == 2)
    #expect(goal.isOver(.piece(2, nil), in: session.program, by: .input))
    #expect(!goal.isOver(.piece(3, nil), in: session.program, by: .input))
    #expect(goal.isOver(.piece(3, nil), in: session.program, by: .clock), "the end is looked at again")
    let told = await session.allEvents().filter { if case .reloaded = $0 { true } else { false } }
    #expect(told.count == 1, "it begins once")
  }

  @Test(
    "Each word goes on from the piece that was asked for before, whether that waits for its boundary or is still being read",
    arguments: [("next", 3), ("previous", 1)], [true, false])
  func twice(word: (second: String, leadsTo: Int), isRead: Bool) async throws {
    let programme = try SmallProgramme(SmallProgramme.three)
    let oboe = [Float](repeating: SmallProgramme.oboe, count: Self.loop)
    let slow = try programme.small.folder.write(
      TallyReader.text(oboe, frames: Self.loop, claim: TallyReader.later), to: "second/oboe.wav")
    if isRead { TallyReader.release(slow) }
    let session = try await programme.performance(readers: .withTally)
    var bench = try await SessionBench(session, after: 100, ports: 6)
    if isRead { await session.prepareNextPiece() }
    let first = Task { await session.perform(.next(nil), by: .input) }
    if isRead { #expect(await first.value == []) }
    while await session.pieces.beingRead == nil, !isRead { await Task.yield() }
    #expect(try await bench.say(word.second, at: .lines) == [])
    TallyReader.release(slow)
    #expect(await first.value == (isRead ? [] : [.superseded]), "it takes no later one's place")
    let offered = await session.outputs.plan.stems.compactMap { $0?.id }
    if !isRead { #expect(!offered.contains("oboe"), "it has no ports") }
    await bench.run(2 * Self.loop)
    #expect(session.program.piece?.number == word.leadsTo)
    #expect(await session.pieces.beingRead == nil)
    let events = await session.allEvents()
    #expect(events.count { if case .reloaded = $0 { true } else { false } } == 1, "it begins once")
    let refused = events.count { if case .refused(.superseded, _) = $0 { true } else { false } }
    #expect(refused == 1, "whoever asked for the first is told")
  }

  @Test("Two lines of one paste are decided in their order, however long the first one's files take")
  func paste() async throws {
    let session = try await SmallProgramme(SmallProgramme.two).performance()
    var bench = try await SessionBench(session, after: 100, ports: 6)
    let disk = SlowDisk()
    let lane = CommandLane(Desk(session)) { command in if command == .next(nil) { await disk.read() } }
    for line in ["next", "goto piece 1"] {
      await lane.give(try CommandParser.parse(line, at: .lines), by: .input)
    }
    // The second one could go ahead meanwhile.
    for _ in 0..<1000 {
      if await session.lastPieceAskedFor != nil { break }
      await Task.yield()
    }
    await disk.letGo()
    await lane.finish()
    #expect(await session.lastPieceAskedFor == 1)
    await bench.run(2 * Self.loop)
    #expect(session.program.piece?.number == 1)
  }

  @Test(
    "A piece that proves unplayable while it is read is one step with the one in its place; one that is known to be is none",
    arguments: [(false, 3), (true, 4)])
  func unplayable(isKnown: Bool, leadsTo: Int) async throws {
    let programme = try SmallProgramme(
      "[[piece]]\nsource = \"set.toml\"\n[[piece]]\nsource = \"missing.toml\"\n[[piece]]\nsource = \"second\"\n"
        + "[[piece]]\nsource = \"set.toml\"\n")
    let oboe = [Float](repeating: SmallProgramme.oboe, count: Self.loop)
    let slow = try programme.small.folder.write(
      TallyReader.text(oboe, frames: Self.loop, claim: TallyReader.later), to: "second/oboe.wav")
    let session = try await programme.performance(readers: .withTally)
    var bench = try await SessionBench(session, after: 100, ports: 6)
    if isKnown { await session.prepareNextPiece() }
    let before = await session.lastProgram
    let first = Task { await session.perform(.next(nil), by: .input) }
    // The missing one, and the one that is read in its place.
    while await session.lastProgram < before + 2 { await Task.yield() }
    #expect(await session.pieces.skipped == [2])
    let (commands, _) = try await session.definite([.next(nil)], by: .input)
    #expect(commands == [.piece(leadsTo, nil)])
    TallyReader.release(slow)
    #expect(await first.value == [])
    await bench.run(Self.loop)
    #expect(session.program.piece?.number == 3)
    // It might have begun by itself while the missing one was read.
    let goal = PieceGoal(played: session.program.piece, program: 0, order: 9, numbers: [4, 1])
    let one = try #require(session.program.piece.map { PlayedPiece(1, of: $0.list) })
    var other = session.program
    other.piece = one
    #expect(goal.isOver(.piece(4, nil), in: other, by: .input))
    #expect(!goal.isOver(.piece(4, nil), in: other, by: .input, isSuperseded: true))
  }

  @Test("Somebody whose request for a piece gives way to a later one is told so")
  func superseded() async throws {
    var bench = try await SmallProgramme(SmallProgramme.two).bench()
    let session = bench.session
    #expect(try await bench.say("next loop:3", at: .lines) == [])
    await bench.run(100)
    #expect(try await bench.say("goto piece 1 loop:2", at: .lines) == [])
    await bench.run(100)
    let told = await session.told()
    #expect(
      told.filter { $0.contains(CommandProblem.superseded.message) }.count == 1, "\(told)")
  }
}

extension Performance {
  /// The piece that the engine was given last; nil for none.
  fileprivate var lastPieceAskedFor: Int? { deck.waitingPiece?.number }
}
