import CanonControl
import CanonEngine
import CanonFiles
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession
@testable import CanonStems

/// Another tempo and key while the music plays.
@Suite struct PlaybackTests {
  private static let loop = SmallSet.loop
  private let clock: TestClock

  init() throws { clock = TestClock(try TestClock.tokyo("2026-12-10")) }

  /// Stems as tapes: their constants stay constants.
  private static let tapes = Dictionary(
    uniqueKeysWithValues: SmallSet.stems.map { ($0.id, "stretch = \"tape\"") })

  /// Goes on until a port has a level for two loops of the set, while files are read.
  private func expect(
    _ level: Float, on port: Int, _ heard: inout CanonTestSupport.Output, from bench: inout SessionBench,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    var isHeard: Bool { heard.ports[port].suffix(2 * Self.loop).allSatisfy { $0 == level } }
    for _ in 0..<1000 {
      heard += await bench.run(1000)
      if isHeard { return }
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(isHeard, sourceLocation: sourceLocation)
  }

  private func bench(_ small: SmallSet, after frames: Int = 100) async throws -> SessionBench {
    let session = try await small.performance(journal: small.folder.file("evening.journal"), at: clock)
    return try await SessionBench(session, after: frames)
  }

  @Test("All stems change on one frame, the loop's boundary, and the journal renders to the same bits")
  func tempo() async throws {
    let small = try SmallSet(keys: Self.tapes)
    var bench = try await bench(small, after: 0)
    let session = bench.session
    var heard = await bench.run(100)
    try await bench.say("start violin-a now")
    heard += await bench.run(100)
    #expect(try await bench.say("tempo 500", at: .lines) == [])
    heard += await bench.run(Self.loop)
    let grid = try #require(await session.snapshot().grid)
    #expect(grid.loop == GridLine(numerator: Int64(2 * Self.loop), denominator: 1) && grid.beatsPerLoop == 4)
    #expect(await session.snapshot().playback == Playback(tempo: .beats(Tempo(500)!)))
    #expect(await session.stem("violin-a").status == .play, "it plays on")
    try await bench.say("start violin-b")
    heard += await bench.run(2 * Self.loop + 100)
    // It began on the second loop's end, which is three old loops after the beginning.
    #expect(heard.ports[2][3 * Self.loop - 1] == 0 && heard.ports[2][3 * Self.loop + 240] == 0.125)
    #expect(try await bench.say("tempo original", at: .lines) == [])
    for _ in 0..<4 { heard += await bench.run(Self.loop) }
    #expect(await session.snapshot().grid?.loop == GridLine(numerator: Int64(Self.loop), denominator: 1))
    await session.finish()
    try await small.expectRendering(is: heard)
  }

  @Test("Stretched stems render alike, in another key, on a bar")
  func key() async throws {
    let sounds = Dictionary(
      uniqueKeysWithValues: SmallSet.stems.map { ($0.id, SmallSet.rising(Self.loop).map { $0 / 4 }) })
    let small = try SmallSet(sounds: sounds)
    var bench = try await bench(small, after: 0)
    var heard = await bench.run(100)
    #expect(try await bench.say("key +2 bar", at: .lines) == [])
    heard += await bench.run(SmallSet.bar)
    #expect(await bench.session.snapshot().playback.key == Transposition(cents: 200))
    #expect(try await bench.say("tempo 115 % now", at: .lines) == [])
    heard += await bench.run(2 * Self.loop)
    let playback = Playback(tempo: .percent(115_000), key: Transposition(cents: 200)!)
    #expect(await bench.session.snapshot().playback == playback)
    await bench.session.finish()
    try await small.expectRendering(is: heard)
  }

  @Test("A locked stem stays silent in every tempo, and when its door opens it joins in the one that plays")
  func locked() async throws {
    let small = try SmallSet(doors: "violin-a = { opens = 2026-12-12, join = true }", keys: Self.tapes)
    var bench = try await bench(small, after: 0)
    let session = bench.session
    var heard = await bench.run(100)
    #expect(try await bench.say("tempo 500", at: .lines) == [])
    heard += await bench.run(Self.loop)
    #expect(try await bench.say("start violin-a now", at: .lines).joined().contains("2026-12-12"))
    heard += await bench.run(100)
    #expect(heard.ports[1].allSatisfy { $0 == 0 })
    clock.now = try TestClock.tokyo("2026-12-12")
    _ = await session.settle()
    for _ in 0..<6 { heard += await bench.run(Self.loop) }
    #expect(await session.stem("violin-a").status == .play)
    #expect(heard.ports[1].max() == 0.25)
    await session.finish()
    try await small.expectRendering(is: heard)
  }

  @Test(
    "A key keeps the tempo that was asked for before, whether it plays already or not; a reload keeps both")
  func together() async throws {
    let small = try SmallSet(keys: Self.tapes)
    var bench = try await bench(small)
    let session = bench.session
    for line in ["tempo 500", "key -1.5"] { #expect(try await bench.say(line, at: .lines) == []) }
    await bench.run(Self.loop)
    let playback = Playback(tempo: .beats(Tempo(500)!), key: Transposition(cents: -150)!)
    #expect(await session.snapshot().playback == playback)
    try small.edit("title = \"Small set\"", "title = \"Other\"")
    #expect(try await bench.say("reload", at: .lines) == [])
    await bench.run(2 * Self.loop)
    let now = await session.snapshot()
    #expect(now.title == "Other" && now.playback == playback)
  }

  @Test("A reload that waits is part of a tempo that is asked for after it, and stays if that is refused")
  func reloadThatWaits() async throws {
    let small = try SmallSet(keys: Self.tapes)
    var bench = try await bench(small)
    let session = bench.session
    try small.edit("title = \"Small set\"", "title = \"Other\"")
    #expect(try await bench.say("reload", at: .lines) == [])
    #expect(try await bench.say("tempo 500", at: .lines) == [])
    #expect(try await bench.say("tempo 100", at: .lines).joined().contains("25 to 400 %"))
    await bench.run(Self.loop)
    let now = await session.snapshot()
    #expect(now.title == "Other" && now.playback == Playback(tempo: .beats(Tempo(500)!)))
  }

  @Test("A key in whose place another one was asked for does not come back when a reload plays meanwhile")
  func laterWins() async throws {
    let sounds = Dictionary(
      uniqueKeysWithValues: SmallSet.stems.map { ($0.id, SmallSet.rising(Self.loop).map { $0 / 4 }) })
    let small = try SmallSet(sounds: sounds)
    var bench = try await bench(small)
    let session = bench.session
    func key(_ cents: Int) -> ControlCommand { .playback(.key(Transposition(cents: cents)!), .now) }
    let first = Task { await session.perform(key(200), by: .input) }
    while await session.playbackRequests.isEmpty { await Task.yield() }
    try small.edit("title = \"Small set\"", "title = \"Other\"")
    try await bench.say("reload now", at: .lines)
    await bench.run(1000)
    #expect(await session.snapshot().title == "Other")
    #expect(await session.perform(key(-200), by: .input) == [])
    // It has come too late for nothing to be made, or was ended.
    #expect(await first.value.allSatisfy { $0 == .otherPlayback })
    await bench.run(2 * Self.loop)
    #expect(await session.snapshot().playback.key == Transposition(cents: -200))
  }

  @Test("A quantum that the set does not have is refused before anything is made, and nothing of it stays")
  func quantum() async throws {
    let small = try SmallSet(head: "loop = \"0.24 s\"", keys: Self.tapes)
    var bench = try await bench(small)
    #expect(try await bench.say("tempo 50 % bar", at: .lines).count == 1)
    #expect(try await bench.say("key +2", at: .lines) == [])
    await bench.run(Self.loop)
    #expect(await bench.session.snapshot().playback == Playback(key: Transposition(cents: 200)!))
  }

  @Test(
    "A performance that goes on is in the tempo in which its places are counted, whatever the command line says"
  )
  func resumed() async throws {
    let small = try SmallSet(keys: Self.tapes)
    let session = try await small.performance(at: clock)
    var evening = CanonSession.Evening(
      time: clock.now, music: Music(rate: .studio, position: 30_000, layers: [Music.Layer("cello", .play)]))
    evening.playback = Playback(tempo: .beats(Tempo(500)!))
    await session.resume(evening)
    let bench = try await SessionBench(session)
    let snapshot = await bench.session.snapshot()
    #expect(snapshot.playback == evening.playback)
    #expect(snapshot.grid?.loop == GridLine(numerator: Int64(2 * Self.loop), denominator: 1))
    #expect(session.program.playback == evening.playback, "a reload keeps it")
  }

  private static let variants = """
    [[variant]]
    name = "slow"
    tempo = "50 %"
    [[variant]]
    name = "low"
    key = -2

    """

  @Test(
    "A variant plays in its tempo and key, whatever played before; an unknown one is refused with those that there are"
  )
  func variant() async throws {
    let small = try SmallSet(keys: Self.tapes, more: Self.variants)
    var bench = try await bench(small, after: 0)
    var heard = await bench.run(100)
    for (name, playback) in [
      ("slow", Playback(tempo: .percent(50_000))), ("low", Playback(key: Transposition(cents: -200)!)),
    ] {
      #expect(try await bench.say("variant \(name)", at: .lines) == [])
      heard += await bench.run(2 * Self.loop)
      #expect(await bench.session.snapshot().playback == playback)
    }
    #expect(try await bench.say("variant fast", at: .lines).joined().contains("There are: slow, low"))
    await bench.session.finish()
    try await small.expectRendering(is: heard)
  }

  @Test("Variants are made beforehand, but of no locked stem")
  func prepared() async throws {
    let small = try SmallSet(doors: "violin-a = 2026-12-12", keys: Self.tapes, more: Self.variants)
    let folder = small.folder.file("cache")
    let session = try small.session(at: clock, readers: .standard.keeping(in: SampleCache(folder: folder)))
    let bench = try await SessionBench(session)
    func kept() -> Int { Folder.names(in: folder).count { $0.hasSuffix(".samples") } }
    // Three stems as slow tapes; a tape in another key is the sound itself.
    #expect(await session.makesVariants() == 6)
    #expect(kept() == 3)
    #expect(await session.makesVariants() == 6)
    #expect(kept() == 3)
    #expect(await bench.session.snapshot().playback == .original)
  }

  @Test("A file that a stem is given while another tempo waits plays on in that tempo")
  func replacedMeanwhile() async throws {
    let small = try SmallSet(keys: Self.tapes)
    try SmallSet.write(.init(repeating: 0.03125, count: Self.loop), to: small.folder.file("other.wav"))
    var bench = try await bench(small, after: 0)
    let session = bench.session
    var heard = await bench.run(100)
    try await bench.say("start violin-a now")
    heard += await bench.run(300)
    #expect(try await bench.say("tempo 500", at: .lines) == [])
    #expect(try await bench.say("replace violin-a other.wav now", at: .lines) == [])
    heard += await bench.run(Self.loop)
    #expect(await session.snapshot().playback == Playback(tempo: .beats(Tempo(500)!)))
    try await expect(0.03125, on: 1, &heard, from: &bench)
    await session.finish()
    try await small.expectRendering(is: heard)
  }

  @Test(
    "A stem that was locked when the tempo changed plays in that tempo when its door opens again, even if it has not stopped until then",
    arguments: [0, 1000, 4 * SmallSet.loop])
  func reopened(after frames: Int) async throws {
    let small = try SmallSet(doors: "violin-a = { needs = [\"violin-b\"] }", keys: Self.tapes)
    var bench = try await bench(small, after: 0)
    let session = bench.session
    var heard = await bench.run(100)
    try await bench.say("start violin-b now")
    heard += await bench.run(100)
    try await bench.say("start violin-a now")
    heard += await bench.run(600)
    #expect(heard.ports[1].last == 0.25)
    try await bench.say("stop violin-b now")
    heard += await bench.run(100)
    #expect(try await bench.say("tempo 500 now", at: .lines) == [])
    heard += await bench.run(1000 + frames)
    // Its door has asked it to stop on the loop's boundary, and it does.
    try await bench.say("start violin-b now")
    while await session.stem("violin-a").status != .stop { heard += await bench.run(600) }
    #expect(heard.ports[1].last == 0)
    // Its old samples ring out first.
    while try await !bench.say("start violin-a now").isEmpty { heard += await bench.run(100) }
    try await expect(0.25, on: 1, &heard, from: &bench)
    await session.finish()
    try await small.expectRendering(is: heard)
  }

  @Test("The journal names what stretches; a rendering knows another one")
  func stretcher() async throws {
    let small = try SmallSet()
    var bench = try await bench(small, after: 0)
    #expect(try await bench.say("key +2", at: .lines) == [])
    await bench.run(2 * Self.loop)
    await bench.session.finish()
    let journal = small.folder.file("evening.journal")
    let text = try String(contentsOfFile: journal, encoding: .utf8)
    #expect(
      text.contains("# edition: 2\n# stretcher: Rubber Band ") && !text.contains("# edition: 1\n# stretcher"))
    #expect(try Score.load(journal).header?.otherStretcher == nil)
    let old = text.replacing(/# stretcher: .*/, with: "# stretcher: Rubber Band 0.1")
    _ = try small.folder.write(old, to: "old.journal")
    #expect(try Score.load(small.folder.file("old.journal")).header?.otherStretcher == "Rubber Band 0.1")
  }

  @Test(
    "What cannot be played is refused, and the music goes on as it was", arguments: ["5000", "24 %", "401 %"])
  func refused(tempo: String) async throws {
    var bench = try await bench(try SmallSet())
    if PlayedTempo(tempo) == nil {
      #expect(throws: CommandProblem.self) { try CommandParser.parse("tempo \(tempo)", at: .lines) }
    } else {
      let refusal = try await bench.say("tempo \(tempo)", at: .lines).joined()
      #expect(refusal.contains("25 to 400 %"), "\(refusal)")
    }
    await bench.run(Self.loop)
    #expect(await bench.session.snapshot().playback == .original)
    #expect(try await bench.say("key +2", at: .lines) == [])
    await bench.run(Self.loop)
    #expect(await bench.session.snapshot().playback == Playback(key: Transposition(cents: 200)!))
  }
}

extension Performance {
  /// Makes the variants once.
  /// - Returns: How many stems there are of them now.
  fileprivate func makesVariants() async -> Int {
    var made: Set<MadeVariant> = []
    await makeVariants(besides: &made)
    return made.count
  }
}
