import CanonEngine
import CanonStems
import CanonTestSupport
import Testing

@testable import CanonSession

/// What a gain, a pan, a solo or a file is, and what it is going to be, are two things.
@Suite struct PendingMixTests {
  private let session: Performance

  init() throws { session = try SmallSet().session() }

  @Test func whatWaitsForItsBoundaryIsPendingUntilThen() async throws {
    var bench = try await SessionBench(session, after: 100)
    try await bench.say("gain violin-a -40 loop")
    try await bench.say("pan violin-a 0.5 loop")
    try await bench.say("solo violin-a loop", then: 100)
    let loop = FramePosition(SmallSet.loop)
    var stem = await session.stem("violin-a")
    #expect(stem.gain == Decibels(0)! && stem.pan == .centre && stem.solo == .off)
    #expect(stem.nextGain == .init(value: Decibels(-40)!, at: loop) && stem.gainGoal == Decibels(-40)!)
    #expect(stem.nextPan == .init(value: Pan(0.5)!, at: loop) && stem.panGoal == Pan(0.5)!)
    #expect(stem.nextSolo == .init(value: .on, at: loop) && stem.soloGoal == .on)
    await bench.run(SmallSet.loop - 201)
    #expect(await session.stem("violin-a").solo == .off, "one frame before")
    await bench.run(2)
    stem = await session.stem("violin-a")
    #expect(stem.gain == Decibels(-40)! && stem.pan == Pan(0.5)! && stem.solo == .on)
    #expect(stem.nextGain == nil && stem.nextPan == nil && stem.nextSolo == nil)
  }

  @Test func whatWasNotReceivedYetIsNoFact() async throws {
    let bench = try await SessionBench(session)
    try await bench.say("gain violin-a -6")
    try await bench.say("gain master -3")
    try await bench.say("solo violin-b")
    #expect(await session.stem("violin-a").nextGain == .init(value: Decibels(-6)!, at: nil))
    #expect(await session.stem("violin-b").nextSolo == .init(value: .on, at: nil))
    let snapshot = await session.snapshot()
    #expect(snapshot.master == Decibels(0)! && snapshot.masterGoal == Decibels(-3)!)
  }

  @Test func duringAFadeTheGainIsWhereItHasCome() async throws {
    var bench = try await SessionBench(session)
    try await bench.say("gain violin-a -120 over 2 loops", then: SmallSet.loop)
    let stem = await session.stem("violin-a")
    #expect(stem.gain == Decibels(-6)!, "half of the way, as a factor")
    #expect(stem.nextGain == .init(value: Decibels(-120)!, at: FramePosition(2 * SmallSet.loop)))
    await bench.run(SmallSet.loop + 1)
    #expect(await session.stem("violin-a").gain == Decibels(-120)!)
    #expect(await session.stem("violin-a").nextGain == nil)
  }

  @Test("During a fade the master's gain, too, is where it has come")
  func masterFade() async throws {
    var bench = try await SessionBench(session)
    try await bench.say("gain master -120 over 2 loops", then: SmallSet.loop)
    let snapshot = await session.snapshot()
    #expect(snapshot.master == Decibels(-6)!)
    #expect(snapshot.nextMaster == .init(value: Decibels(-120)!, at: FramePosition(2 * SmallSet.loop)))
    await bench.run(SmallSet.loop + 1)
    #expect(await session.snapshot().master == Decibels(-120)!)
    #expect(await session.snapshot().nextMaster == nil)
  }

  @Test("A fade of the master that begins while its gain moves is shown from where that has come")
  func masterFadeWithinAChange() async throws {
    var bench = try await SessionBench(session, after: 100)
    try await bench.say("gain master -120")
    let start = try #require(await bench.run(120).master.last)
    #expect(abs(start - 0.25) < 0.01, "half of 5 ms down from a half")
    try await bench.say("gain master 0 over 2 loops")
    let heard = try #require(await bench.run(SmallSet.loop).master.last)
    #expect(abs(heard - 0.375) < 0.01)
    #expect(await session.snapshot().master == Decibels(-2.5)!, "three quarters, as a factor")
  }

  @Test func aLaterChangeTakesThePlaceOfOneThatIsPending() async throws {
    var bench = try await SessionBench(session)
    try await bench.say("gain violin-a -40 loop:2", then: 100)
    try await bench.say("gain violin-a -6", then: 100)
    #expect(await session.stem("violin-a").gain == Decibels(-6)!)
    #expect(await session.stem("violin-a").nextGain == nil)
    await bench.run(3 * SmallSet.loop)
    #expect(await session.stem("violin-a").gain == Decibels(-6)!, "the engine does the same")
  }

  @Test func whatIsDueBeforeTheNextAnswerStands() async throws {
    var bench = try await SessionBench(session)
    try await bench.say("solo violin-a loop", then: 100)
    try await bench.say("gain violin-a -12 loop")
    // Nobody looks until both are answered and the first has taken effect.
    bench.deliver(SmallSet.loop + 100)
    try await bench.say("gain violin-a -6 loop:4", then: 100)
    let stem = await session.stem("violin-a")
    #expect(stem.gain == Decibels(-12)! && stem.gainGoal == Decibels(-6)! && stem.solo == .on)
  }

  @Test func anotherFileIsPendingUntilItIsPlayed() async throws {
    let set = try SmallSet()
    try SmallSet.write(.init(repeating: 0.75, count: SmallSet.loop), to: set.folder.file("other.wav"))
    let session = try set.session()
    var bench = try await SessionBench(session, after: 100)
    try await bench.say("replace violin-a other.wav loop", then: 100)
    #expect(await session.stem("violin-a").file == "violin-a.wav")
    #expect(
      await session.stem("violin-a").nextFile == .init(value: "other.wav", at: FramePosition(SmallSet.loop)))
    await bench.run(SmallSet.loop)
    #expect(await session.stem("violin-a").nextFile == nil)
    #expect(await session.stem("violin-a").otherFile == "other.wav")
    try await bench.say("replace violin-a violin-a.wav now")
    #expect(await session.stem("violin-a").file == "other.wav", "until the engine has received the set's own")
    await bench.run(100)
    let own = await session.stem("violin-a")
    #expect(own.otherFile == nil && own.file == "violin-a.wav")
  }
}
