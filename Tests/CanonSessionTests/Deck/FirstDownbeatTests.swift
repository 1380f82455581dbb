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

  @Test(.timeLimit(.minutes(10)))
  func allAreLetGoWhenTheClockStarts() async throws {
    let tasks = await waiting()
    _ = try await SessionBench(session)
    for task in tasks { await task.value }
    await session.waitUntilRolling()
    #expect(await session.waiters.isEmpty)
  }

  @Test(.timeLimit(.minutes(10)))
  func allAreLetGoWhenItNeverWillStart() async throws {
    let tasks = await waiting()
    await session.stopWaiting()
    for task in tasks { await task.value }
    await session.waitUntilRolling()
    #expect(await session.waiters.isEmpty)
  }
}
