import CanonControl
import CanonEngine
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// A performance that goes on with an evening.
@Suite struct ResumeTests: Resuming {
  let clock: TestClock

  init() throws { clock = try Self.usualClock() }

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
