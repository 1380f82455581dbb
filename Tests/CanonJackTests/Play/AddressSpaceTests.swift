import CanonLiveSupport
import Foundation
import Testing

@testable import canon

/// What canon requires of a process is enough.
extension LiveTests.Limits {
  /// Starts `canon play` in a process that may use so much address space.
  private func play(on server: DummyServer, megabytes: Int) throws -> CanonProcess {
    try CanonProcess(
      [
        "-c", "ulimit -v \(megabytes * 1024); exec \"$0\" \"$@\"", CanonProcess.path, "play",
        "Schedules/always.toml",
        "--json", "--server", server.name, "--no-connect",
      ], on: server, executable: "/bin/sh")
  }

  @Test(
    "With just as much address space as it requires canon plays, and ends when it is asked to",
    arguments: ["quit", "TERM"])
  func addressSpace(end: String) throws {
    let server = try DummyServer.started("canon-test-limits")
    defer { server.stop() }
    let refused = try play(on: server, megabytes: Int(ProcessLimits.addressSpace >> 20))
    try #expect(refused.finish() == 1)
    let message = try #require(refused.errorOutput.first)
    let least = try #require(message.firstMatch(of: /at least (\d+) MiB for these stems/)?.output.1)
    let canon = try play(on: server, megabytes: #require(Int(least)))
    try canon.waitForEvent("clock")
    try canon.say("press violin-a now", until: "violin-a", "play")
    if end == "TERM" {
      canon.signal(SIGTERM)
      try #expect(canon.finish() == 0)
    } else {
      try #expect(canon.quit() == 0)
    }
  }
}
