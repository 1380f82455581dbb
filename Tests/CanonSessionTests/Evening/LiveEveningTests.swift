import CanonEngine
import CanonSchedule
import Synchronization
import Testing

@testable import CanonSession

/// The heartbeat of a live performance writes the evening down; no driver and no surface has to ask for it.
@Suite struct LiveEveningTests {
  private final class Pages: Sendable {
    let layers = Mutex<[[StemState]]>([])
  }

  @Test func everyChangeIsWrittenWhileTheHeartBeats() async throws {
    let pages = Pages()
    var bench = try await SessionBench(after: 1000)
    let session = bench.session
    await session.keepEvening(
      by: Keeper(told: []) { entry in
        if case .evening(let evening) = entry {
          pages.layers.withLock { $0.append(evening.music.layers.map(\.state)) }
        }
        return []
      })
    let heart = Task { await session.beat() }
    await session.report(ClockPlace(position: 1000, time: Instant(secondsSince1970: 1.7e9)))
    try await bench.run(until: "the evening is written") { pages.layers.withLock { !$0.isEmpty } }
    try await bench.say("start violin-a now", then: 100)
    try await bench.run(until: "the change is written") { pages.layers.withLock { $0.last?[1] == .play } }
    heart.cancel()
    await heart.value
  }
}
