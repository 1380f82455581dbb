import CanonControl
import CanonEngine
import CanonLiveSupport
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// What a driver has requested on the frame of an event is like any other command to journal, feed, undo and gate.
@Suite struct TriggersInSessionTests {
  private static let pedal = Asker.named("midi")

  private func command(_ line: String) throws -> ControlCommand {
    try CommandParser.parse(line, at: .network)
  }

  private func trigger(_ line: String, in session: Performance) async throws -> Trigger {
    try #require(await session.trigger(for: try command(line), by: Self.pedal))
  }

  @Test("The journal has it on its frame, the feed its asker, and undo takes it back")
  func likeAnyOther() async throws {
    let evening = try RecordedPerformance()
    let session = evening.session
    var bench = try await SessionBench(session, after: 1000)
    bench.take(try await trigger("start violin-a now", in: session), after: 300)
    bench.take(try await trigger("press violin-b", in: session), after: 700)
    let heard = await bench.run(1024)
    #expect(heard.ports[1][299] == 0 && heard.ports[1][300...].contains { $0 > 0 })
    #expect(await session.stem("violin-a").status == .play)
    #expect(await session.stem("violin-b").status.pending?.at == FramePosition(SmallSet.loop))
    _ = await session.undo(by: Self.pedal)
    await bench.run(100)
    #expect(await session.stem("violin-b").status == .stop)
    _ = await session.undo(by: Self.pedal)
    await bench.run(SmallSet.loop)
    #expect(await session.stem("violin-a").status == .stop)
    let told = await session.told()
    #expect(told.contains("@1300 violin-a play by midi"), "\(told)")
    let journal = try evening.journal()
    #expect(journal.prefix(2) == ["@1300 start violin-a now", "@1700 press violin-b loop"], "\(journal)")
  }

  @Test("For a locked stem none is taken, nor for one whose door has shut, so that the desk says why")
  func locked() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-05"))
    let session = try SmallSet(
      doors: "violin-a = { opens = 2026-12-01, until = 2026-12-06 }\nviolin-b = 2026-12-24"
    ).session(at: clock)
    var bench = try await SessionBench(session, after: 1000)
    let open = try await trigger("press violin-a now", in: session)
    let locked = try await trigger("start violin-b now", in: session)
    #expect(bench.offer(locked) == false)
    clock.now = try TestClock.tokyo("2026-12-06")
    await bench.settle()
    await bench.run(10)
    #expect(bench.offer(open) == false)
    #expect(await bench.run(SmallSet.loop).ports[1...2].allSatisfy { $0.allSatisfy { $0 == 0 } })
  }

  @Test("Of all that can be said of a locked stem none is taken, with any quantum")
  func everyRequest() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-05"))
    let session = try SmallSet(doors: "violin-b = 2026-12-24").session(at: clock)
    var bench = try await SessionBench(session, after: 1000)
    var heard = Output(stems: 4), count = 0
    for line in LockedStem.lines("violin-b") {
      let command = try CommandParser.parse(line, at: .lines)
      guard let trigger = await session.trigger(for: command, by: Self.pedal) else { continue }
      count += 1
      #expect(bench.offer(trigger, after: 300) == false, "\(line)")
      heard += await bench.run(700)
    }
    // Those that can be bound to pads are press, start, stop, mute and unmute.
    #expect(count >= 5 * LockedStem.quanta.count)
    heard += await bench.run(2 * SmallSet.loop)
    #expect(heard.ports[2].allSatisfy { $0.bitPattern == 0 })
    #expect(await session.stem("violin-b").status == .stop)
  }

  @Test("Another file ends all triggers before it plays; one behind a door that needs others gets none")
  func otherFile() async throws {
    let session = try SmallSet(doors: "violin-c = { needs = [\"violin-b\"] }").session()
    var bench = try await SessionBench(session)
    try await bench.say("start violin-b now", then: 1000)
    let old = try await trigger("press violin-a now", in: session)
    #expect(try await bench.say("replace violin-a violin-c.wav now") == [])
    #expect(bench.offer(old) == false)
    await bench.run(1000)
    #expect(await session.trigger(for: try command("press violin-a"), by: Self.pedal) == nil)
  }

  @Test("Without a grid a quantum of it is for the desk, which refuses it")
  func noGrid() async throws {
    let session = try SmallSet(head: "loop = \"0.24 s\"").session()
    let bench = try await SessionBench(session)
    #expect(await session.trigger(for: try command("press violin-a bar"), by: Self.pedal) == nil)
    _ = consume bench
  }

  @Test(
    "Other commands, several stems, and a stem whose door needs others are for the desk",
    arguments: [
      "cancel violin-a", "gain violin-a -3", "press all", "press violin-*", "start violin-a violin-b",
      "press violin-c", "press nobody", "panic", "in 100 frames press violin-a",
    ])
  func forTheDesk(line: String) async throws {
    let session = try SmallSet(doors: "violin-c = { needs = [\"violin-b\"] }").session()
    #expect(await session.trigger(for: try command("press violin-a"), by: Self.pedal) == nil, "no engine yet")
    let bench = try await SessionBench(session)
    #expect(await session.trigger(for: try command(line), by: Self.pedal) == nil)
    #expect(await session.trigger(for: try command("press violin-a"), by: Self.pedal) != nil)
    _ = consume bench
  }
}
