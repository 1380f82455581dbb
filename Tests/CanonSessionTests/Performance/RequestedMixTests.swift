import CanonControl
import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// A step of a key continues from what was requested last, and not from a whole snapshot.
@Suite struct RequestedMixTests {
  private func mix(_ session: Performance, _ stem: String = "violin-a") async -> String {
    let mix = await session.requestedMix(of: stem)
    return "\(mix.id ?? "none") \(mix.gain.value) \(mix.pan.value) \(mix.master.value)"
  }

  @Test func itIsTheGoalOfTheSnapshotAfterEachCommandReceivedOrNot() async throws {
    var bench = try await SessionBench(after: 100)
    for line in [
      "gain violin-a -6", "gain violin-a -40 loop", "pan violin-a 0.5 over 1 loop", "gain master -3",
      "gain violin-a -120 over 2 loops", "panic", "gain violin-a 3",
    ] {
      try await bench.say(line)
      for _ in 0..<2 {
        let snapshot = await bench.session.snapshot()
        let stem = snapshot.stems[1]
        #expect(
          await mix(bench.session)
            == "violin-a \(stem.gainGoal.value) \(stem.panGoal.value) \(snapshot.masterGoal.value)", "\(line)"
        )
        await bench.run(100)
      }
    }
    #expect(await mix(bench.session, "horn") == "none 0.0 0.0 -3.0")
  }

  @Test func whatIsSaidBeforeTheClockStartsCounts() async throws {
    let session = try SmallSet().session()
    for line in ["gain violin-a -6", "pan violin-a 0.5", "gain master -3"] {
      _ = await session.submit([try CommandParser.parse(line, at: .lines)], by: .input)
    }
    #expect(await mix(session) == "violin-a -6.0 0.5 -3.0")
  }

  @Test("What is still to be given to an engine of another rate counts")
  func anotherRate() async throws {
    var bench = try await SessionBench(after: 100)
    for line in ["gain violin-a -6 loop", "pan violin-a 0.5 loop", "gain master -3 loop"] {
      try await bench.say(line)
    }
    await bench.run(100)
    _ = try await bench.session.makeEngine(at: SampleRate(hertz: 96_000)!)
    #expect(await mix(bench.session) == "violin-a -6.0 0.5 -3.0")
  }

  // MARK: - The pause key and quit

  @Test func thePauseKeyPausesWhileAStemIsHeardThatNoPauseHolds() async throws {
    var bench = try await SessionBench(after: 100)
    #expect(await bench.session.isToBePaused)
    for (line, pauses) in [
      ("start violin-a now", true), ("pause violin-a", true), ("pause", false), ("resume violin-a", true),
      ("stop all now", false), ("resume", true),
    ] {
      try await bench.say(line, then: 100)
      #expect(await bench.session.isToBePaused == pauses, "\(line)")
    }
  }

  @Test("With pause = \"freeze\" the key lets the music stand, and go on from there")
  func thePauseKeyFreezes() async throws {
    let small = try SmallSet(head: SmallSet.head + "\npause = \"freeze\"")
    var bench = try await SessionBench(small.session(), after: 100)
    for (key, isFrozen) in [("freeze", true), ("resume now", false), ("freeze", true)] {
      let command = await bench.session.pauseKey
      #expect(command.description == key)
      await bench.session.perform(command, by: .keyboard)
      await bench.run(1000)
      #expect(await bench.session.snapshot().isFrozen == isFrozen)
    }
    #expect(await bench.session.pausing == .freeze(nil), "whatever the key means now")
    // What was said before there is an engine counts.
    let early = try small.session()
    for (key, next) in [("freeze", "resume now"), ("resume now", "freeze")] {
      #expect(await early.pauseKey.description == key)
      _ = await early.submit([await early.pauseKey], by: .keyboard, isAwaited: false)
      #expect(await early.pauseKey.description == next)
    }
  }

  @Test("What was requested before counts, also while nobody answers")
  func thePauseKeyKnowsWhatIsOnItsWay() async throws {
    var bench = try await SessionBench(after: 100)
    for (line, pauses) in [("pause", false), ("resume", true), ("pause", false)] {
      _ = await bench.session.submit([try CommandParser.parse(line)], by: .keyboard, isAwaited: false)
      #expect(await bench.session.isToBePaused == pauses, "\(line)")
    }
    await bench.run(100)
    #expect(await bench.session.stem("cello").isHeld)
  }

  @Test func aPerformanceSoundsWhileAStemPlaysPausedOrNot() async throws {
    var bench = try await SessionBench(after: 100)
    #expect(await bench.session.isSounding)
    try await bench.say("pause", then: 100)
    #expect(await bench.session.isSounding)
    try await bench.say("mute cello now", then: 100)
    #expect(await !bench.session.isSounding)
  }
}
