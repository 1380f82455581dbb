import CanonControlSupport
import CanonSchedule
import CanonSession
import CanonStems
import Testing

@testable import CanonControl

/// The snapshot that events are shown with.
@Suite struct RecentSnapshotTests {
  @Test(
    "After what changes the clock or the server, the moment before is not taken for this one",
    arguments: [.driver(.lost(.ended)), .rolling, .skipped(from: 0, frames: 1)] as [PerformanceEvent])
  func fresh(event: PerformanceEvent) async throws {
    let set = try StemSetFile.parse(
      path: "set.toml", text: "loop = \"1 s\"\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\n")
    let session = try Performance(set: set, schedule: nil, now: { Instant(secondsSince1970: 0) })
    var recent = await RecentSnapshot(session)
    #expect(await !recent.snapshot(for: .note(.notKeptInTime)).snapshot.isAway)
    await session.report(.lost(.ended))
    #expect(await recent.snapshot(for: event).snapshot.isAway)
  }
}
