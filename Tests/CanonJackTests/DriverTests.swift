import CJack
import CanonEngine
import CanonLiveSupport
import CanonSchedule
import CanonSession
import Foundation
import Synchronization
import Testing

@testable import CanonJack

/// The driver itself, without the program around it.
extension LiveTests.ServerLoss {
  @Test("A lost server is tried again after 10 ms, then after twice as long each time, up to half a second")
  func retries() async throws {
    let set = try FullSet()
    let server = DummyServer("canon-test-retries")
    try server.start()
    defer { server.stop() }
    let session = try Session(
      set: Source.load(set.path).set, schedule: nil, now: { Instant(secondsSince1970: 0) })
    var options = JackDriver.Options()
    (options.server, options.wiring) = (server.name, .nothing)
    let driver = JackDriver(session, options)
    let client = try await JackClient.open(name: "canon", server: server.name)
    let tries = Mutex<[ContinuousClock.Instant]>([])
    let playing = Task { try await driver.run(client) { tries.withLock { $0.append(.now) } } }
    try waitUntil("the music plays") { client.report.pointee.cycles.load(ordering: .relaxed) > 10 }
    #expect(await driver.health()?.period == 256)
    server.kill()
    try waitUntil("eight tries") { tries.withLock { $0.count } >= 8 }
    #expect(await driver.health() == nil)
    await driver.stop()
    try await playing.value
    let times = tries.withLock { $0 }
    let pauses = zip(times, times.dropFirst()).map { $1 - $0 }
    for (pause, expected) in zip(pauses, [10, 20, 40, 80, 160, 320, 500]) {
      #expect(pause >= .milliseconds(expected), "\(pauses)")
    }
    await session.finish()
  }

  @Test(
    "What is not chosen: the default server, the loudspeakers, a clock that moves on, no server of canon's own"
  )
  func defaults() {
    let options = JackDriver.Options()
    #expect(options.clientName == "canon" && options.server == nil && options.ownBackend == nil)
    #expect(options.wiring == .speakers && options.followsServerClock)
  }

  @Test(
    "A moment has its frame on either clock",
    arguments: [
      (96_000, 48_000, 44_100, 88_200), (88_200, 44_100, 48_000, 96_000), (-48_000, 48_000, 96_000, -96_000),
      (1 << 51, 384_000, 8000, (1 << 51) / 48), (12_345, 48_000, 48_000, 12_345),
    ] as [(FramePosition, Int, Int, FramePosition)])
  func scale(position: FramePosition, old: Int, new: Int, scaled: FramePosition) throws {
    let (old, new) = try (#require(SampleRate(hertz: old)), #require(SampleRate(hertz: new)))
    #expect(JackDriver.scale(position, from: old, to: new) == scaled)
  }
}

extension LiveTests.Ports {
  @Test("The load is the server's own figure, in per cent")
  func load() throws {
    let server = DummyServer("canon-test-load")
    try server.start(period: 64, synchronous: false)
    defer { server.stop() }
    let client = try JackClient(name: "canon", server: server.name)
    defer { client.close() }
    // The server reckons it anew now and then, so the two calls may differ once.
    try waitUntil("a load that is not zero", seconds: 10) {
      let load = Double(jack_cpu_load(client.pointer))
      return load > 0 && client.load == load
    }
  }

  @Test("A port that cannot be made is named")
  func twice() throws {
    let server = DummyServer("canon-test-load")
    try server.start()
    defer { server.stop() }
    let client = try JackClient(name: "canon", server: server.name)
    defer { client.close() }
    let port = PortName(port: "cello_1", pretty: "Cello left")
    #expect(throws: JackProblem.port("cello_1")) { try client.registerPorts([port, port]) }
  }
}
