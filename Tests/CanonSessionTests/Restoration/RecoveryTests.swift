import CanonEngine
import CanonLiveSupport
import CanonSchedule
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// The server came back at another sample rate: a new engine, and everything that was.
@Suite(.timeLimit(.minutes(LongCampaign.minutes))) struct RecoveryTests {
  private let compactDisc = SampleRate(hertz: 44_100)!
  /// Frames of a loop at that rate; a beat has 2646.
  private let loop: FrameCount = 10_584

  /// Layers of every kind, 1000 frames into the third loop.
  private func playing(_ session: Performance) async throws -> SessionBench {
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a violin-b now", then: 1000)
    try await bench.say("mute violin-b now")
    try await bench.say("gain violin-a -6")
    try await bench.say("pan violin-a 0.5", then: 2 * SmallSet.loop)
    return bench
  }

  private func back(_ session: Performance, skip: FrameCount = 21_600) async throws -> SessionBench {
    var bench = try await SessionBench(session, at: compactDisc)
    try await bench.skip(skip)
    await bench.run(1)
    return bench
  }

  @Test func layersMutesGainsAndPansComeBack() async throws {
    let session = try SmallSet().session()
    _ = try await playing(session)
    let before = await session.snapshot().stems.map(\.summary)
    #expect(before[1] == "violin-a play -6.0 dB 0.5")
    #expect(before[2] == "violin-b mute 0.0 dB 0.0")
    var bench = try await back(session)
    #expect(await session.snapshot().stems.map(\.summary) == before)
    #expect(await session.snapshot().sampleRate == compactDisc)
    let heard = await bench.run(2 * Int(loop))
    #expect(heard.ports[2].allSatisfy { $0 == 0 })
    #expect(heard.ports[1].dropFirst(240).allSatisfy { abs($0 - 0.25 * 0.5012 * 0.7071) < 0.001 })
    #expect(heard.ports[0].dropFirst(240).allSatisfy { abs($0 - 0.5) < 0.001 })
  }

  @Test(
    "What was pending is asked for again, and falls on the new clock's boundary",
    arguments: [
      ("start violin-c", StemState.play, 31_752), ("start violin-c beat", .play, 23_814),
      ("stop violin-a bar", .stop, 26_460), ("mute violin-a loop:2", .mute, 42_336),
      ("unmute violin-b beat", .play, 23_814), ("stop violin-b", .stop, 31_752),
      ("mute cello", .mute, 31_752),
    ] as [(String, StemState, FramePosition)])
  func pendingChanges(line: String, next: StemState, at frame: FramePosition) async throws {
    let session = try SmallSet().session()
    var old = try await playing(session)
    try await old.say(line)
    await old.run(1)
    var bench = try await back(session, skip: 2 * loop + 1000)
    let id = String(line.split(separator: " ")[1])
    let status = await session.stem(id).status
    #expect(status.next == next)
    #expect(status.pending == PendingChange(at: frame, by: .input))
    await bench.run(Int(frame - 2 * loop - 1000))
    #expect(await session.stem(id).status.state == next)
  }

  @Test func aMutedStemThatWasAboutToBeHeardIsUnmutedAgainAndNotStarted() async throws {
    let folder = try TestFolder()
    let session = try SmallSet().session(journal: folder.file("evening.journal"))
    var old = try await playing(session)
    try await old.say("unmute violin-b beat")
    await old.run(1)
    _ = try await back(session, skip: 2 * loop + 1000)
    await session.finish()
    let again = try folder.journal("evening-2.journal").filter { $0.contains("violin-b") }
    #expect(
      again == ["@0 start violin-b now", "@0 mute violin-b now", "@22168 unmute violin-b beat"])
  }

  @Test func aRitualEndsOnItsBoundaryOfTheNewClock() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-06") + -10)
    let session = try await SmallSet(doors: "violin-b = { opens = 2026-12-06, ritual = \"solo 3\" }")
      .performance(at: clock)
    var old = try await SessionBench(session)
    await old.run(1000)
    clock.now = try TestClock.tokyo("2026-12-06")
    try await old.run(until: "asked") { await session.stem("violin-b").status.pending != nil }
    await old.run(SmallSet.loop)
    var bench = try await SessionBench(session, at: compactDisc)
    try await bench.skip(loop + 1000)
    // In steps, as a driver's, so that the end is asked for in time.
    while await session.stem("violin-b").solo == .on { await bench.run(100) }
    await bench.run(1)
    let ends = await session.told().filter { $0.contains("violin-b solo off") }
    #expect(ends == ["@\(4 * loop) violin-b solo off"])
  }

  @Test("The base comes back as it was", arguments: [("mute", StemStatus.mute), ("stop", .stop)])
  func theBase(word: String, status: StemStatus) async throws {
    let session = try SmallSet().session()
    var old = try await playing(session)
    try await old.say("\(word) cello now")
    await old.run(1000)
    var bench = try await back(session)
    #expect(await session.stem("cello").status == status)
    #expect(await bench.run(Int(loop)).ports[0].allSatisfy { $0 == 0 })
  }

  @Test func aLayerWhoseDoorHasShutMeanwhileStaysAwayAndItsDateIsSaid() async throws {
    let clock = TestClock(try TestClock.tokyo("2027-02-01"))
    let session = try SmallSet(doors: "violin-a = { opens = 2026-12-06, until = 2027-02-02 }").session(
      at: clock)
    _ = try await playing(session)
    clock.now = try TestClock.tokyo("2027-02-02")
    var bench = try await back(session)
    #expect(await session.stem("violin-a").status == .stop)
    #expect(await bench.run(Int(loop)).ports[1].allSatisfy { $0.bitPattern == 0 })
    #expect(await !session.holdsSamples(of: "violin-a"))
    let refusals = await session.allEvents().compactMap { event -> String? in
      guard case .refused(let problem, by: .recovery) = event else { return nil }
      return problem.message
    }
    #expect(
      refusals == ["\"violin-a\" has been shut since 2027-02-02 (Asia/Tokyo) and does not open again."])
  }

  @Test func aLayerBehindADoorComesBackThoughWhatItNeedsStandsAfterItInTheSet() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-07"))
    let doors = "violin-a = { needs = [\"violin-b\"] }\nviolin-b = { needs = [\"violin-c\"] }"
    let session = try await SmallSet(doors: doors).performance(at: clock)
    var old = try await SessionBench(session)
    for stem in ["violin-c", "violin-b", "violin-a"] {
      try await old.say("start \(stem) now")
      await old.run(100)
    }
    var bench = try await back(session)
    await bench.run(Int(loop))
    for stem in ["violin-a", "violin-b", "violin-c"] {
      #expect(await session.stem(stem).status == .play, "\(stem)")
    }
  }

  // MARK: - Nothing lost

  @Test func whatTheOldEngineStillReceivedComesBackThoughNobodyHadReadItsAnswer() async throws {
    let session = try SmallSet().session()
    var old = try await playing(session)
    try await old.say("start violin-c now")
    old.deliver(1000)
    _ = try await back(session)
    #expect(await session.stem("violin-c").status == .play)
  }

  @Test func whatTheOldEngineStillReceivedIsWrittenWhereItsFramesBelong() async throws {
    let folder = try TestFolder()
    let session = try SmallSet().session(journal: folder.file("a.journal"))
    var old = try await playing(session)
    try await old.say("start violin-c now")
    old.deliver(1000)
    _ = try await back(session)
    func starts(_ name: String) throws -> [String] {
      try String(contentsOfFile: folder.file(name), encoding: .utf8).split(separator: "\n").map(String.init)
        .filter { $0.hasSuffix("start violin-c now") }
    }
    #expect(try starts("a.journal").count == 1)
    #expect(try starts("a-2.journal") == ["@0 start violin-c now"])
  }

  @Test func aCommandGivenWhileTheServerWasAwayIsReceivedByTheNewEngine() async throws {
    let session = try SmallSet().session()
    let old = try await playing(session)
    try await old.say("start violin-c now")
    _ = try await back(session)
    #expect(await session.stem("violin-c").status == .play)
  }

  @Test func whatTheOldEngineWasAskedIsNotWaitedForAnyMore() async throws {
    let session = try SmallSet().session()
    let old = try await playing(session)
    try await old.say("start violin-c")
    #expect(await session.expectsNews)
    var bench = try await back(session)
    await bench.run(100)
    #expect(await session.unanswered == 0)
    #expect(await session.again.isEmpty)
  }

  @Test func twoChangesOfRateInARowLoseNothing() async throws {
    let session = try SmallSet().session()
    var old = try await playing(session)
    try await old.say("start violin-c")
    await old.run(1)
    // This engine never had a cycle: the server went away again.
    _ = try await session.makeEngine(at: SampleRate(hertz: 96_000)!)
    _ = try await back(session)
    #expect(await session.stem("cello").status == .play)
    #expect(await session.stem("violin-a").summary == "violin-a play -6.0 dB 0.5")
    #expect(await session.stem("violin-b").status == .mute)
    #expect(await session.stem("violin-c").status.next == .play)
  }
}
