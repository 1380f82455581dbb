import CJack
import CanonEngine
import CanonLiveSupport
import CanonSchedule
import CanonSession
import Foundation
import Testing

@testable import CanonJack

/// Ports of stems and buses: each has what its file in a rendering has, from the moment on that somebody listens.
extension LiveTests.Ports {
  @Test("Stems' ports come in their order, then the buses', with their names")
  func busNames() throws {
    let set = try FullSet()
    let server = try DummyServer.started("canon-test-buses")
    defer { server.stop() }
    let canon = try CanonProcess.play(set.path, on: server, "--no-connect")
    let client = try #require(Watcher(server: server.name))
    try client.expectPorts(
      of: ["master"] + FullSet.ids + FullSet.buses,
      ["hall_1": "The big hall left", "foldback_2": "foldback right"])
    client.close()
    try #expect(canon.quit() == 0)
    #expect(!canon.output.contains { $0.contains("only the master and the buses have ports") })
  }

  @Test(
    "Connected while the music plays, a port is exact from its first sound on",
    arguments: [("cello", 64), ("hall", 64), ("foldback", 1000), ("drum", 256)])
  func connectedLater(part: String, period: Int) throws {
    let set = try FullSet()
    let journal = set.folder.file("live.journal")
    let server = try DummyServer.started("canon-test-later", period: period)
    defer { server.stop() }
    let canon = try CanonProcess.play(set.path, on: server, "--no-connect", "--journal", journal)
    try canon.say("start drum", until: "drum", "play")
    let capture = try CaptureClient(server: server.name)
    try capture.listen(to: "canon:\(part)")
    try waitUntil("\(part) is heard") { capture.soundingFrames > 30_000 }
    try #expect(canon.quit() == 0)
    let comparison = try Comparison(
      capture.finish(), lines: canon.output, source: set.path, journal: journal, part: part,
      fromFirstSound: true)
    #expect(comparison.frames > 30_000)
    #expect(comparison.different == 0, "\(comparison.summary)")
  }

  @Test("Disconnected and connected again and again, a port never delivers what was left over")
  func connectedAgain() throws {
    let set = try FullSet()
    let journal = set.folder.file("live.journal")
    let server = try DummyServer.started("canon-test-again", period: 64)
    defer { server.stop() }
    let canon = try CanonProcess.play(set.path, on: server, "--no-connect", "--journal", journal)
    let capture = try CaptureClient(server: server.name)
    for round in 1...8 {
      // At the first moment possible, and after a while.
      try capture.awaitCycles((round % 3) * 300)
      let before = capture.soundingFrames
      try capture.listen(to: "canon:cello")
      // More than is compared at the end, because frames around an xrun are not.
      try waitUntil("the cello is heard in round \(round)") { capture.soundingFrames > before + 6000 }
      capture.leave("canon:cello")
    }
    try #expect(canon.quit() == 0)
    let comparison = try Comparison(
      capture.finish(), lines: canon.output, source: set.path, journal: journal, part: "cello",
      passesOverSilence: true)
    #expect(comparison.frames > 8 * 4000)
    #expect(comparison.different == 0, "\(comparison.summary)")
  }

  @Test("Nothing is written to a port that nobody listens to")
  func unheardPortsAreNotComputed() async throws {
    let set = try FullSet()
    let server = try DummyServer.started("canon-test-unheard", period: 256)
    defer { server.stop() }
    let (session, box, client) = try await set.client(on: server)
    // The port's own buffer, which a listener would read.
    let port = jack_port_by_name(client.pointer, "canon:cello_1")
    func isWritten() -> Bool {
      let buffer = jack_port_get_buffer(port, 256).assumingMemoryBound(to: Float.self)
      return UnsafeBufferPointer(start: buffer, count: 256).contains { $0 != 0 }
    }
    func pass(cycles: UInt64) throws {
      let start = client.report.pointee.cycles.load(ordering: .relaxed)
      try waitUntil("\(cycles) cycles") {
        client.updateConnections()
        return client.report.pointee.cycles.load(ordering: .relaxed) > start + cycles
      }
    }
    try pass(cycles: 100)
    #expect(!isWritten())
    let capture = try CaptureClient(server: server.name)
    try capture.listen(to: "canon:cello")
    try waitUntil("the port is computed") {
      client.updateConnections()
      return isWritten()
    }
    // One of the two is enough, the right or the left.
    jack_disconnect(client.pointer, "canon:cello_1", "capture:in_1")
    try pass(cycles: 100)
    #expect(isWritten())
    jack_connect(client.pointer, "canon:cello_1", "capture:in_1")
    jack_disconnect(client.pointer, "canon:cello_2", "capture:in_2")
    try pass(cycles: 100)
    #expect(isWritten())
    jack_disconnect(client.pointer, "canon:cello_1", "capture:in_1")
    try waitUntil("the port is no longer computed, and holds silence") {
      client.updateConnections()
      return !isWritten()
    }
    try pass(cycles: 100)
    #expect(!isWritten())
    client.close()
    _ = capture.finish()
    withExtendedLifetime((session, box, set)) {}
  }

  @Test("A set of more stems than JACK has ports for plays through the master and its buses, and says so")
  func moreStemsThanPorts() throws {
    let folder = try TestFolder()
    let journal = folder.file("live.journal")
    let small = try FullSet()
    try FileManager.default.copyItem(atPath: small.folder.file("bell.wav"), toPath: folder.file("bell.wav"))
    var text = "loop = \"5000 frames\"\n[[bus]]\nid = \"hall\"\n"
    for number in 1...1000 {
      text += "[[stem]]\nid = \"s\(number)\"\nfile = \"bell.wav\"\nbase = \(number % 2 == 1)\ngain = -60\n"
      text += "buses = { hall = 0 }\n"
    }
    _ = try folder.write(text, to: "set.toml")
    let server = try DummyServer.started("canon-test-many", period: 1024)
    defer { server.stop() }
    let capture = try CaptureClient(server: server.name)
    let canon = try CanonProcess.play(
      folder.path, on: server, "--connect", CaptureClient.name, "--journal", journal)
    let note = try canon.waitForEvent("note")
    #expect(
      note["message"] as? String
        == "This set has more stems than JACK has ports for one client: only the master and the buses have ports."
    )
    let client = try #require(Watcher(server: server.name))
    #expect(
      client.ports(of: "canon") == ["canon:master_1", "canon:master_2", "canon:hall_1", "canon:hall_2"])
    client.close()
    try canon.say("start s1000 now", until: "s1000", "play")
    try waitUntil("sound") { capture.soundingFrames > 20_000 }
    try #expect(canon.quit() == 0)
    let comparison = try Comparison(
      capture.finish(), lines: canon.output, source: folder.path, journal: journal, fromFirstSound: true)
    #expect(comparison.frames > 20_000)
    #expect(comparison.different == 0, "\(comparison.summary)")
  }
}
