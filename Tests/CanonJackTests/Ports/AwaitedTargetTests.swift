import CanonLiveSupport
import Testing

/// Targets that are waited for, while servers come and go.
extension LiveTests.Ports {
  @Test("What was waited for is told when it comes, also with the next server")
  func comesWithTheNextServer() throws {
    let server = try DummyServer.started("canon-test-await")
    defer { server.stop() }
    let canon = try CanonProcess.play(
      on: server, "--connect", CaptureClient.name, "--connect", "cello=late")
    try canon.waitForNote("not-connected", naming: CaptureClient.name)
    let start = canon.output.count
    server.kill()
    try canon.waitForEvent("lost", from: start)
    try server.start()
    let capture = try CaptureClient(server: server.name)
    try canon.waitForNote("now-connected", naming: CaptureClient.name, from: start)
    try canon.waitForNote("not-connected", naming: "late", from: start)
    _ = capture.finish()
    try #expect(canon.quit() == 0)
    #expect(canon.output.dropFirst(start).count { $0.contains("now-connected") } == 1)
  }
}
