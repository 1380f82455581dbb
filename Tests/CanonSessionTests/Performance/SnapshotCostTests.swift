import CanonControl
import CanonEngine
import Testing

@testable import CanonSession

/// What a snapshot costs while commands wait for the clock.
@Suite struct SnapshotCostTests {
  @Test("Each door is judged once, however many commands wait for its stem")
  func doors() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-10"))
    let session = try await SmallSet(doors: "violin-a = 2026-12-06\nviolin-b = 2026-12-24")
      .performance(at: clock)
    func timesAsked() async -> Int {
      let before = clock.timesAsked
      _ = await session.snapshot()
      return clock.timesAsked - before
    }
    func wait(_ lines: [String]) async throws {
      for line in lines { _ = await session.submit([try CommandParser.parse(line)], by: .input) }
    }
    try await wait(["start violin-a", "start violin-c"])
    let few = await timesAsked()
    for _ in 0..<200 { try await wait(["start violin-a", "unmute violin-c now", "press violin-a bar"]) }
    #expect(await session.early.count == 602)
    #expect(await timesAsked() == few)
  }
}
