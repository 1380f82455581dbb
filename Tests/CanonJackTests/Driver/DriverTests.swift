import CJack
import CanonEngine
import CanonLiveSupport
import CanonSchedule
import CanonSession
import CanonTestSupport
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
    #expect(options.patch == Patch() && options.usesServerClock && options.onDeviceLoss == .pause)
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

  @Test("A master with one connected side counts as connected, whoever plays")
  func connectedMasters() async throws {
    let server = try DummyServer.started("canon-test-load")
    defer { server.stop() }
    func isConnected() async throws -> Bool? {
      try await ServerFacts.read(server: server.name).isMasterConnected
    }
    let capture = try CaptureClient(server: server.name)
    #expect(try await isConnected() == nil)
    let canon = try CanonProcess.play(on: server, "--no-connect")
    #expect(try await isConnected() == false)
    let (one, two) = ("\(CaptureClient.name):in_1", "\(CaptureClient.name):in_2")
    let name = server.name
    let other = try await ServerThread.run { () throws(JackProblem) in
      try JackClient(name: "other", server: name)
    }
    for (side, input) in [(1, one), (2, two)] {
      #expect(jack_connect(other.pointer, "canon:master_\(side)", input) == 0)
      #expect(try await isConnected() == true)
      #expect(jack_disconnect(other.pointer, "canon:master_\(side)", input) == 0)
    }
    #expect(try await isConnected() == false)
    await ServerThread.run { other.close() }
    try #expect(canon.quit() == 0)
    _ = capture.finish()
  }

  /// Opens a client that is not active.
  private func withClient(_ body: (JackClient, DummyServer) throws -> Void) throws {
    let server = try DummyServer.started("canon-test-load")
    defer { server.stop() }
    let client = try JackClient(name: "canon", server: server.name)
    defer { client.close() }
    try body(client, server)
  }

  @Test("A port that cannot be registered is named")
  func twice() throws {
    try withClient { client, _ in
      let cello = OutputPlan.Output(id: "cello", title: "Cello")
      #expect(throws: JackProblem.port("cello_1")) {
        try client.offer(OutputPlan(stems: [cello, cello]), title: "")
      }
    }
  }

  @Test("Where a port cannot be registered, nothing is left of what was to come with it")
  func refusedPort() throws {
    try withClient { client, _ in
      func output(_ id: String) -> OutputPlan.Output { OutputPlan.Output(id: id, title: "") }
      func isThere(_ port: String) -> Bool { jack_port_by_name(client.pointer, "canon:\(port)") != nil }
      try client.offer(OutputPlan(stems: [output("flute")]), title: "")
      // The right port of the second new stem cannot be had.
      let other = jack_port_register(
        client.pointer, "cello_2", canon_jack_audio_type(), UInt(JackPortIsOutput.rawValue), 0)
      #expect(other != nil)
      #expect(throws: JackProblem.port("cello_2")) {
        try client.offer(OutputPlan(stems: [output("flute"), output("horn"), output("cello")]), title: "")
      }
      #expect(
        ["flute_1", "flute_2"].allSatisfy(isThere)
          && !["horn_1", "horn_2", "cello_1"].contains(where: isThere))
      #expect(client.ids == ["master", "flute"])
      jack_port_unregister(client.pointer, other)
      try client.offer(OutputPlan(stems: [output("flute"), output("horn"), output("cello")]), title: "")
      #expect(client.ids == ["master", "flute", "horn", "cello"])
    }
  }

  @Test(
    "Some ports of a plan come first, the others in parts; where one is refused, what was there before stays")
  func inParts() throws {
    try withClient { client, _ in
      func output(_ id: String) -> OutputPlan.Output { OutputPlan.Output(id: id, title: "") }
      let plan = OutputPlan(stems: ["flute", "horn", "cello"].map(output), buses: [output("hall")])
      func offer(_ extent: JackClient.Extent) throws -> Bool { try client.offer(plan, title: "", extent) }
      var isWhole = try offer(.pairs([0, PortWatch.firstStem + 1]))
      #expect(!isWhole && client.ids == ["master", "horn"])
      #expect(client.plannedIDs == ["master", "flute", "horn", "cello", "hall"])
      isWhole = try offer(.some(during: .zero))
      #expect(!isWhole && client.ids == ["master", "flute", "horn"])
      let other = jack_port_register(
        client.pointer, "hall_2", canon_jack_audio_type(), UInt(JackPortIsOutput.rawValue), 0)
      #expect(throws: JackProblem.port("hall_2")) { try offer(.some(during: .seconds(600))) }
      #expect(client.ids == ["master", "flute", "horn", "cello"])
      #expect(jack_port_by_name(client.pointer, "canon:hall_1") == nil)
      jack_port_unregister(client.pointer, other)
      isWhole = try offer(.some(during: .zero))
      #expect(isWhole && client.ids == client.plannedIDs)
    }
  }

  @Test("Connections of which the server has told nothing are found in turn, however many ports there are")
  func inTurn() throws {
    try withClient { client, server in
      let ids = (1...70).map { "s\($0)" }
      try client.offer(
        OutputPlan(stems: ids.map { OutputPlan.Output(id: $0, title: "") }), title: "")
      let parts = EngineParts(.small([StemConfiguration()]))
      let box = EngineBox(parts.engine)
      try client.activate(
        engine: box.pointer, recordingTo: TapSlot(), usesServerClock: true, resume: nil)
      let capture = try CaptureClient(server: server.name)
      let last = PortWatch.firstStem + ids.count - 1
      client.watch.pointee.look { false }
      _ = client.news()
      try capture.listen(to: "canon:s70")
      // What the server tells is lost: a look that examines nothing clears it.
      var told = 0
      try waitUntil("the server tells of both connections") {
        told += client.news()?.count ?? 0
        return told == 2 && client.hasChangedConnections
      }
      client.watch.pointee.look { false }
      try waitUntil("the connections are there") {
        client.connections(of: 2 * last) != [] && client.connections(of: 2 * last + 1) != []
      }
      var looks = 0
      while !client.watch.pointee.isHeard(last), looks < 3 {
        client.watch.pointee.look { true }
        looks += 1
      }
      let isHeard = client.watch.pointee.isHeard(last)
      #expect(isHeard)
      withExtendedLifetime(box) { client.retire() }
      _ = capture.finish()
    }
  }
}
