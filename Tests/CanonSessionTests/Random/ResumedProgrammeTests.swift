import CanonControl
import CanonEngine
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// A random evening of several pieces ends somewhere, as by kill -9, and another performance goes on with it: in the same piece, at the
/// same place, and its journal renders to what is heard.
@Suite(.serialized) struct ResumedProgrammeTests {
  private static let seeds = LongCampaign.seeds(8, long: 500)

  @Test("The second performance is in the piece of the first one, and renders alike", arguments: seeds)
  func goesOn(seed: UInt64) async throws {
    var theCase = try ProgrammeCase(seed: seed)
    let clock = TestClock(
      try TestClock.tokyo(DoorCase.middle) + -Double(theCase.random.number(1...60_000)) / 48_000)
    let (evening, before) = try await evening(of: &theCase, by: clock)
    let text = EveningText.text(evening, of: .init(source: "s", name: "n"))
    let read = try EveningText.read(text, path: "e", of: .init(source: "s", name: "n"))
    #expect(read == evening, "\(text)")

    let set = theCase.doors.set, journal = set.folder.file("evening-2.journal")
    let session = try await theCase.performance(journal: journal, at: clock)
    await session.resume(read)
    var bench = try await SessionBench(session, ports: ProgrammeCase.ports)
    try await bench.arrive(read)
    let after = await session.snapshot()
    #expect(after.piece?.name == before.piece?.name, "\(theCase)\n\(text)")
    #expect(after.stems.map(\.id) == before.stems.map(\.id))
    #expect(after.playback == before.playback && after.isFrozen == before.isFrozen)
    #expect(after.place == before.reached - before.origins.last, "\(theCase)\n\(text)")
    for stem in after.stems where !stem.door.isOpen {
      let isStopping = stem.status.next == .stop && stem.status.pending?.by == .door
      #expect(!stem.status.soundsNow || isStopping, "\(stem.id) is locked: \(theCase)\n\(text)")
    }

    var heard = Output(stems: ProgrammeCase.ports)
    for _ in 0..<10 {
      if theCase.random.one(in: 2) { try await bench.say(theCase.line(), at: .lines) }
      heard += bench.deliver(
        Int(theCase.random.number(1...5000)), periods: .mixed(seed: theCase.random.next(), longest: 700))
      await session.pump()
    }
    heard += await bench.end()
    try await set.expectRendering(
      of: journal, is: heard, periods: [512], "\(theCase)\n\(text)", comparing: \.withoutPorts)
  }

  /// Plays for a while.
  /// - Returns: The evening at its end, and what was to be seen then.
  private func evening(
    of theCase: inout ProgrammeCase, by clock: TestClock
  ) async throws -> (CanonSession.Evening, Snapshot) {
    let session = try await theCase.performance(
      journal: theCase.doors.set.folder.file("evening.journal"), at: clock)
    var bench = try await SessionBench(session, ports: ProgrammeCase.ports)
    for step in 0..<theCase.random.number(5...30) {
      if theCase.random.one(in: 2) { try await bench.say(theCase.line(), at: .lines) }
      if theCase.random.one(in: 3) { await session.prepareNextPiece() }
      // At least once there is another piece.
      if step == 2 { try await bench.say("goto piece 2 now", at: .lines) }
      await bench.run(Int(theCase.random.number(1...4000)))
    }
    await bench.settle()
    let snapshot = await session.snapshot()
    await session.report(ClockPlace(position: snapshot.position, time: clock.now))
    let evening = try #require(await session.evening())
    await session.finish()
    return (evening, snapshot)
  }
}
