import CanonEngine
import CanonLiveSupport
import CanonTestSupport
import Testing

@testable import CanonSession

/// A panic: everything is silent after 5 ms (240 frames), and nothing comes of what was asked before.
@Suite struct PanicInSessionTests {
  private let folder: TestFolder
  private let small: SmallSet
  private let session: Performance

  init() throws {
    folder = try TestFolder()
    small = try SmallSet()
    session = try small.session(journal: folder.file("evening.journal"))
  }

  @Test func everythingIsSilentAndTheJournalHasOneLine() async throws {
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a now", then: 1000)
    try await bench.say("start violin-b")
    try await bench.say("panic")
    let heard = await bench.run(SmallSet.loop)
    #expect(heard.master[100] > 0)
    #expect(heard.dropping(240).isSilent)
    #expect(await session.snapshot().stems.allSatisfy { $0.status == .stop })
    try await bench.say("start cello")
    #expect(await bench.run(SmallSet.loop).ports[0].last == 0.5, "the base comes back when it is started")
    await session.finish()
    #expect(
      try folder.journal() == [
        "@0 start violin-a now", "@1000 start violin-b loop", "@1000 panic", "@12520 start cello loop",
        "@24040 quit",
      ])
  }

  @Test("The 5 ms are whole behind a door that shuts with the panic, even if the set has no ramps")
  func behindADoor() async throws {
    let set = try SmallSet(
      doors: "violin-b = { needs = [\"violin-a\"] }", head: SmallSet.head + "\nramp = \"0 ms\"")
    var bench = try await SessionBench(try await set.performance(at: TestClock()))
    try await bench.say("start violin-a now", then: 10)
    try await bench.say("start violin-b now", then: 1000)
    try await bench.say("panic")
    var heard = Output(stems: 4)
    for _ in 0..<24 { heard += await bench.run(10) }
    let expected = (0..<240).map { 0.125 * (1 - Float($0) / 240) }
    #expect(zip(heard.ports[2], expected).allSatisfy { abs($0 - $1) < 1e-6 }, "\(heard.ports[2])")
  }

  @Test func itIsToldOnceAndEachStemThatStops() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("panic", then: 1)
    #expect(await session.told() == ["@1000 panic", "@1000 cello stop by input"])
  }

  @Test func gainsAndPansAreShownWhereTheyStopped() async throws {
    var bench = try await SessionBench(session, after: 1000)
    for line in [
      "gain cello -120 over 2 beats", "gain master -120 over 2 beats", "pan violin-a 1 over 2 beats",
    ] {
      try await bench.say(line)
    }
    await bench.run(SmallSet.beat)
    try await bench.say("gain violin-b -6 loop")
    try await bench.say("panic", then: 1)
    #expect(await session.stem("cello").gain == Decibels(-6)!)
    #expect(await session.snapshot().master == Decibels(-6)!)
    #expect(await session.stem("violin-a").pan.value == 0.67)
    #expect(await session.stem("violin-b").gain == Decibels(0)!)
  }

  @Test func soloesThatWaitDoNotComeAndThoseInForceStay() async throws {
    var bench = try await SessionBench(session)
    try await bench.say("solo violin-a now", then: 1000)
    try await bench.say("solo violin-a off loop")
    try await bench.say("solo violin-b loop", then: 10)
    try await bench.say("panic", then: SmallSet.loop)
    #expect(await session.stem("violin-a").solo == .on)
    #expect(await session.stem("violin-b").solo == .off)
  }

  @Test func aPauseIsOver() async throws {
    var bench = try await SessionBench(session, after: 10)
    try await bench.say("pause", then: 300)
    try await bench.say("panic", then: 300)
    #expect(await !session.snapshot().isPaused)
    #expect(await session.snapshot().stems.allSatisfy { !$0.isHeld })
  }

  @Test func aPanicThatWasNotReceivedSilencesWhatIsBroughtBack() async throws {
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a now")
    try await bench.say("pause violin-b now", then: 1000)
    try await bench.say("start violin-b loop")
    try await bench.say("gain cello -6")
    try await bench.say("panic")
    try await bench.say("start violin-c loop")
    bench = try await SessionBench(session, at: SampleRate(hertz: 44_100)!)
    #expect(await session.snapshot().stems.map(\.isHeld) == [false, false, false, false])
    #expect(await bench.run(100).isSilent)
    try await bench.skip(1000)
    let heard = await bench.run(11_000)
    #expect(heard.ports[0].allSatisfy { $0 == 0 } && heard.ports[1].allSatisfy { $0 == 0 })
    #expect(heard.ports[2].allSatisfy { $0 == 0 }, "what was asked before it does not come")
    #expect(heard.ports[3].contains { $0 != 0 }, "what was asked after it does")
    #expect(await session.stem("cello").gain == Decibels(0)!)
    #expect(await session.told().filter { $0.contains("panic") } == ["@1000 panic"])
  }

  @Test func aPanicThatWasNotReceivedKeepsTheFileOfAStem() async throws {
    try SmallSet.write(.init(repeating: 0.75, count: SmallSet.loop), to: small.folder.file("take.wav"))
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("replace cello take.wav loop", then: 10)
    try await bench.say("panic")
    bench = try await SessionBench(session, at: SampleRate(hertz: 44_100)!)
    #expect(await session.askedFile(0) == nil)
    try await bench.say("start cello now")
    #expect(await bench.run(300).ports[0].last == 0.5)
  }

  @Test func aFileThatWasToBeReplacedStays() async throws {
    try SmallSet.write(.init(repeating: 0.75, count: SmallSet.loop), to: small.folder.file("take.wav"))
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("replace cello take.wav loop", then: 10)
    #expect(await session.askedFile(0) == "take.wav")
    try await bench.say("panic", then: 300)
    #expect(await session.askedFile(0) == nil)
    try await bench.say("start cello now", then: 300)
    #expect(await bench.run(1).ports[0] == [0.5])
  }

  @Test func itIsNoPartOfAScene() throws {
    #expect(throws: (any Error).self) {
      try SmallSet(more: "[[scene]]\nid = \"a\"\ncommands = [\"panic\"]\n").session()
    }
  }
}

extension Performance {
  /// The file that a stem is to play instead of the set's.
  fileprivate func askedFile(_ index: Int) -> String? { deck.stems[index].mix.file }
}
