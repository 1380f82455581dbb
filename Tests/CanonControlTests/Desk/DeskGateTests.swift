import CanonEngine
import CanonSchedule
import CanonSession
import Synchronization
import Testing

@testable import CanonControl

/// A locked stem stays silent whatever is said at the desk, in the words that the desk itself makes commands of.
@Suite struct DeskGateTests {
  private final class Clock: Sendable {
    let now: Mutex<Instant>
    init(_ day: String) throws { now = Mutex(try AsOf.parse(day, zone: Zone("Asia/Tokyo"))) }
    func set(_ day: String) throws {
      let instant = try AsOf.parse(day, zone: Zone("Asia/Tokyo"))
      now.withLock { $0 = instant }
    }
  }

  private func bench(_ clock: Clock) async throws -> DeskBench {
    try await DeskBench(
      stems: ["cello", "violin-a"],
      more: ["one", "two"].map { "[[scene]]\nid = \"\($0)\"\ncommands = [\"start violin-a now\"]\n" }
        .joined(),
      doors: "violin-a = { opens = 2026-12-06, until = 2026-12-08 }", now: { clock.now.withLock { $0 } })
  }

  @Test(
    "Behind a shut door",
    arguments: [
      "toggle mute violin-a", "toggle mute all now", "toggle solo violin-a", "next", "next bar", "scene one",
      "undo",
      "press violin-a", "start all now",
    ])
  func shut(_ line: String) async throws {
    let bench = try await bench(try Clock("2026-12-05"))
    _ = await bench.say("next")
    _ = await bench.say("previous")
    _ = await bench.say(line)
    for _ in 0..<20 { await bench.run(1024) }
    #expect(await bench.desk.snapshot().stems[1].status == .stop)
    #expect(await bench.refused("scene two").first?.isLocked == true)
  }

  @Test func anUndoOfAStopIsAStart() async throws {
    let clock = try Clock("2026-12-07")
    let bench = try await bench(clock)
    _ = await bench.say("start violin-a now")
    _ = await bench.say("stop violin-a now")
    try clock.set("2026-12-08")
    #expect(await bench.refused("undo").first?.isLocked == true)
    for _ in 0..<20 { await bench.run(1024) }
    #expect(await bench.desk.snapshot().stems[1].status == .stop)
  }
}
