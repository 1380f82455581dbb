import CanonControl
import CanonTestSupport
import Testing

@testable import CanonSession

/// Whoever has to wait for the first downbeat.
@Suite struct FirstDownbeatTests {
  private let session: Performance

  init() throws { session = try SmallSet().session() }

  /// Two that wait, and have begun to.
  private func waiting() async -> [Task<Void, Never>] {
    let tasks = (1...2).map { _ in Task { [session] in await session.waitUntilRolling() } }
    while await session.waiters.count < tasks.count { await Task.yield() }
    return tasks
  }

  @Test("A panic before the clock starts comes first: what was said before it starts nothing")
  func panic() async throws {
    for line in ["start violin-a now", "replace violin-b violin-c.wav now", "panic"] {
      _ = await session.submit([try CommandParser.parse(line)], by: .input)
    }
    var bench = try await SessionBench(session, after: 1)
    #expect(await session.snapshot().stems.allSatisfy { $0.status == .stop })
    #expect(await bench.run(SmallSet.loop).dropping(240).isSilent)
    #expect(await session.stem("violin-b").otherFile == nil)
  }

  @Test(
    "What a set without scenes can never do is refused before the clock starts",
    arguments: ["next", "previous"])
  func noScenes(word: String) async throws {
    let receipt = await session.submit([try CommandParser.parse(word)], by: .input)
    #expect(receipt.problems == [.noMoreScenes(after: nil)])
  }

  @Test(.timeLimit(.minutes(LongCampaign.minutes)))
  func allAreLetGoWhenTheClockStarts() async throws {
    let tasks = await waiting()
    _ = try await SessionBench(session)
    for task in tasks { await task.value }
    await session.waitUntilRolling()
    #expect(await session.waiters.isEmpty)
  }

  @Test(.timeLimit(.minutes(LongCampaign.minutes)))
  func allAreLetGoWhenItNeverWillStart() async throws {
    let tasks = await waiting()
    await session.stopWaiting()
    for task in tasks { await task.value }
    await session.waitUntilRolling()
    #expect(await session.waiters.isEmpty)
  }
}
