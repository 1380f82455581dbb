import CanonEngine
import CanonLiveSupport
import CanonTestSupport
import Testing

@testable import CanonSession

/// Another sample rate, and stems whose place depends on when they were started: they go on where they were.
@Suite(.timeLimit(.minutes(LongCampaign.minutes))) struct RecoveryOfRunsTests {
  private let double = SampleRate(hertz: 96_000)!
  private let loop: FrameCount = 2 * 11_520

  /// Starts violin-a on the second beat, and plays 1000 frames into the third loop.
  private func playing(_ keys: String, journal: String? = nil, lines: [String] = ["start violin-a beat"])
    async throws -> Performance
  {
    let small = try SmallSet(
      keys: ["violin-a": keys, "violin-b": "quantum = \"now\""],
      sounds: ["violin-a": SmallSet.rising(SmallSet.loop)])
    let session = try small.session(journal: journal)
    var bench = try await SessionBench(session, after: 1000)
    for line in lines {
      try await bench.say(line, then: 2000)
    }
    await bench.run(2 * SmallSet.loop - 2000 * lines.count)
    return session
  }

  /// What violin-a delivers on the frame `position` of the new clock, a quarter of a loop after it came back.
  private func isInPhase(_ session: Performance, began: FramePosition) async throws -> Bool {
    var bench = try await SessionBench(session, at: double)
    try await bench.skip(2 * loop + 2000)
    let heard = await bench.run(5000).ports[1]
    return (1000..<5000).allSatisfy { k in
      let place = (2 * loop + 2000 + FramePosition(k) - began) % loop
      // The step from the last frame to the first rings when the rate is converted.
      return place < 500 || place > loop - 500 || abs(heard[k] - Float(place) / 2 / 16_384) < 0.01
    }
  }

  @Test func aStemThatBeganWithItsFirstFrameComesBackInPhase() async throws {
    let session = try await playing("entry = \"top\"")
    #expect(try await isInPhase(session, began: 2 * 2880))
  }

  @Test func evenIfTheServerChangesTwiceAndNobodyHeardTheSecond() async throws {
    let session = try await playing("entry = \"top\"")
    _ = try await session.makeEngine(at: SampleRate(hertz: 44_100)!)
    #expect(try await isInPhase(session, began: 2 * 2880))
  }

  @Test func mutedItRunsOnInPhase() async throws {
    let session = try await playing("entry = \"top\"", lines: ["start violin-a beat", "mute violin-a now"])
    var bench = try await SessionBench(session, at: double)
    try await bench.skip(2 * loop + 2000)
    try await bench.say("unmute violin-a now")
    let heard = await bench.run(2000).ports[1]
    let place = Float(2 * loop + 2000 + 1500 - 5760 - 2 * loop) / 2
    #expect(await session.stem("violin-a").status == .play)
    #expect(abs(heard[1500] - (place + Float(SmallSet.loop)) / 16_384) < 0.01)
  }

  @Test func whatIsRepeatedEndsWhenItWouldHaveEnded() async throws {
    let session = try await playing("repeat = 4")
    #expect(await session.stem("violin-a").end == 5 * 11_520)
    var bench = try await SessionBench(session, at: double)
    try await bench.skip(2 * loop + 2000)
    await bench.run(1)
    #expect(await session.stem("violin-a").end == 5 * loop)
    let heard = await bench.run(Int(3 * loop)).ports[1]
    let end = Int(3 * loop - 2001)
    #expect(heard[1000..<end].allSatisfy { $0 != 0 })
    #expect(heard[end...].allSatisfy { $0 == 0 })
    #expect(await session.stem("violin-a").status == .stop)
  }

  @Test func aStartCountsAsOneOnTheFrameThatItNames() async throws {
    let session = try SmallSet(
      keys: ["violin-a": "entry = \"top\""], sounds: ["violin-a": SmallSet.rising(SmallSet.loop)]
    ).session()
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("start violin-a now from 400")
    let heard = await bench.run(1000).ports[1]
    #expect(heard[500] == Float(1101) / 16_384)
  }

  @Test func theJournalSaysWhereItBegan() async throws {
    let folder = try TestFolder()
    let session = try await playing(
      "entry = \"top\"", journal: folder.file("evening.journal"), lines: ["start violin-a violin-b beat"])
    var bench = try await SessionBench(session, at: double)
    try await bench.skip(2 * loop + 2000)
    await bench.run(1)
    await session.finish()
    #expect(
      try folder.journal("evening-2.journal") == [
        "@0 start violin-a now from 5760", "@0 start violin-b now", "@0 begin", "@0 skip 48080",
        "@48081 quit",
      ])
  }

  @Test func whatAFollowActionWasAboutToDoIsDoneWhenItWouldHaveBeen() async throws {
    let session = try await playing(
      "after = { loops = 2, then = \"start:violin-b\" }", lines: ["start violin-a now"])
    // Asked for one loop before.
    #expect(await session.stem("violin-b").status.pending?.at == 34_560)
    var bench = try await SessionBench(session, at: double)
    try await bench.skip(2 * loop + 2000)
    await bench.run(1)
    #expect(await session.stem("violin-b").status.text == "wait, play @69120 by follow")
    await bench.run(Int(loop))
    #expect(await session.stem("violin-b").status == .play)
  }

  @Test func itIsDoneThoughTheStemThatItFollowsIsGone() async throws {
    let session = try await playing(
      "after = { loops = 2, then = \"start:violin-b\" }", lines: ["start violin-a now"])
    var bench = try await SessionBench(session, at: double)
    try await bench.skip(2 * loop + 2000)
    await bench.run(1)
    try await bench.say("stop violin-a now", then: 1)
    bench = try await SessionBench(session)
    try await bench.skip(2 * 11_520 + 1002)
    await bench.run(1)
    #expect(await session.stem("violin-a").status == .stop)
    #expect(await session.stem("violin-b").status == .play)
  }
}
