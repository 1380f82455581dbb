import CanonLiveSupport
import Foundation
import Testing

/// What an interruption does to the clock: canon is stopped for a while under a server that goes on.
extension LiveTests.Xruns {
  @Test(
    "After a gap the music has moved on with the server's clock, or stayed, as asked",
    arguments: ["move", "stay"])
  func gap(mode: String) throws {
    let folder = try TestFolder()
    let server = DummyServer("canon-test-xrun")
    try server.start(period: 1024, synchronous: false)
    defer { server.stop() }
    let canon = try CanonProcess.play(
      on: server, "--no-connect", "--after-xrun", mode, "--journal", folder.file("gap.journal"))
    let before = canon.output.count
    canon.signal(SIGSTOP)
    let stopped = Date()
    try waitUntil("a while") { Date().timeIntervalSince(stopped) > 0.5 }
    canon.signal(SIGCONT)
    try canon.waitForEvent(mode == "move" ? "skipped" : "clock", from: before)
    try #expect(canon.quit() == 0)
    let journal = try Journal(folder.file("gap.journal"))
    if mode == "move" {
      #expect(journal.skipCount > 0)
      // Position and the server's clock still go together: nothing drifted. (A cycle that runs late reads the next
      // one's time, so the music may be ahead by one period, once.)
      let offsets = ClockMap(canon.output).anchorOffsets
      let spread = try #require(offsets.max()) - #require(offsets.min())
      #expect(spread == 0 || spread == 1024)
    } else {
      #expect(journal.skipCount == 0)
      #expect(ClockMap(canon.output).anchorOffsets.count > 1)
    }
  }
}
