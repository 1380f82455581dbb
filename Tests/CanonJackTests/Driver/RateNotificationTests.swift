import CJack
import CanonEngine
import CanonLiveSupport
import CanonSchedule
import CanonSession
import CanonTestSupport
import Testing

@testable import CanonJack

/// A running server that says it has another rate now, as PipeWire does.
extension LiveTests.Ports {
  @Test("The very next cycle after the notification is silent, whatever the ports held")
  func rateNotification() throws {
    let server = try DummyServer.started("canon-test-rate")
    defer { server.stop() }
    let cycles = try HandmadeCycles(on: server, levels: [0.5])
    let client = cycles.client
    #expect(cycles.heard() > 0.1)
    #expect(Notifications.rateChanged(48000, client.report) == 0)
    #expect(cycles.heard() > 0.1)
    #expect(Notifications.rateChanged(44100, client.report) == 0)
    #expect(cycles.heard() == 0)
    client.close()
  }

  @Test("Stems and buses are silent after the notification, too", arguments: ["cello", "hall"])
  func otherPorts(part: String) async throws {
    let set = try FullSet()
    let server = try DummyServer.started("canon-test-rate")
    defer { server.stop() }
    let (session, box, client) = try await set.client(on: server)
    let capture = try CaptureClient(server: server.name)
    try capture.listen(to: "canon:\(part)")
    try waitUntil("sound") {
      client.updateConnections()
      return capture.soundingFrames > 12_000
    }
    #expect(Notifications.rateChanged(44100, client.report) == 0)
    try capture.awaitCycles(10)
    let sounding = capture.soundingFrames
    try capture.awaitCycles(50)
    #expect(capture.soundingFrames == sounding)
    client.close()
    _ = capture.finish()
    withExtendedLifetime((session, box, set)) {}
  }

  @Test("canon goes on with a new client, and says why")
  func newClient() throws {
    let folder = try TestFolder()
    let server = try DummyServer.started("canon-test-rate")
    defer { server.stop() }
    let fault = try PreloadedLibrary.changingRate(to: 44100, after: 50, in: folder)
    let canon = try CanonProcess.start(
      on: server, "--no-connect", environment: fault.environment)
    let lost = try canon.waitForEvent("lost")
    #expect(lost["message"] as? String == "The server has changed its sample rate.")
    let start = canon.output.count
    try canon.waitForEvent("clock", from: start)
    try canon.say("press violin-a now", until: "violin-a", "play")
    try #expect(canon.quit() == 0)
  }
}
