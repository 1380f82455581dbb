import CanonSchedule
import Synchronization
import Testing

@testable import CanonSession

/// What is seen of the doors is written beside the session, which never waits for a disk while it plays.
@Suite struct MemoryKeeperTests {
  private let clock: TestClock
  private let kept = Kept()
  private let known = StateProblem.busy(folder: "known")
  private let full = StateProblem.busy(folder: "full")
  private let odd = StateProblem.busy(folder: "odd")

  init() throws { clock = TestClock(try TestClock.tokyo("2026-12-06") + -10) }

  private func session(_ memory: DoorMemory = DoorMemory()) async throws -> Performance {
    try await SmallSet(doors: "violin-b = 2026-12-06").performance(
      at: clock, memory: memory, keep: { [kept] in kept.keep($0) })
  }

  /// The door opens, and what was seen of it waits for the disk.
  private func holdUpTheWrite(of session: Performance, _ bench: inout SessionBench) async {
    #expect(await session.isMemoryWritten())
    kept.hold()
    clock.now = clock.now + 10
    await bench.run(100)
    await kept.waitForWrite()
  }

  @Test func aDiskThatHangsHoldsUpNoCommand() async throws {
    let session = try await session()
    var bench = try await SessionBench(session)
    await holdUpTheWrite(of: session, &bench)
    try await bench.say("start violin-b now", then: 100)
    #expect(await session.stem("violin-b").status == .play)
    #expect(kept.isWriting, "the door opened and its stem plays while the disk is still waited for")
    kept.letGo()
    #expect(await session.isMemoryWritten())
    #expect(kept.all.last?.latest == clock.now)
  }

  @Test func finishingWaitsUntilTheLatestMomentIsWritten() async throws {
    let session = try await session()
    var bench = try await SessionBench(session)
    await holdUpTheWrite(of: session, &bench)
    clock.now = clock.now + 5
    async let finished: Void = session.finish(patience: .seconds(600))
    kept.letGo()
    await finished
    #expect(kept.all.last?.latest == clock.now)
    let latest = kept.all.compactMap(\.latest)
    #expect(latest.count == kept.all.count && latest == latest.sorted(), "in their order")
  }

  @Test func finishingWaitsNoLongerThanItIsPatient() async throws {
    let session = try await session()
    var bench = try await SessionBench(session)
    await holdUpTheWrite(of: session, &bench)
    await session.finish(patience: .milliseconds(1))
    #expect(kept.isWriting)
    var notes: [String] = []
    for await event in session.events {
      if case .note(let note) = event { notes.append(note.text(.english)) }
    }
    #expect(notes == [Note.notKeptInTime.text(.english)])
    kept.letGo()
  }

  @Test func theLatestMomentIsKeptAlsoWhenTheClockWentWrongAfterIt() async throws {
    let session = try await session()
    var bench = try await SessionBench(session)
    clock.now = clock.now + 7
    await bench.run(100)
    let latest = clock.now
    clock.now = Instant(secondsSince1970: 12)
    await bench.run(100)
    await session.finish()
    #expect(kept.all.last?.latest == latest)
  }

  @Test func theSameProblemIsToldOnceUntilAWriteGoesWell() async throws {
    let told = Mutex<[StateProblem]>([])
    let keeper = MemoryKeeper(told: [known]) { [kept] in kept.keep($0) }
    keeper.tellProblems { problem in told.withLock { $0.append(problem) } }
    func keep(_ second: Double, _ problems: [StateProblem]) async {
      kept.answer(problems)
      let now = Instant(secondsSince1970: 1_800_000_000 + second)
      keeper.keep(DoorMemory(firstStart: now, latest: now))
      #expect(await keeper.settle(patience: .seconds(600)))
    }
    await keep(1, [known, full])
    await keep(2, [full])
    await keep(3, [full, odd])
    await keep(4, [])
    await keep(5, [full])
    #expect(told.withLock { $0 } == [full, odd, full])
  }

  @Test func whileOneMemoryIsWrittenOnlyTheNewestWaits() async throws {
    let keeper = MemoryKeeper(told: []) { [kept] in kept.keep($0) }
    let memories = (1...100).map {
      let now = Instant(secondsSince1970: 1_800_000_000 + Double($0))
      return DoorMemory(firstStart: now, latest: now)
    }
    kept.hold()
    keeper.keep(memories[0])
    await kept.waitForWrite()
    for memory in memories.dropFirst() { keeper.keep(memory) }
    kept.letGo()
    #expect(await keeper.settle(patience: .seconds(600)))
    #expect(kept.all == [memories[0], memories[99]])
  }

  @Test func aMemoryThatIsBeingWrittenIsNotWrittenYet() async throws {
    let keeper = MemoryKeeper(told: []) { [kept] in kept.keep($0) }
    #expect(await keeper.settle(patience: .zero), "nothing was given")
    kept.hold()
    keeper.keep(DoorMemory())
    await kept.waitForWrite()
    #expect(await !keeper.settle(patience: .milliseconds(1)))
    kept.letGo()
    #expect(await keeper.settle(patience: .seconds(600)))
  }

  @Test func theFirstStartIsRememberedAsSoonAsTheEngineIsMade() async throws {
    let session = try await session()
    _ = try await session.makeEngine(at: .studio)
    #expect(await session.isMemoryWritten())
    #expect(kept.all == [DoorMemory(firstStart: clock.now, latest: clock.now)])
  }

  @Test func aProblemThatPeopleHaveReadBeforeIsNotToldAgain() async {
    let told = Mutex<[StateProblem]>([])
    var doors = DoorClock.machine(
      memory: DoorMemory(), now: { [clock] in clock.now }, told: [known],
      keep: { [known, full] _ in [known, full] })
    doors.tellProblems { problem in told.withLock { $0.append(problem) } }
    doors.see(writes: true)
    #expect(await doors.keeper?.settle(patience: .seconds(600)) == true)
    #expect(told.withLock { $0 } == [full])
  }
}
