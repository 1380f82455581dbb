import CanonEngine
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// A locked stem stays silent in every piece, section, tempo and key, and on the cue bus, whatever is asked: all other stems are silent
/// themselves, so that each sample that is not 0 would be its own.
@Suite struct GateInProgrammeTests {
  private static let opens = "2026-12-24"
  private static let loop = 18 * SmallSet.bar

  /// A set of three stems whose loop has two sections. The base and the oboe are silent, and violin-b is not.
  private static func set(_ title: String) -> String {
    let stems = ["cello", "violin-b", "oboe"].map {
      "[[stem]]\nid = \"\($0)\"\nfile = \"\($0).wav\"\nbase = \($0 == "cello")\nstretch = \"tape\"\n"
    }
    return """
      title = "\(title)"
      tempo = 1000
      meter = "2/4"
      loop = "18 bars"
      \(stems.joined())
      [[section]]
      id = "verse"
      bars = "1 .. 10"
      then = "chorus"
      [[section]]
      id = "chorus"
      bars = "10 .. 19"
      \(LockedStem.scenes)

      """
  }

  /// Three pieces of two sets. The second and the third one are the same, so that the stem comes back with its port.
  private static let pieces = """
    [[piece]]
    source = "first.toml"
    loops = 2
    [[piece]]
    source = "second.toml"
    gap = "10 ms"
    [[piece]]
    source = "second.toml"
    scene = "wake"
    """

  private let small: SmallSet
  private let clock: TestClock
  private let session: Performance

  init() async throws {
    small = try SmallSet()
    clock = TestClock(try TestClock.tokyo("2026-12-01"))
    let folder = small.folder
    for name in ["first", "second"] {
      _ = try folder.write(Self.set(name), to: "\(name)/set.toml")
      for id in ["cello", "violin-b", "oboe"] {
        let level: Float = id == "violin-b" ? 0.5 : 0
        try SmallSet.write(
          .init(repeating: level, count: Self.loop), to: folder.file("\(name)/\(id).wav"))
      }
      _ = try folder.write(
        "set = \"\(name)\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\nviolin-b = \(Self.opens)\n",
        to: "\(name).toml")
    }
    let path = try folder.write(Self.pieces, to: "evening.programme.toml")
    let source = try Source.load(path)
    let clock = clock
    session = try Performance(
      set: source.set, schedule: source.schedule, journal: folder.file("evening.journal"), source: path,
      piece: source.piece,
      doors: .machine(
        memory: DoorMemory(), now: { withExtendedLifetime(folder) { clock.now } }, keep: { _ in [] }))
    await session.watchDoors()
  }

  /// Every word in every form said of the stem and of all, but those that make a sound of their own, or files.
  private static let lines = (LockedStem.lines("violin-b") + LockedStem.lines("all")).filter {
    line in
    !["click", "count-in", "capture", "record", "keep", "learn"].contains { line.hasPrefix($0) }
  }

  /// Where the music goes on, and how.
  private static let moves = [
    "next", "next now", "next bar", "previous now", "goto piece 1 now", "goto piece 2 now",
    "goto piece 3 beat", "goto section chorus bar", "goto section verse", "vamp", "go",
    "section bar 1 .. bar 3", "section bar 4 .. bar 5 then bar 1", "section off", "tempo 150 % now",
    "tempo original now", "key +3 now", "seek bar 9", "cue violin-b", "cue all", "send violin-b cue 6",
    "solo violin-b now", "scene wake now",
  ]

  @Test("Random requests over a locked stem, in all pieces", arguments: 0..<LongCampaign.count(6, long: 200))
  func staysSilent(seed: Int) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    var bench = try await SessionBench(session, ports: 8)
    var pieces: Set<Int> = []
    for _ in 0..<80 {
      let line = random.one(in: 2) ? random.pick(Self.moves) : random.pick(Self.lines)
      try await bench.say(line, at: .lines)
      if random.one(in: 4) { await session.prepareNextPiece() }
      let heard = await bench.run(
        Int(random.number(1...6000)), periods: .mixed(seed: random.next(), longest: 700))
      let sounding = heard.channels.filter { $0.contains { $0 != 0 } }.count
      #expect(sounding == 0, "\(line), in piece \(session.program.piece?.number ?? 0)")
      #expect(await session.stem("violin-b").status == .stop, "\(line)")
      #expect(await !session.holdsSamples(of: "violin-b"), "\(line)")
      #expect(await !session.stem("violin-b").isCued, "\(line)")
      let prepared = await session.pieces.prepared
      let place = prepared?.program.set.index(of: "violin-b")
      #expect(place.map { prepared?.samples[$0] == nil } ?? true, "read ahead, behind its door")
      if let number = session.program.piece?.number { pieces.insert(number) }
    }
    #expect(pieces.count > 1)
    // What was said of it is in no journal that would sound.
    await session.finish()
    let score = try Score.load(small.folder.file("evening.journal"))
    let rendering = try await small.rendering(of: score, period: 512)
    #expect(rendering.output.channels.allSatisfy { $0.allSatisfy { $0 == 0 } })
  }

  @Test("Once its door is open the same stem is heard in each piece, and on the cue bus", arguments: 1...3)
  func isHeardOnceItIsOpen(piece: Int) async throws {
    clock.now = try TestClock.tokyo(Self.opens)
    var bench = try await SessionBench(session, after: 1000, ports: 8)
    #expect(try await bench.say("goto piece \(piece) now", at: .lines) == [])
    await bench.run(1000)
    #expect(try await bench.say("cue violin-b", at: .lines) == [])
    let before = await bench.run(2000)
    #expect(before.master.allSatisfy { $0 == 0 } && before.buses[0].last == 0.5)
    #expect(try await bench.say("start violin-b now", at: .lines) == [])
    let after = await bench.run(2000)
    #expect(after.master.last == 0.5 && after.buses[0].last == 0)
    #expect(after.ports.contains { $0.last == 0.5 })
  }

  @Test("A door that shuts ends its stem in a section of a later piece and on the cue bus, for good")
  func shuts() async throws {
    let folder = small.folder
    _ = try folder.write(
      "set = \"second\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\n"
        + "violin-b = { opens = 2026-11-01, until = 2026-12-02 }\n", to: "second.toml")
    var bench = try await SessionBench(session, after: 1000, ports: 8)
    #expect(try await bench.say("goto piece 2 now", at: .lines) == [])
    await bench.run(1000)
    for line in ["section bar 1 .. bar 3", "start violin-b now", "cue violin-b"] {
      #expect(try await bench.say(line, at: .lines) == [])
    }
    #expect(await bench.run(2000).master.last == 0.5)
    clock.now = try TestClock.tokyo("2026-12-02")
    // It stops on a boundary: the end of the section counts as one while that repeats.
    for _ in 0..<30 { await bench.run(1000) }
    for line in ["press violin-b now", "cue violin-b", "tempo 150 % now", "goto piece 3 now", "next now"] {
      try await bench.say(line, at: .lines)
      let heard = await bench.run(3000)
      #expect(heard.channels.allSatisfy { $0.allSatisfy { $0 == 0 } }, "\(line)")
    }
  }
}
