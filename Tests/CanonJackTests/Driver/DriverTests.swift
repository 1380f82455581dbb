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
  func retries() {
    var pauses = RetryPauses()
    #expect((0..<9).map { _ in pauses.next() } == [10, 20, 40, 80, 160, 320, 500, 500, 500])
  }

  @Test("What is not chosen: the loudspeakers, and a clock that moves on")
  func defaults() {
    let options = JackDriver.Options()
    #expect(options.clientName == "canon")
    #expect(options.patch == Patch() && options.followsServerClock && options.onDeviceLoss == .pause)
  }

  @Test(
    "A moment has its frame on either clock",
    arguments: [
      (96_000, 48_000, 44_100, 88_200), (88_200, 44_100, 48_000, 96_000), (-48_000, 48_000, 96_000, -96_000),
      (1 << 51, 384_000, 8000, (1 << 51) / 48), (12_345, 48_000, 48_000, 12_345),
    ] as [(FramePosition, Int, Int, FramePosition)])
  func scale(position: FramePosition, old: Int, new: Int, scaled: FramePosition) throws {
    let (old, new) = try (#require(SampleRate(hertz: old)), #require(SampleRate(hertz: new)))
    #expect(position.scaled(from: old, to: new) == scaled)
  }
}

extension LiveTests.Ports {
  @Test("The load is the server's own figure, in per cent")
  func load() throws {
    let server = try DummyServer.started("canon-test-load", period: 64, synchronous: false)
    defer { server.stop() }
    let client = try JackClient(name: "canon", server: server.name)
    defer { client.close() }
    // The server reckons it anew now and then, so the two calls may differ once.
    try waitUntil("a load that is not zero") {
      let load = Double(jack_cpu_load(client.pointer))
      return load > 0 && client.load == load
    }
  }

  @Test("A port that cannot be registered is named")
  func twice() throws {
    let server = try DummyServer.started("canon-test-load")
    defer { server.stop() }
    let client = try JackClient(name: "canon", server: server.name)
    defer { client.close() }
    let cello = OutputPlan.Output(id: "cello", title: "Cello")
    #expect(throws: JackProblem.port("cello_1")) {
      try client.offer(OutputPlan(stems: [cello, cello]), title: "")
    }
  }
}
