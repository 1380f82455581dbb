import CanonEngine
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// Doors of a performance that goes on with an evening.
@Suite struct ResumeDoorTests: Resuming {
  let clock: TestClock

  init() throws { clock = try Self.usualClock() }

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
}
