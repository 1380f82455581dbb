import CanonControl
import CanonEngine
import CanonLiveSupport
import CanonRender
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// Live = offline for every word: the journal of a performance renders to the bits that were played.
@Suite(.timeLimit(.minutes(LongCampaign.minutes))) struct EveryWordAgainTests {
  /// A set with something of everything: noise, loops of other lengths, intros, releases, a group, what follows.
  private static func set() throws -> SmallSet {
    var random = SplitMix64(seed: 3)
    func noise(_ frames: Int) -> [Float] {
      (0..<frames).map { _ in .random(in: -0.25...0.25, using: &random) }
    }
    let small = try SmallSet(
      head: SmallSet.head + "\ngrace = \"2 ms\"\nsecond_press = \"now\"\nseed = 7\nramp = \"3 ms\"",
      keys: [
        "violin-a": "group = \"g\"\nregion = \"1000 .. 12520\"\nafter = { loops = 2, then = \"any\" }",
        "violin-b": "group = \"g\"\nentry = \"top\"\nrepeat = 3\noffset = \"1 beat\"",
        "violin-c": "quantum = { start = \"stem\", mute = \"cycle\" }\ngain = -3\npan = 0.25",
      ],
      sounds: [
        "cello": noise(11_520), "violin-a": noise(14_000), "violin-b": noise(7680), "violin-c": noise(17_280),
      ],
      more: """
        [[scene]]
        id = "verse"
        commands = ["start violin-b", "gain violin-c -9 over 1 bar", "solo violin-b", "pan cello -0.5", "gain master -4 over 10 ms"]
        """)
    try SmallSet.write(noise(17_280), to: small.folder.file("take 2.wav"))
    return small
  }

  /// Frames to play before each line.
  private static let performance: [(frames: Int, line: String)] = [
    (0, "start violin-c now"), (700, "press violin-a"), (5, "start violin-a beat from -100"),
    (1999, "gain all -6 over 3 beats"),
    (3000, "pan violin-c -1 stem over 7777 frames"), (1, "gain master 2 cycle over 1 loop"),
    (4000, "press violin-a"),
    (2500, "press violin-a"), (20, "scene verse beat"), (6000, "replace violin-c \"take 2.wav\" bar"),
    (3333, "solo off loop"),
    (1, "solo violin-c alone"), (2880, "mute violin-c"), (5000, "replace cello cello.wav now"),
    (100, "unmute violin-c now"),
    (10_000, "solo off"), (1, "start violin-a now"), (9000, "stop violin-a stem"), (2000, "skip 5000"),
    (1234, "cancel all"),
    (7000, "scene verse"), (12_000, "stop all now"), (500, "gain master 0"),
    (100, "start all now"), (3000, "pause beat"), (4000, "start violin-c stem"), (9000, "resume beat"),
    (2881, "fade violin-c cello over 2 bars"), (2000, "pause cello"),
    (9000, "fade violin-c in bar over 1 bar"),
    (8000, "gain violin-c -20 over 1 bar"), (3000, "panic"), (4000, "start cello violin-c now"),
    (3000, "gain master -inf"), (1000, "gain master 0"), (2000, "gain violin-c -inf beat over 1 beat"),
    (9000, "gain violin-c -3"), (100, "in 777 frames gain violin-c -5"), (1, "in 1 beat start all now"),
    (1, "at 1 s stop all"), (4000, "in 30000 frames gain violin-c 0"), (100, "cancel at all"),
    (2000, "seek bar 9"), (700, "start violin-c"), (100, "seek -1 loop"),
    (3000, "in 100 frames seek +3 beats"),
    (5000, "seek 0:01"), (300, "section bar 1 .. bar 2"), (9000, "section 0.1 s .. 0.2 s then 0 s"),
    (9000, "section off"), (100, "cue violin-a"), (700, "click on"), (2000, "send violin-b cue -6"),
    (300, "count-in 1 bar"), (300, "count-in off"), (300, "freeze"), (2000, "start violin-b beat"),
    (700, "resume"),
  ]

  @Test(
    "Every word's performance is rendered to the same bits from its journal",
    arguments: [Periods.constant(64), .constant(1024), .mixed(seed: 11)])
  func sameBits(periods: Periods) async throws {
    let small = try Self.set()
    let session = try small.session(journal: small.folder.file("evening.journal"))
    var bench = try await SessionBench(session)
    var played = Output(stems: 4)
    for (frames, line) in Self.performance {
      if frames > 0 { played += await bench.run(frames, periods: periods) }
      #expect(try await bench.say(line) == [], "\(line)")
    }
    played += await bench.run(20_000, periods: periods)
    await session.finish()

    let journal = try small.folder.journal()
    let written = Vocabulary.words(at: .scores).filter {
      !["scene", "next", "previous", "quit", "press", "at", "in", "vamp", "go", "goto"].contains($0.name)
    }
    for word in written {
      #expect(journal.contains { "\($0) ".contains(" \(word.name) ") }, "\(word.name)")
    }
    // What waited is written when it is received, like everything else.
    #expect(
      journal.contains { $0.hasSuffix("gain violin-c -5.0") }
        && !journal.contains { $0.hasSuffix("gain violin-c 0.0") })
    #expect(journal.contains { $0.contains(" press ") } && journal.contains { $0.contains(" from -100") })
    #expect(try await Self.rendered(small, "evening.journal", at: .studio).difference(from: played) == nil)
    #expect(Set(played.master).count > 50_000)
    #expect(played.ports.allSatisfy { $0.contains { $0 != 0 } })
  }

  @Test func whatWasBroughtBackAtAnotherRateToo() async throws {
    let small = try Self.set()
    let session = try small.session(journal: small.folder.file("evening.journal"))
    var bench = try await SessionBench(session)
    for (frames, line) in Self.performance.prefix(12) {
      if frames > 0 { await bench.run(frames) }
      try await bench.say(line)
    }
    try await bench.say("fade cello over 8 bars", then: 500)
    let rate = try #require(SampleRate(hertz: 44_100))
    bench = try await SessionBench(session, at: rate)
    try await bench.skip(25_000)
    var played = await bench.run(3000)
    for (frames, line) in Self.performance.dropFirst(12) {
      try await bench.say(line)
      played += await bench.run(frames + 100, periods: .mixed(seed: 2))
    }
    await session.finish()

    let journal = try small.folder.journal("evening-2.journal")
    for start in [
      "@0 start violin-a now from ", "@0 gain master ", "@0 solo ", "@0 faded cello ",
    ] {
      #expect(journal.contains { $0.hasPrefix(start) }, "\(start)")
    }
    // It waited for its boundary, and waits again.
    let replaced = try #require(journal.first { $0.contains(" replace violin-c ") })
    #expect(!replaced.hasPrefix("@0 ") && replaced.hasSuffix(" bar"))
    #expect(try await Self.rendered(small, "evening-2.journal", at: rate).difference(from: played) == nil)
    #expect(Set(played.master).count > 30_000)
  }

  private static func rendered(_ small: SmallSet, _ journal: String, at rate: SampleRate) async throws
    -> Output
  {
    let text = try String(contentsOfFile: small.folder.file(journal), encoding: .utf8)
    var sink = OutputSink(stems: 4)
    let report = try await OfflineDriver.render(
      small.session().seat, score: try Score.parse(path: journal, text: text), at: rate, length: .score,
      period: 4096,
      into: &sink)
    #expect(report.refused.isEmpty)
    return sink.output
  }
}
