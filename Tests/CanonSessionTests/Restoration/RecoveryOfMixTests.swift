import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// Another sample rate while gains, pans, solos and files are pending, or move: what is, is there at once; the rest is given
/// again.
@Suite(.timeLimit(.minutes(LongCampaign.minutes))) struct RecoveryOfMixTests {
  private let evening: RecordedPerformance
  private var session: Performance { evening.session }

  init() throws { evening = try RecordedPerformance() }

  /// The journal of the next engine, once it has a line that is not for frame 0.
  private func journalAfterwards(part: Int = 2) async throws -> [String] {
    var bench = try await SessionBench(session, at: SampleRate(hertz: 96_000)!)
    try await bench.skip(1000)
    var journal: [String] = []
    while !journal.contains(where: { !$0.hasPrefix("@0 ") && !$0.contains("skip") }) {
      await bench.run(10)
      journal = try evening.journal("evening-\(part).journal")
    }
    return journal
  }

  @Test(
    "What is pending stays pending, and is not done before its boundary",
    arguments: [
      "gain master -40.0 loop", "gain violin-a -20.0 loop over 1 s", "pan violin-a 1.0 loop",
      "solo violin-a on loop", "replace violin-a violin-c.wav loop",
    ], [true, false])
  func pending(line: String, isReceived: Bool) async throws {
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a now", then: 1000)
    #expect(try await bench.say(line) == [])
    if isReceived { await bench.run(1000) }
    let journal = try await journalAfterwards()
    #expect(journal.filter { $0.hasPrefix("@0 ") } == ["@0 start violin-a now", "@0 begin", "@0 skip 1000"])
    #expect(journal.count { $0.hasSuffix(" " + line) } == 1, "\(journal)")
    let stem = await session.stem("violin-a")
    #expect(stem.gain == Decibels(0)! && stem.pan == .centre && stem.solo == .off && stem.otherFile == nil)
    #expect(await session.snapshot().master == Decibels(0)!)
  }

  @Test(
    "A fade goes on from its level",
    arguments: [
      ("gain master -40.0 over 1 s", "gain master -5.9", "gain master -40.0 now over 500 ms"),
      ("gain cello -40.0 over 1 s", "gain cello -5.9", "gain cello -40.0 now over 500 ms"),
    ])
  func moving(line: String, reached: String, rest: String) async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say(line, then: 24_000)
    let journal = try await journalAfterwards()
    #expect(journal.first == "@0 " + reached)
    #expect(journal.contains { $0.hasSuffix(" " + rest) }, "\(journal)")
  }

  @Test("What is given again twice is given once each time")
  func twice() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("gain cello -6")
    try await bench.say("gain cello -20 loop", then: 1000)
    // This engine is lost before it has answered.
    _ = try await session.makeEngine(at: SampleRate(hertz: 44_100)!)
    let journal = try await journalAfterwards(part: 3)
    #expect(journal.first == "@0 gain cello -6.0")
    #expect(journal.count { $0.hasSuffix("gain cello -20.0 loop") } == 1, "\(journal)")
  }
}
