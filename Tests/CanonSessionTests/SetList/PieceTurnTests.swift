import CanonControl
import CanonControlSupport
import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems
import CanonStemsSupport
import CanonTestSupport
import Testing

@testable import CanonSession

/// What becomes of a piece between its reading and its turn, and of what people ask for meanwhile.
@Suite(.timeLimit(.minutes(LongCampaign.minutes))) struct PieceTurnTests {
  private static let loop = SmallSet.loop
  private static let two = "[[piece]]\nsource = \"set.toml\"\n[[piece]]\nsource = \"second\"\n"
  private static let ends =
    "[[piece]]\nsource = \"set.toml\"\nloops = 2\n[[piece]]\nsource = \"second\"\n[[piece]]\nsource = \"set.toml\"\n"

  private static let three =
    "[[piece]]\nsource = \"set.toml\"\n[[piece]]\nsource = \"second\"\n[[piece]]\nsource = \"set.toml\"\n"

  private func bench(_ programme: SmallProgramme, at clock: TestClock = TestClock()) async throws
    -> SessionBench
  {
    try await SessionBench(try await programme.performance(at: clock), after: 100, ports: 6)
  }

  // MARK: - What somebody asks for

  @Test("What `next` means is decided once: the piece that begins by itself while it is read is the one")
  func nextAtTheHandOver() async throws {
    var bench = try await bench(SmallProgramme(Self.ends))
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
    let programme = try SmallProgramme(Self.three)
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
    let session = try await SmallProgramme(Self.two).performance()
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

  @Test("A piece that is still being read when a panic comes does not begin")
  func panic() async throws {
    let programme = try SmallProgramme(Self.two)
    let oboe = [Float](repeating: SmallProgramme.oboe, count: Self.loop)
    let slow = try programme.small.folder.write(
      TallyReader.text(oboe, frames: Self.loop, claim: TallyReader.later), to: "second/oboe.wav")
    let session = try await programme.performance(readers: .withTally)
    var bench = try await SessionBench(session, after: 100, ports: 6)
    let asking = Task { await session.perform(.next(nil), by: .input) }
    while await session.pieces.beingRead == nil { await Task.yield() }
    #expect(try await bench.say("panic") == [])
    TallyReader.release(slow)
    #expect(await asking.value == [])
    await bench.run(1000)
    #expect(await bench.run(2 * Self.loop).master.allSatisfy { $0 == 0 })
    #expect(session.program.piece?.number == 1)
    #expect(await session.pieces.beingRead == nil)
    #expect(await session.told().contains { $0.contains("A panic came") })
  }

  @Test(
    "A piece that waits for its boundary when a panic comes does not begin, nor one by itself at the end of the piece",
    arguments: [false, true])
  func panicBeforeTheBoundary(isByItself: Bool) async throws {
    let programme = try SmallProgramme(Self.ends)
    let session = try await programme.performance()
    var bench = try await SessionBench(session, ports: 6)
    await session.prepareNextPiece()
    if !isByItself { #expect(try await bench.say("next loop:2", at: .lines) == []) }
    var heard = try await bench.runInTime(1000)
    #expect(await session.stemsOfWaitingPiece == ["cello", "oboe"])
    #expect(try await bench.say("panic") == [])
    heard += await bench.run(100)
    #expect(await session.stemsOfWaitingPiece == [])
    heard += await bench.run(1000)
    let silence = try await bench.runInTime(3 * Self.loop)
    #expect(silence.master.allSatisfy { $0 == 0 })
    heard += silence
    #expect(session.program.piece?.number == 1)
    #expect(await session.snapshot().piece?.remaining == nil)
    #expect(await session.pieces.hasPanicked)
    #expect(try await bench.say("next", at: .lines) == [])
    heard += await bench.run(2 * Self.loop)
    #expect(session.program.piece?.number == 2)
    let refused = await session.allEvents().count {
      if case .refused(.superseded, .input) = $0 { true } else { false }
    }
    #expect(refused == (isByItself ? 0 : 1))
    try await programme.small.expectRendering(is: heard)
  }

  @Test("A panic that no server has received drops the piece that waits, too")
  func panicWithoutAServer() async throws {
    var old = try await bench(SmallProgramme(Self.two))
    let session = old.session
    #expect(try await old.say("next loop:3", at: .lines) == [])
    await old.run(100)
    #expect(try await old.say("panic") == [])
    var back = try await SessionBench(session, at: SampleRate(hertz: 96_000)!, ports: 6)
    try await back.skip(2000)
    #expect(await back.run(8 * Self.loop).master.allSatisfy { $0 == 0 })
    #expect(session.program.piece?.number == 1)
  }

  @Test("Somebody whose request for a piece gives way to a later one is told so")
  func superseded() async throws {
    var bench = try await bench(SmallProgramme(Self.two))
    let session = bench.session
    #expect(try await bench.say("next loop:3", at: .lines) == [])
    await bench.run(100)
    #expect(try await bench.say("goto piece 1 loop:2", at: .lines) == [])
    await bench.run(100)
    let told = await session.told()
    #expect(
      told.filter { $0.contains(CommandProblem.superseded.message) }.count == 1, "\(told)")
  }

  @Test("A reload that waits for the boundary on which the piece ends gives way to the next piece")
  func reloadAtTheEnd() async throws {
    var bench = try await bench(SmallProgramme(Self.ends))
    let session = bench.session
    #expect(try await bench.say("reload loop:2", at: .lines) == [])
    await bench.run(100)
    await session.prepareNextPiece()
    var heard = try await bench.runInTime(Self.loop)
    // The next piece is on its way.
    #expect(
      try await bench.say("reload loop", at: .lines) == [CommandProblem.pieceEnded.message])
    heard += try await bench.runInTime(Self.loop)
    let end = 2 * Self.loop - 200
    #expect(heard.ports[0][end - 300] == 0.5 && heard.ports[0][end] == SmallProgramme.cello)
    #expect(session.program.piece?.number == 2)
    #expect(await session.told().contains { $0.contains(CommandProblem.pieceEnded.message) })
  }

  @Test("A tempo whose sounds are made while another piece begins does not count there")
  func tempoOfAnotherPiece() async throws {
    let programme = try SmallProgramme(Self.two)
    for stem in SmallSet.stems {
      try SmallSet.write(
        SmallSet.rising(Self.loop).map { $0 / 4 }, to: programme.small.folder.file("\(stem.id).wav"))
    }
    var bench = try await bench(programme)
    let session = bench.session
    let key = ControlCommand.playback(.key(Transposition(cents: 200)!), .now)
    let asking = Task { await session.perform(key, by: .input) }
    while await session.playbackRequests.isEmpty { await Task.yield() }
    #expect(try await bench.say("goto piece 2 now", at: .lines) == [])
    await bench.run(1000)
    #expect(session.program.piece?.number == 2)
    #expect(await asking.value.allSatisfy { $0 == .pieceEnded })
    await bench.run(Self.loop)
    #expect(await session.snapshot().playback == Playback())
  }

  // MARK: - Files

  @Test("A piece that is edited before its turn is read again")
  func edited() async throws {
    let programme = try SmallProgramme(Self.two)
    var bench = try await bench(programme)
    let session = bench.session
    await session.prepareNextPiece()
    #expect(await session.pieces.prepared?.program.set.title == "Second set")
    try programme.small.edit("Second set", "Another set", in: "second/set.toml")
    await session.prepareNextPiece()
    #expect(await session.pieces.prepared?.program.set.title == "Another set")
    // Somebody may ask before it is looked at again.
    try SmallSet.write(
      .init(repeating: 0.125, count: Self.loop), to: programme.small.folder.file("second/cello.wav"))
    #expect(try await bench.say("next", at: .lines) == [])
    #expect(await bench.run(2 * Self.loop).ports[0].last == 0.125)
  }

  @Test("A piece that could not be read is tried again when its files are others, and when its turn comes")
  func triedAgain() async throws {
    let programme = try SmallProgramme(
      "[[piece]]\nsource = \"set.toml\"\n[[piece]]\nsource = \"third.toml\"\n[[piece]]\nsource = \"second\"\n"
    )
    var bench = try await bench(programme)
    let session = bench.session
    for _ in 0..<2 { await session.prepareNextPiece() }
    #expect(await session.pieces.prepared?.program.piece?.number == 3)
    let third = "set = \"second\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\noboe = 2026-12-24\n"
    _ = try programme.small.folder.write(third, to: "third.toml")
    await session.prepareNextPiece()
    #expect(await session.pieces.prepared?.program.piece?.number == 2)
    _ = try programme.small.folder.write("set = 3", to: "third.toml")
    #expect(try await bench.say("next", at: .lines) == [])
    await bench.run(Self.loop)
    #expect(session.program.piece?.number == 3)
    _ = try programme.small.folder.write(third, to: "third.toml")
    #expect(try await bench.say("previous", at: .lines) == [])
    await bench.run(Self.loop)
    #expect(session.program.piece?.number == 2)
    let told = await session.told().filter { $0.contains("third.toml") }
    #expect(told.count >= 2, "once as it is read ahead, once as it is asked for: \(told)")
  }

  @Test("A click whose sounds are the same goes on through a reload")
  func click() async throws {
    let small = try SmallSet()
    var bench = try await SessionBench(small.session(), after: 100)
    let session = bench.session
    let before = try #require(await session.clickInMemory)
    try small.edit("id = \"cello\"", "id = \"cello\"\ngain = -6")
    #expect(try await bench.say("reload now", at: .lines) == [])
    await bench.run(1000)
    #expect(await session.stem("cello").gain.value == -6)
    #expect(await session.clickInMemory == before)
  }

  // MARK: - Doors

  @Test("Samples of a stem whose door shuts while its piece waits are given back, and it stays silent")
  func doorShuts() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-10"))
    let programme = try SmallProgramme(
      "[[piece]]\nsource = \"set.toml\"\n[[piece]]\nsource = \"second.toml\"\n",
      doors: "oboe = { opens = 2026-12-06, until = 2026-12-12 }")
    let session = try await programme.performance(at: clock)
    var bench = try await SessionBench(session, ports: 6)
    var heard = await bench.run(100)
    #expect(try await bench.say("next loop:4", at: .lines) == [])
    heard += await bench.run(100)
    #expect(await session.stemsOfWaitingPiece == ["cello", "oboe"])
    clock.now = try TestClock.tokyo("2026-12-13")
    heard += await bench.run(100)
    #expect(await session.stemsOfWaitingPiece == ["cello"])
    heard += await bench.run(4 * Self.loop - 300)
    heard += await bench.run(100)
    #expect(session.program.piece?.number == 2)
    #expect(await !session.holdsSamples(of: "oboe"))
    #expect(try await bench.say("start oboe now").joined().contains("oboe"))
    heard += await bench.run(Self.loop)
    #expect(heard.master.suffix(Self.loop).allSatisfy { $0 == SmallProgramme.cello })
    await session.finish()
    try await programme.small.expectRendering(is: heard)
  }

  @Test("A locked stem whose door shuts shortly before its piece begins has no samples once it plays")
  func doorShutsLate() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-10"))
    let programme = try SmallProgramme(
      "[[piece]]\nsource = \"set.toml\"\n[[piece]]\nsource = \"second.toml\"\n",
      doors: "oboe = { opens = 2026-12-06, until = 2026-12-12 }")
    var bench = try await bench(programme, at: clock)
    let session = bench.session
    #expect(try await bench.say("next", at: .lines) == [])
    await bench.run(100)
    clock.now = try TestClock.tokyo("2026-12-13")
    await bench.run(Self.loop)
    #expect(session.program.piece?.number == 2)
    #expect(try await bench.say("start oboe now").joined().contains("oboe"))
    #expect(await bench.run(Self.loop).master.suffix(1000).allSatisfy { $0 == SmallProgramme.cello })
    #expect(await !session.holdsSamples(of: "oboe"))
  }

  // MARK: - Another server, another canon, other connections

  @Test("A piece that no engine has received yet is still a piece after another sample rate")
  func otherRate() async throws {
    let bench = try await bench(SmallProgramme(Self.two))
    let session = bench.session
    #expect(try await bench.say("next", at: .lines) == [])
    var back = try await SessionBench(session, at: SampleRate(hertz: 96_000)!, ports: 6)
    try await back.skip(2000)
    await back.run(4 * Self.loop)
    #expect(session.program.piece?.number == 2)
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

  @Test("The connections are those of the piece that plays; what another piece will play has its own before")
  func patch() async throws {
    let programme = try SmallProgramme(Self.two)
    try programme.small.edit(
      "file = \"oboe.wav\"\n", "file = \"oboe.wav\"\n[patch]\noboe = \"desk:1\"\nmaster = \"hall:*\"\n",
      in: "second/set.toml")
    var bench = try await bench(programme)
    let session = bench.session
    func connected() async -> [String] {
      await session.outputs.plan.patch.flatMap { rule in
        ["oboe", "master"].filter { rule.output.matches($0) }
      }.sorted()
    }
    #expect(await connected() == [])
    #expect(try await bench.say("next", at: .lines) == [])
    #expect(await connected() == ["oboe"], "the music that plays keeps its master")
    await bench.run(Self.loop)
    #expect(session.program.piece?.number == 2)
    #expect(await connected() == ["master", "oboe"])
    #expect(try await bench.say("previous", at: .lines) == [])
    await bench.run(2 * Self.loop)
    #expect(await connected() == [])
  }
}

extension SessionBench {
  /// Delivers frames as fast as the end of a piece is noticed, and what follows it is given to the engine.
  @discardableResult
  mutating func runInTime(_ frames: Int) async throws -> CanonTestSupport.Output {
    var heard = await run(0)
    for _ in 0..<(frames / 100) {
      heard += await run(100)
      while await session.pieces.isEnding { try await Task.sleep(for: .milliseconds(1)) }
    }
    heard += await run(frames % 100)
    return heard
  }
}

extension Performance {
  /// The stems of the piece that waits in the engine of which it has samples.
  fileprivate var stemsOfWaitingPiece: [String] {
    (deck.lastEdition?.next).map { next in next.samples.keys.map { next.program.set[$0].id }.sorted() } ?? []
  }

  /// The piece that the engine was given last; nil for none.
  fileprivate var lastPieceAskedFor: Int? { deck.waitingPiece?.number }

  /// Which memory holds the sound of the click.
  fileprivate var clickInMemory: ObjectIdentifier? {
    deck.configuration?.click.map { ObjectIdentifier($0.accent) }
  }
}
