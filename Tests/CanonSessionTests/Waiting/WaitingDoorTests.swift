import CanonControl
import CanonEngine
import CanonLiveSupport
import CanonRender
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// Commands that wait for their frame, behind doors.
@Suite struct WaitingDoorTests {
  /// The door of violin-b has opened, and shuts on a day.
  private static func bench(until end: String, at clock: TestClock) async throws -> SessionBench {
    try await SessionBench(
      SmallSet(doors: "violin-b = { opens = 2026-12-01, until = \(end) }").performance(at: clock))
  }

  @Test("A door that is shut by date on its frame refuses it at once; one that opens before lets it wait")
  func byDate() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-06") + -2)
    let session = try await SmallSet(doors: "violin-b = 2026-12-06").performance(at: clock)
    var bench = try await SessionBench(session)
    #expect(
      try await bench.say("at 1 s start violin-b now")
        == ["\"violin-b\" is locked until 2026-12-06 (Asia/Tokyo), in 1 second."])
    #expect(try await bench.say("at 3 s start violin-b now") == [])
    await bench.run(48_000)
    clock.now = try TestClock.tokyo("2026-12-06")
    await bench.run(48_000)
    await session.awaitEntrances()
    await bench.run(47_900)
    #expect(await session.stem("violin-b").status == .stop)
    let heard = await bench.run(200)
    #expect(heard.ports[2].firstIndex { $0 != 0 } != nil)
  }

  @Test("A door that will have shut refuses it, whatever it is now")
  func untilThen() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-06") + -2)
    let bench = try await Self.bench(until: "2026-12-06", at: clock)
    #expect(try await bench.say("at 1 s start violin-b") == [])
    #expect(try await bench.say("at 3 s start violin-b").first?.contains("has been shut since") == true)
  }

  @Test("A door that shuts meanwhile ends it, and says so")
  func shutMeanwhile() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-05"))
    var bench = try await Self.bench(until: "2026-12-06", at: clock)
    try await bench.say("at 60 s start violin-b now")
    clock.now = try TestClock.tokyo("2026-12-06")
    await bench.run(1000)
    #expect(await bench.session.snapshot().waiting.isEmpty)
    #expect(
      await bench.session.told().contains(
        "1 ended: \"violin-b\" has been shut since 2026-12-06 (Asia/Tokyo) and does not open again."))
  }

  @Test("A door that shuts while the engine has the command ends it there too")
  func shutInTheEngine() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-05"))
    var bench = try await Self.bench(until: "2026-12-06", at: clock)
    try await bench.say("at @\(WaitingTests.near) start violin-b now", then: 100)
    clock.now = try TestClock.tokyo("2026-12-06")
    await bench.run(100)
    let heard = await bench.run(WaitingTests.near + 1000)
    #expect(heard.ports[2].allSatisfy { $0 == 0 })
    #expect(await bench.session.told().contains { $0.hasPrefix("1 ended: \"violin-b\" has been shut") })
  }

  @Test("What the door needs must play on its frame, not when it is given", arguments: [true, false])
  func needs(isMet: Bool) async throws {
    let session = try await SmallSet(doors: "violin-b = { needs = [\"violin-a\"] }").performance(
      at: TestClock())
    var bench = try await SessionBench(session)
    if isMet { try await bench.say("at @\(WaitingTests.near - 4000) start violin-a now") }
    #expect(try await bench.say("at @\(WaitingTests.near) start violin-b now") == [])
    for _ in 0..<20 {
      await bench.run(500)
      await session.awaitEntrances()
    }
    #expect(await session.stem("violin-b").status.state == (isMet ? .play : .stop))
  }

  @Test(
    "What stops a frame before is not there, although nobody has looked at the doors since",
    arguments: ["start violin-b now", "fade violin-b in now over 20 ms"])
  func stopsJustBefore(line: String) async throws {
    let session = try await SmallSet(doors: "violin-b = { needs = [\"violin-a\"] }").performance(
      at: TestClock())
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a now", then: 100)
    await session.awaitEntrances()
    await bench.run(100)
    #expect(await session.holdsSamples(of: "violin-b"))
    #expect(try await bench.say("at @\(WaitingTests.near - 1) stop violin-a now") == [])
    #expect(try await bench.say("at @\(WaitingTests.near) \(line)") == [])
    bench.deliver(WaitingTests.near + 1000)
    await bench.run(1)
    #expect(await session.stem("violin-b").status == .stop)
  }

  @Test("Of several ways in, the one that is open when it is received is enough")
  func anyNeed() async throws {
    let door = "violin-c = { any = [{ needs = [\"violin-a\"] }, { needs = [\"violin-b\"] }] }"
    let session = try await SmallSet(doors: door).performance(at: TestClock())
    var bench = try await SessionBench(session)
    try await bench.say("start violin-b now", then: 100)
    #expect(try await bench.say("at @\(WaitingTests.far) start violin-c now") == [])
    for _ in 0..<52 {
      await bench.run(1000)
      await session.awaitEntrances()
    }
    #expect(await session.stem("violin-c").status == .play)
  }

  @Test("What waits cannot put off the stop of a door that shuts meanwhile")
  func doorsStop() async throws {
    let session = try await SmallSet(doors: "violin-b = { needs = [\"violin-a\"] }").performance(
      at: TestClock())
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a now", then: 100)
    try await bench.say("start violin-b now", then: 100)
    #expect(await session.stem("violin-b").status == .play)
    try await bench.say("at @6000 cancel violin-b")
    try await bench.say("at @5000 stop violin-a now")
    for _ in 0..<30 { await bench.run(200) }
    #expect(await session.stem("violin-b").status == .playThenStop(PendingChange(at: 11_520, by: .door)))
    await session.finish()
  }
}
