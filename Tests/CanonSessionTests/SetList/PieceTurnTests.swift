import CanonControl
import CanonEngine
import CanonSchedule
import CanonStems
import CanonTestSupport
import Testing

@testable import CanonSession

/// What becomes of a piece between its reading and its turn: files, doors, tempos and servers may change meanwhile.
@Suite(.timeLimit(.minutes(LongCampaign.minutes))) struct PieceTurnTests {
  private static let loop = SmallSet.loop

  @Test("A reload that waits for the boundary on which the piece ends gives way to the next piece")
  func reloadAtTheEnd() async throws {
    var bench = try await SmallProgramme(SmallProgramme.ends).bench()
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
    let programme = try SmallProgramme(SmallProgramme.two)
    for stem in SmallSet.stems {
      try SmallSet.write(
        SmallSet.rising(Self.loop).map { $0 / 4 }, to: programme.small.folder.file("\(stem.id).wav"))
    }
    var bench = try await programme.bench()
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

  @Test("A piece that is edited before its turn is read again")
  func edited() async throws {
    let programme = try SmallProgramme(SmallProgramme.two)
    var bench = try await programme.bench()
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
    var bench = try await programme.bench()
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
    var bench = try await programme.bench(at: clock)
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

  @Test("A piece that no engine has received yet is still a piece after another sample rate")
  func otherRate() async throws {
    let bench = try await SmallProgramme(SmallProgramme.two).bench()
    let session = bench.session
    #expect(try await bench.say("next", at: .lines) == [])
    var back = try await SessionBench(session, at: SampleRate(hertz: 96_000)!, ports: 6)
    try await back.skip(2000)
    await back.run(4 * Self.loop)
    #expect(session.program.piece?.number == 2)
  }

  @Test("The connections are those of the piece that plays; what another piece will play has its own before")
  func patch() async throws {
    let programme = try SmallProgramme(SmallProgramme.two)
    try programme.small.edit(
      "file = \"oboe.wav\"\n", "file = \"oboe.wav\"\n[patch]\noboe = \"desk:1\"\nmaster = \"hall:*\"\n",
      in: "second/set.toml")
    var bench = try await programme.bench()
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
