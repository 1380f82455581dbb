import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

/// Solo: who is heard while others run on.
@Suite struct SoloInSessionTests {
  private let evening: RecordedPerformance
  private var session: Performance { evening.session }

  init() throws { evening = try RecordedPerformance() }

  /// All four play; which ports are heard after the lines.
  private func heard(_ lines: String...) async throws -> [Bool] {
    var bench = try await SessionBench(session)
    try await bench.say("start all now", then: 500)
    for line in lines {
      #expect(try await bench.say(line) == [])
      await bench.run(500)
    }
    return await bench.run(10).ports.map { $0.allSatisfy { $0 != 0 } }
  }

  @Test func onlyTheSoloedAndTheBaseAreHeard() async throws {
    #expect(try await heard("solo violin-b") == [true, false, true, false])
  }

  @Test func severalMayBeSoloed() async throws {
    #expect(
      try await heard("solo violin-a violin-b", "solo violin-a off", "solo violin-c on") == [
        true, false, true, true,
      ])
  }

  @Test func aloneSilencesTheBaseToo() async throws {
    #expect(try await heard("solo violin-b", "solo violin-c alone") == [false, false, true, true])
  }

  @Test func offWithoutAStemEndsItForAll() async throws {
    #expect(try await heard("solo violin-b alone", "solo violin-c", "solo off") == [true, true, true, true])
    #expect(await session.snapshot().stems.allSatisfy { $0.solo == .off })
    #expect(await session.told().suffix(2) == ["@1500 violin-b solo off", "@1500 violin-c solo off"])
    #expect(
      try evening.journal().dropFirst(3) == [
        "@500 solo violin-b alone now", "@1000 solo violin-c on now", "@1500 solo violin-b off now",
        "@1500 solo violin-c off now", "@2010 quit",
      ])
  }

  @Test("Solo off also ends solos whose end is pending for later")
  func offWhileOffIsPending() async throws {
    #expect(
      try await heard("solo violin-b", "solo violin-b off loop:3", "solo off") == [true, true, true, true])
  }

  @Test func allStandsForAllButTheBase() async throws {
    #expect(try await heard("solo all alone") == [false, true, true, true])
  }

  @Test func itWaitsForItsBoundary() async throws {
    var bench = try await SessionBench(session, after: 1000)
    try await bench.say("start violin-a now")
    try await bench.say("solo violin-a alone bar")
    let heard = await bench.run(SmallSet.bar).ports[0]
    let boundary = SmallSet.bar - 1000
    #expect(heard[...boundary].allSatisfy { $0 == 0.5 })
    #expect(heard[(boundary + 240)...].allSatisfy { $0 == 0 })
    #expect(await session.told().contains("@5760 violin-a solo alone"))
  }

  @Test func theSnapshotShowsIt() async throws {
    var bench = try await SessionBench(session)
    try await bench.say("solo violin-a")
    try await bench.say("solo violin-b alone", then: 1)
    #expect(await session.snapshot().stems.map(\.solo) == [.off, .on, .alone, .off])
  }

  @Test func offWhereNothingIsSoloedChangesNothing() async throws {
    var bench = try await SessionBench(session)
    #expect(try await bench.say("solo off") == [])
    await bench.run(1)
    await session.finish()
    #expect(try evening.journal() == ["@1 quit"])
  }
}
