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
    let client = try JackClient(name: "canon", server: server.name)
    try client.offer(OutputPlan(), title: "")
    let parts = EngineParts(.small([StemConfiguration()]))
    let box = EngineBox(parts.engine)
    var handle = parts.handle
    handle.setSamples(.flat(0.5, 4), of: StemIndex(0), by: .clock)
    _ = handle.start(testPermit(StemIndex(0)), quantum: .now, by: .clock)
    _ = handle.roll(by: .clock)
    let isSent = handle.send()
    #expect(isSent)
    // Not activated: the test is what calls the process callback.
    let ports = (1...2).map { jack_port_by_name(client.pointer, "canon:master_\($0)")! }
    let watch = UnsafeMutablePointer<PortWatch>.allocate(capacity: 1)
    watch.initialize(to: PortWatch())
    watch.pointee.put((ports[0], ports[1]), at: 0)
    defer {
      watch.deinitialize(count: 1)
      watch.deallocate()
    }
    let slot = TapSlot()
    defer { withExtendedLifetime(slot) {} }
    var state = AudioState(
      engine: box.pointer, client: client.pointer, watch: watch, sampleRate: 48000, report: client.report,
      usesServerClock: true, resume: nil, slot: slot.memory)
    func heard() -> Float {
      state.run(256)
      let samples = ports.map { UnsafeBufferPointer(start: rt_port_buffer($0, 256), count: 256) }
      return samples.flatMap { Array($0) }.map(abs).max() ?? 0
    }
    #expect(heard() > 0.1)
    #expect(Notifications.rateChanged(48000, client.report) == 0)
    #expect(heard() > 0.1)
    #expect(Notifications.rateChanged(44100, client.report) == 0)
    #expect(heard() == 0)
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
    func pass(_ count: Int) throws {
      let cycles = capture.cycleCount
      try waitUntil("\(count) cycles") { capture.cycleCount > cycles + count }
    }
    try pass(10)
    let sounding = capture.soundingFrames
    try pass(50)
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
