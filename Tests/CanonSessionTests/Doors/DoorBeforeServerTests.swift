import CanonControl
import CanonEngine
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// Doors that open and shut while the first server is awaited.
@Suite struct DoorBeforeServerTests {
  private let clock: TestClock

  init() throws { clock = TestClock(try TestClock.tokyo("2026-12-05T23:59:50")) }

  private func session(_ doors: String, memory: DoorMemory = DoorMemory()) async throws -> Performance {
    let session = try await SmallSet(doors: doors).performance(at: clock, memory: memory)
    await session.pump()
    return session
  }

  /// What the last part of a line of events says: `violin-b opened`.
  private func doors(_ session: Performance) async -> [String] {
    await session.told().filter { $0.contains("opened") || $0.contains("shut") }
  }

  @Test func aDoorThatOpensIsToldOnceAndLetsItsStemStart() async throws {
    let session = try await session("violin-b = 2026-12-06")
    clock.now = try TestClock.tokyo("2026-12-06")
    for _ in 0..<3 { await session.pump() }
    let bench = try await SessionBench(session, after: 100)
    #expect(try await bench.say("start violin-b now") == [])
    #expect(await doors(session) == ["violin-b opened"])
  }

  @Test func whatJoinsWaitsForTheEngineAndSoundsFromTheFirstDownbeat() async throws {
    let session = try await session("violin-b = { opens = 2026-12-06, join = true }")
    clock.now = try TestClock.tokyo("2026-12-06")
    await session.pump()
    var bench = try await SessionBench(session)
    #expect(await bench.run(SmallSet.loop).ports[2].allSatisfy { $0 == 0.125 })
    #expect(await doors(session) == ["violin-b opened"])
  }

  @Test("A door that has shut again before the engine came lets nothing in", arguments: [false, true])
  func shutAgain(isLookedAtBetween: Bool) async throws {
    let session = try await session("violin-b = { opens = 2026-12-06, until = 2026-12-07, join = true }")
    clock.now = try TestClock.tokyo("2026-12-06")
    await session.pump()
    clock.now = try TestClock.tokyo("2026-12-07")
    if isLookedAtBetween { await session.pump() }
    var bench = try await SessionBench(session)
    await bench.run(2 * SmallSet.loop)
    await bench.settle()
    #expect(await session.stem("violin-b").status == .stop)
    #expect(await doors(session) == ["violin-b opened", "violin-b shut"])
  }

  @Test func aPanicLetsNothingJoin() async throws {
    let session = try await session("violin-b = { opens = 2026-12-06, join = true }")
    clock.now = try TestClock.tokyo("2026-12-06")
    await session.pump()
    _ = await session.submit([.panic], by: .input)
    var bench = try await SessionBench(session)
    await bench.run(2 * SmallSet.loop)
    await bench.settle()
    #expect(await session.stem("violin-b").status == .stop)
  }

  @Test func waitingIsNoFirstStart() async throws {
    let session = try await session("violin-b = { after = \"24 hours\" }")
    clock.now = clock.now + 200_000
    await session.pump()
    let bench = try await SessionBench(session)
    #expect(await session.stem("violin-b").door == .locked(opens: clock.now + 86_400))
    _ = bench
  }

  @Test(
    "A start is refused at once if its door is shut by date, and waits if the clock's start may open the door",
    arguments: [
      ("violin-b = 2026-12-06", "start violin-b", true), ("violin-b = 2026-12-06", "press violin-b", true),
      ("violin-b = 2026-12-06", "fade violin-b in over 1 s", true),
      ("violin-b = 2026-12-06", "stop violin-b", false), ("violin-b = 2026-12-06", "start violin-*", false),
      ("violin-b = { needs = [\"cello\"] }", "start violin-b", false),
      ("violin-b = { after = \"24 hours\" }", "start violin-b", false),
      (
        "violin-b = { any = [{ opens = 2030-01-01 }, { after = \"1 seconds\" }] }", "start violin-b", false
      ),
      ("violin-b = 2026-12-05", "start violin-b", false),
    ])
  func refusedAtOnce(doors: String, line: String, isRefused: Bool) async throws {
    let session = try await session(doors)
    let outcome = await session.outcome(
      of: session.submit([try CommandParser.parse(line, at: .lines)], by: .input))
    if isRefused {
      guard case .refused(let problems) = outcome else {
        Issue.record("not refused: \(outcome)")
        return
      }
      #expect(problems.map(\.isLocked) == [true])
      #expect(problems[0].message.contains("2026-12-06 (Asia/Tokyo)"))
    } else {
      guard case .later = outcome else {
        Issue.record("not for later: \(outcome)")
        return
      }
    }
  }
}
