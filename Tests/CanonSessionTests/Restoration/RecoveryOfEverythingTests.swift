import CanonEngine
import CanonLiveSupport
import CanonTestSupport
import Testing

@testable import CanonSession

/// Another sample rate, and all that is not a state: mixes, files, groups, and what waits to be asked again.
@Suite(.timeLimit(.minutes(LongCampaign.minutes))) struct RecoveryOfEverythingTests {
  private let double = SampleRate(hertz: 96_000)!
  private let loop: FrameCount = 2 * 11_520

  private func session(_ folder: TestFolder? = nil) throws -> Performance {
    let group = "group = \"solo\""
    return try SmallSet(keys: ["violin-a": group, "violin-b": group]).session(
      journal: folder?.file("evening.journal"))
  }

  /// Plays the lines, 500 frames after each.
  private func play(_ session: Performance, _ lines: String...) async throws -> SessionBench {
    var bench = try await SessionBench(session, after: 500)
    for line in lines {
      #expect(try await bench.say(line) == [])
      await bench.run(500)
    }
    return bench
  }

  private func back(_ session: Performance) async throws -> SessionBench {
    var bench = try await SessionBench(session, at: double)
    try await bench.skip(loop + 2000)
    await bench.run(1000)
    return bench
  }

  @Test func solosAndTheMasterComeBack() async throws {
    let folder = try TestFolder()
    let session = try session(folder)
    _ = try await play(session, "start violin-a violin-c now", "solo violin-c alone", "gain master -6")
    var bench = try await back(session)
    #expect(await session.snapshot().stems.map(\.solo) == [.off, .off, .off, .alone])
    #expect(await session.snapshot().master == Decibels(-6)!)
    let heard = await bench.run(1000)
    #expect(heard.ports[0...2].allSatisfy { $0.allSatisfy { $0 == 0 } })
    #expect(heard.master.allSatisfy { abs($0 - 0.0625 * 0.5012) < 0.0005 })
    #expect(
      try folder.journal("evening-2.journal").prefix(2) == [
        "@0 gain master -6.0", "@0 solo violin-c alone now",
      ])
  }

  @Test func aReplacedFileComesBack() async throws {
    let folder = try TestFolder()
    let session = try session(folder)
    try SmallSet.write(.init(repeating: 0.75, count: SmallSet.loop), to: session.set.folder + "/take 2.wav")
    _ = try await play(session, "start violin-a now", "replace violin-a \"take 2.wav\" now")
    for _ in 1...2 {
      var bench = try await back(session)
      #expect(await bench.run(1000).ports[1].allSatisfy { abs($0 - 0.75) < 0.01 })
    }
    let line = "@0 replace violin-a \"take 2.wav\" now"
    #expect(try folder.journal("evening-2.journal").contains(line))
    #expect(try folder.journal("evening-3.journal").contains(line))
  }

  @Test func aReplacedFileThatIsGoneLeavesTheSetsOwnAndSaysSo() async throws {
    let session = try session()
    let path = session.set.folder + "/take.wav"
    try SmallSet.write(.init(repeating: 0.75, count: SmallSet.loop), to: path)
    _ = try await play(session, "start violin-a now", "replace violin-a take.wav now")
    try SmallSet.write(.init(repeating: 0.75, count: 10), to: path)
    var bench = try await back(session)
    #expect(await bench.run(1000).ports[1].allSatisfy { abs($0 - 0.25) < 0.01 })
    #expect(
      await session.allEvents().contains {
        if case .note(.ownSamples("violin-a", _)) = $0 { true } else { false }
      })
  }

  @Test func aMutedStemOfAGroupDoesNotSilenceTheOneThatPlays() async throws {
    let session = try session()
    _ = try await play(session, "start violin-b now", "mute violin-b now", "start violin-a now")
    #expect(await session.snapshot().stems.map(\.status) == [.play, .play, .mute, .stop])
    var bench = try await back(session)
    #expect(await session.snapshot().stems.map(\.status) == [.play, .play, .mute, .stop])
    let heard = await bench.run(1000)
    #expect(heard.ports[1].allSatisfy { abs($0 - 0.25) < 0.01 })
    #expect(heard.ports[2].allSatisfy { $0 == 0 })
  }

  @Test func aStemThatIsAboutToYieldPlaysUntilTheOtherStarts() async throws {
    let session = try session()
    _ = try await play(session, "start violin-a now", "start violin-b loop:4")
    var bench = try await back(session)
    #expect(await session.stem("violin-a").status.text == "play, stop @92160 by group")
    #expect(await session.stem("violin-b").status.text == "wait, play @92160 by input")
    await bench.run(Int(3 * loop))
    #expect(await session.snapshot().stems.map(\.status) == [.play, .stop, .play, .stop])
  }

  @Test func twoChangesInARowLetNoMutedStemBeHeard() async throws {
    let folder = try TestFolder()
    let session = try session(folder)
    _ = try await play(session, "start violin-c now", "mute violin-c now")
    // Nobody hears this one: what it was asked to bring back is not asked for a second time.
    _ = try await session.makeEngine(at: SampleRate(hertz: 44_100)!)
    var bench = try await back(session)
    #expect(await bench.run(2000).ports[3].allSatisfy { $0 == 0 })
    #expect(await session.stem("violin-c").status == .mute)
    await session.finish()
    #expect(
      try folder.journal("evening-3.journal") == [
        "@0 start violin-c now", "@0 mute violin-c now", "@0 begin", "@0 skip 25040", "@28040 quit",
      ])
  }

  @Test func whatWaitsIsNotAskedForBeforeTheClockIsThere() async throws {
    let session = try session()
    var bench = try await play(session, "start violin-c loop:4")
    // The second engine's clock is there, but it is gone before anybody has looked.
    bench = try await SessionBench(session, at: double)
    bench.jump(loop + 2000)
    bench = try await SessionBench(session)
    for _ in 1...20 { await Task.yield() }
    await bench.run(1)
    #expect(await session.stem("violin-c").status == .stop)
    try await bench.skip(11_520 + 1000)
    await bench.run(1)
    #expect(await session.stem("violin-c").status.text == "wait, play @46080 by input")
  }

  @Test func aChangeThatWasReplacedByAnotherQuantumComesBackWithThat() async throws {
    let session = try session()
    // The unmute changes nothing, and is not what the stem waits for.
    _ = try await play(session, "start violin-c loop:4", "unmute violin-c now")
    _ = try await back(session)
    #expect(await session.stem("violin-c").status.text == "wait, play @92160 by input")
  }
}
