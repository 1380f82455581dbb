import CanonControl
import CanonEngine
import CanonSchedule
import CanonStems
import CanonTestSupport
import Testing

@testable import CanonSession

/// A performance that goes on with an evening.
@Suite struct ResumeTests {
  private typealias Layer = Music.Layer

  private let clock: TestClock
  /// Some loops and a part of one.
  private let position: FramePosition = 5 * 11_520 + 1000

  init() throws { clock = TestClock(try TestClock.tokyo("2026-12-06") + -10) }

  private func evening(_ layers: Layer...) -> CanonSession.Evening {
    .init(time: clock.now, music: Music(rate: .studio, position: position, layers: layers))
  }

  /// Goes on with an evening, whose position is reached.
  private func resume(
    _ evening: CanonSession.Evening, in set: SmallSet, passed: FrameCount = 0, journal: String? = nil,
    _ policy: LoadingPolicy = .strict
  ) async throws -> SessionBench {
    let session = try await set.performance(journal: journal, at: clock, policy)
    await session.resume(evening)
    var bench = try await SessionBench(session)
    try await bench.arrive(evening, passed: passed)
    return bench
  }

  @Test func aLockedStemDoesNotSoundAndIsNotReadWhateverTheFileSays() async throws {
    let set = try SmallSet(doors: "violin-b = 2026-12-06")
    var bench = try await resume(
      evening(Layer("cello", .play), Layer("violin-a", .play), Layer("violin-b", .play, solo: .alone)),
      in: set)
    let session = bench.session
    #expect(await session.stem("violin-b").status == .stop)
    #expect(await !session.holdsSamples(of: "violin-b"))
    await bench.run(1000)
    let heard = await bench.run(1000)
    #expect(heard.ports[2].allSatisfy { $0.bitPattern == 0 })
    #expect(heard.master.allSatisfy { $0 == 0.75 }, "its solo does not silence the others")
    let told = await session.told()
    #expect(told.contains { $0.hasPrefix("refused by recovery: ") && $0.contains("violin-b") }, "\(told)")
  }

  @Test("A stem whose file cannot be read any more does not play, nor does its solo silence the others")
  func unreadable() async throws {
    let set = try SmallSet()
    _ = try set.folder.write("not a sound", to: "violin-b.wav")
    let journal = set.folder.file("evening.journal")
    var bench = try await resume(
      evening(Layer("cello", .play), Layer("violin-a", .play), Layer("violin-b", .play, solo: .alone)),
      in: set, journal: journal, .lenient)
    let session = bench.session
    #expect(await session.stem("violin-b").status == .stop)
    #expect(await session.stem("violin-b").isUnreadable)
    await bench.run(1000)
    let heard = await bench.run(1000)
    #expect(heard.master.allSatisfy { $0 == 0.75 })
    let told = await session.told()
    #expect(told.contains { $0.hasPrefix("\"violin-b\" is silent") }, "\(told)")
  }

  @Test func theFileOfALockedStemIsGivenToNobody() async throws {
    let set = try SmallSet(doors: "violin-b = 2026-12-06")
    var bench = try await resume(evening(Layer("violin-a", .play, file: "violin-b.wav")), in: set)
    await bench.run(1000)
    #expect(await bench.run(1000).ports[1].allSatisfy { $0 == 0.25 })
    #expect(await bench.session.told().contains { $0.hasPrefix("refused by recovery: ") })
  }

  @Test func whatHasOpenedMeanwhileJoinsOnTheNextBoundary() async throws {
    let set = try SmallSet(doors: "violin-b = { opens = 2026-12-06, join = true }")
    var evening = evening(Layer("cello", .play))
    evening.shut = ["violin-b"]
    clock.now = clock.now + 20
    var bench = try await resume(evening, in: set)
    let session = bench.session
    try await bench.run(until: "asked") { await session.stem("violin-b").status.pending != nil }
    #expect(await session.stem("violin-b").status.text == "wait, play @69120 by door")
    #expect(await session.told().contains("violin-b opened"))
  }

  @Test func whatWasOpenBeforeDoesNotJoin() async throws {
    let set = try SmallSet(doors: "violin-b = { opens = 2026-12-06, join = true }")
    clock.now = clock.now + 20
    var bench = try await resume(evening(Layer("cello", .play)), in: set)
    await bench.run(2000)
    #expect(await bench.session.stem("violin-b").status == .stop)
    #expect(await !bench.session.told().contains("violin-b opened"))
  }

  @Test func aDoorThatWasOpenBecauseOfAnotherStemIsNoOpening() async throws {
    let set = try SmallSet(
      doors: """
        violin-a = { needs = ["cello"], join = true }
        violin-b = { needs = ["violin-a"] }
        """)
    var bench = try await resume(evening(Layer("cello", .play), Layer("violin-a", .stop)), in: set)
    await bench.run(2000)
    #expect(await bench.session.stem("violin-a").status == .stop, "it does not join again")
    #expect(await !bench.session.told().contains("violin-a opened"))
  }

  @Test func aStemBehindADoorThatNeedsOthersIsReadBeforeTheClockStarts() async throws {
    let set = try SmallSet(
      doors: """
        violin-a = { needs = ["violin-b"] }
        violin-b = { needs = ["cello"] }
        violin-c = { needs = ["violin-a"] }
        """)
    let session = try await set.performance(at: clock)
    await session.resume(
      evening(
        Layer("cello", .play), Layer("violin-a", .play), Layer("violin-b", .play), Layer("violin-c", .mute)))
    _ = try await session.makeEngine(at: .studio)
    for stem in ["violin-a", "violin-b", "violin-c"] {
      #expect(await session.holdsSamples(of: stem), "\(stem)")
    }
    let locked = try SmallSet(
      doors: """
        violin-a = { needs = ["violin-b"] }
        violin-b = 2026-12-06
        """)
    let other = try await locked.performance(at: clock)
    await other.resume(evening(Layer("cello", .play), Layer("violin-a", .play), Layer("violin-b", .play)))
    _ = try await other.makeEngine(at: .studio)
    for stem in ["violin-a", "violin-b"] { #expect(await !other.holdsSamples(of: stem), "\(stem)") }
  }

  @Test func anEveningKnowsWhichDoorsWereShut() async throws {
    let doors = "violin-a = 2026-12-05\nviolin-b = 2026-12-06"
    let first = try await SmallSet(doors: doors).performance(at: clock)
    var bench = try await SessionBench(first, after: 100)
    await bench.run(1000)
    await first.report(ClockPlace(position: 1100, time: clock.now))
    #expect(await first.evening()?.shut == ["violin-b"])
  }

  @Test func ofAnEditedSetWhatIsGoneIsLeftOutAndWhatIsNewBeginsAsUsual() async throws {
    let set = try SmallSet()
    let first = try await set.performance(at: clock)
    var bench = try await SessionBench(first, after: 100)
    for line in ["start violin-a violin-b now", "gain violin-a -6", "start violin-b stem:100"] {
      #expect(try await bench.say(line) == [])
    }
    try await bench.say("stop violin-b loop:50", then: 1000)
    await first.report(ClockPlace(position: 1100, time: clock.now))
    let evening = try #require(await first.evening())
    let text = SmallSet.text(["violin-c", "cello", "violin-a"], keys: ["cello": "gain = -12"])
    _ = try set.folder.write(text, to: "set.toml")

    var second = try await resume(evening, in: set)
    #expect(
      await second.session.snapshot().stems.map(\.summary) == [
        "violin-c stop 0.0 dB 0.0", "cello play -12.0 dB 0.0", "violin-a play -6.0 dB 0.0",
      ])
    await second.run(1)
    #expect(await second.session.told().filter { $0.hasPrefix("refused") } == [])
  }

  @Test(
    "What a base has asked in its first loop it does not ask again",
    arguments: ["start:violin-b", "any", "stop", "mute"])
  func baseHasAsked(then: String) async throws {
    let set = try SmallSet(keys: ["cello": "after = { loops = 1, then = \"\(then)\" }"])
    var base = Layer("cello", .play)
    base.hasAsked = true
    var bench = try await resume(evening(base, Layer("violin-a", .play)), in: set)
    await bench.run(2 * 11_520)
    #expect(
      await bench.session.snapshot().stems.map(\.status) == [.play, .play, .stop, .stop], "after \(then)")
    #expect(await bench.session.told().filter { $0.hasPrefix("refused") } == [])
  }

  @Test("A base whose own request is taken back keeps the level to which it has faded")
  func fadedBase() async throws {
    let set = try SmallSet(keys: ["cello": "after = { loops = 1, then = \"stop\" }"])
    var base = Layer("cello", .play)
    (base.hasAsked, base.faded) = (true, 0.25)
    var bench = try await resume(evening(base), in: set)
    await bench.run(11_520)
    #expect(await bench.run(1000).master.allSatisfy { abs($0 - 0.25 * 0.5) < 1e-6 })
  }

  @Test("A base that people have started again counts its loops from there, and asks when it would have")
  func baseStartedAgain() async throws {
    let set = try SmallSet(keys: ["cello": "repeat = 4\nafter = { loops = 1, then = \"start:violin-b\" }"])
    var base = Layer("cello", .play)
    base.began = 5 * 11_520
    var bench = try await resume(evening(base), in: set)
    #expect(await bench.session.stem("violin-b").status.text == "wait, play @69120 by follow")
    await bench.run(11_520)
    #expect(await bench.session.stem("violin-b").status == .play)
    await bench.run(2 * 11_520)
    #expect(await bench.session.stem("cello").status == .play, "its third loop")
    await bench.run(11_520)
    #expect(await bench.session.stem("cello").status == .stop, "after its fourth")
  }

  /// The notes that a performance has published.
  private func notes(of session: Performance) async -> [Note] {
    await session.allEvents().compactMap { if case .note(let note) = $0 { note } else { nil } }
  }

  @Test func stemsThatAreNoLongerInTheSetAreNamed() async throws {
    let bench = try await resume(
      evening(Layer("cello", .play), Layer("viola", .play), Layer("drum", .stop)), in: SmallSet())
    #expect(await notes(of: bench.session).contains(.evening(.leftOut(["viola", "drum"]))))
  }

  @Test func aFileThatIsGoneIsNamedAndTheStemPlaysItsOwn() async throws {
    var bench = try await resume(
      evening(Layer("cello", .play), Layer("violin-a", .play, file: "take-2.wav")), in: SmallSet())
    await bench.run(1000)
    #expect(await bench.run(1000).ports[1].allSatisfy { $0 == 0.25 })
    let session = bench.session
    #expect(await session.stem("violin-a").otherFile == nil)
    let events = await session.allEvents()
    #expect(!events.contains { if case .refused = $0 { true } else { false } })
    #expect(
      events.contains {
        if case .note(.ownSamples("violin-a", let problems)) = $0 {
          "\(problems)".contains("take-2.wav")
        } else {
          false
        }
      })
  }

  @Test("A fade under way ends when it would have ended", arguments: [0.25, 1, 1.5, 60])
  func fade(away: Double) async throws {
    let set = try SmallSet()
    let first = try await set.performance(at: clock)
    var bench = try await SessionBench(first, after: 100)
    for line in ["start violin-a now", "gain violin-a -12 now over 2 s", "fade violin-b in now over 2 s"] {
      #expect(try await bench.say(line) == [])
    }
    await bench.run(24_000)
    await first.report(ClockPlace(position: 24_100, time: clock.now))
    let evening = try #require(await first.evening())
    clock.now = clock.now + away
    let passed = FrameCount(away * 48_000)
    let second = try await resume(evening, in: set, passed: passed)
    let snapshot = await second.session.snapshot()
    #expect(snapshot.position == 24_100 + passed)
    let end = snapshot.stems[1].nextGain?.at
    if snapshot.position < 100 + 96_000 {
      #expect(abs(try #require(end) - (100 + 96_000)) <= 1)
    } else {
      #expect(end == nil && snapshot.stems[1].gain == Decibels(-12)!)
    }
  }

  @Test func theNextSceneIsThatAfterTheOneOfTheEvening() async throws {
    let scenes = ["a", "b", "c"].map {
      "[[scene]]\nid = \"\($0)\"\ncommands = [\"start violin-\($0) now\"]\n"
    }
    var evening = evening(Layer("cello", .play))
    evening.scene = "b"
    var bench = try await resume(evening, in: try SmallSet(more: scenes.joined()))
    try await bench.say("next", then: 1000)
    #expect(await bench.session.snapshot().stems.map(\.status) == [.play, .stop, .stop, .play])
    try await bench.say("previous", then: 1000)
    #expect(await bench.session.stem("violin-b").status == .play)
  }

  @Test func marksAreThoseOfTheEvening() async throws {
    var evening = evening(Layer("cello", .play))
    evening.marks = [Mark(number: 2, place: 700), Mark(number: 5, place: 0)]
    let bench = try await resume(evening, in: try SmallSet())
    #expect(await bench.session.snapshot().marks == evening.marks)
    await bench.session.report(ClockPlace(position: position + 1000, time: clock.now))
    #expect(await bench.session.evening()?.marks == evening.marks)
  }

  @Test func theEditionKeepsItsNumber() async throws {
    let set = try SmallSet()
    var evening = evening(Layer("cello", .play))
    evening.edition = 3
    let journal = set.folder.file("third.journal")
    var bench = try await resume(evening, in: set, journal: journal)
    #expect(await bench.session.snapshot().program == 3)
    try await bench.say("reload now", at: .lines)
    await bench.run(1000)
    #expect(await bench.session.snapshot().program == 4)
    await bench.session.report(ClockPlace(position: position + 1000, time: clock.now))
    #expect(await bench.session.evening()?.edition == 4)
    await bench.session.finish()
    #expect(try Score.load(journal).header?.program == 3)
  }

  @Test func theMusicIsWhereItWouldBeByNow() async throws {
    let evening = evening(Layer("cello", .play))
    let double = SampleRate(hertz: 96_000)!
    #expect(evening.passed(at: clock.now + 2.5, double) == 240_000)
    #expect(evening.passed(at: clock.now + -100, double) == 0, "the clock was set back")
    #expect(!evening.isTooOld(at: clock.now + 24 * 3600) && evening.isTooOld(at: clock.now + 24 * 3600 + 1))
    let bench = try await resume(evening, in: SmallSet(), passed: 777)
    #expect(await bench.session.snapshot().place == position + 777)
  }

  @Test func whatIsSaidBeforeTheMusicIsThereWaitsForThat() async throws {
    let set = try SmallSet()
    let session = try await set.performance(at: clock)
    let evening = evening(Layer("cello", .play))
    await session.resume(evening)
    _ = await session.submit([try CommandParser.parse("start violin-c")], by: .input)
    var bench = try await SessionBench(session)
    _ = await session.submit([try CommandParser.parse("start violin-b")], by: .input)
    try await bench.arrive(evening)
    for stem in ["violin-b", "violin-c"] {
      #expect(await session.stem(stem).status.text == "wait, play @69120 by input")
    }
  }

  @Test func whatWaitedIsReceivedLateAndNotAfterAnHour() async throws {
    var evening = evening(Layer("cello", .play))
    let start = ControlCommand.request(.start, StemSelection(["violin-a"]), .now)
    let mute = ControlCommand.request(.mute, StemSelection(["cello"]), .now)
    evening.waiting = [
      .init(.at(.bar(3)), start, at: position + 10, by: .input),
      .init(.later(.microseconds(1)), mute, at: position - 4000 * 48_000, by: .input),
    ]
    var bench = try await resume(evening, in: SmallSet(), passed: 100)
    await bench.run(100)
    #expect(await bench.session.stem("violin-a").status == .play)
    #expect(await bench.session.stem("cello").status == .play)
    let told = await bench.session.told()
    #expect(told.contains { $0.contains("start violin-a now") }, "\(told)")
    #expect(told.contains { $0.hasPrefix("refused by input") }, "\(told)")
  }

  @Test func theJournalBeginsWithTheLayersAndASkip() async throws {
    let set = try SmallSet()
    let journal = set.folder.file("second.journal")
    let bench = try await resume(
      evening(Layer("cello", .play), Layer("violin-a", .mute, gain: Decibels(-3)!)), in: set, passed: 5,
      journal: journal)
    await bench.session.finish()
    #expect(
      try set.folder.journal("second.journal") == [
        "@0 gain violin-a -3.0", "@0 start violin-a now", "@0 mute violin-a now", "@0 begin",
        "@0 skip \(position)", "@\(position) skip 5", "@\(position + 5) quit",
      ])
  }

  @Test func anEveningIsToldByItsTimeAndItsStems() async throws {
    let evening = evening(Layer("cello", .play), Layer("violin-a", .mute), Layer("violin-c", .play))
    clock.now = clock.now + 90
    let session = try await resume(evening, in: SmallSet()).session
    let notes = await session.allEvents().compactMap { event -> EveningNews? in
      if case .note(.evening(let news)) = event { news } else { nil }
    }
    #expect(notes == [.resumed(.init(evening.time, .local), away: 90, stems: ["cello", "violin-c"])])
  }
}
