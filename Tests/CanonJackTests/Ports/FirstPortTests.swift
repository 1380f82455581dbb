import CanonLiveSupport
import CanonTestSupport
import Foundation
import Testing

/// Which ports there are before the first sound, and which come behind it.
extension LiveTests.Ports {
  private static let ids = ["master", "cello", "violin-a", "violin-b", "violin-c", "violin-d", "violin-e"]

  @Test("The music begins with the master's ports, and is played, while a server is slow with the others")
  func masterFirst() throws {
    let folder = try TestFolder()
    let mark = try folder.write("", to: "mark")
    let server = try DummyServer.started("canon-test-first")
    defer { server.stop() }
    let library = try PreloadedLibrary.registering(slowlyWhile: mark, in: folder)
    let canon = try CanonProcess.start(on: server, "--no-connect", environment: library.environment)
    try canon.waitForEvent("clock")
    try canon.say("start violin-a now", until: "violin-a", "play")
    let watcher = try #require(Watcher(server: server.name))
    #expect(watcher.ports(of: "canon") == ["canon:master_1", "canon:master_2"])
    canon.say("ports")
    let shown = try canon.waitForEvent("ports")["outputs"] as? [[String: Any]]
    #expect(shown?.map { $0["output"] as? String } == ["master"])
    #expect(!canon.hasTold("registered"))
    try FileManager.default.removeItem(atPath: mark)
    #expect(try canon.waitForEvent("registered")["count"] as? Int == 2 * Self.ids.count)
    try watcher.expectPorts(of: Self.ids, ["master_1": "Canon in D left", "cello_2": "Cello right"])
    watcher.close()
    let capture = try CaptureClient(server: server.name)
    try capture.listen(to: "canon:violin-a")
    try waitUntil("the port is heard") { capture.soundingFrames > 0 }
    _ = capture.finish()
    try #expect(canon.quit() == 0)
  }

  @Test(
    "A port of what sounds from the first downbeat on, and is connected, has its first frame",
    arguments: ["cello", "hall"])
  func firstFrame(part: String) throws {
    let set = try FullSet()
    let journal = set.folder.file("live.journal")
    let server = try DummyServer.started("canon-test-first")
    defer { server.stop() }
    let capture = try CaptureClient(server: server.name)
    let canon = try CanonProcess.play(
      set.path, on: server, "--connect", "\(part)=\(CaptureClient.name)", "--journal", journal)
    try waitUntil("\(part) is heard") { capture.soundingFrames > 20_000 }
    try #expect(canon.quit() == 0)
    let comparison = try Comparison(
      capture.finish(), lines: canon.output, source: set.path, journal: journal, part: part)
    #expect(comparison.positions?.lowerBound == 0, "the first downbeat was captured")
    #expect(comparison.different == 0 && comparison.frames > 10_000, "\(comparison.summary)")
  }

  @Test("A port that the server does not have is told, the music goes on, and a reload is not refused for it")
  func refused() throws {
    let folder = try TestFolder()
    let server = try DummyServer.started("canon-test-first")
    defer { server.stop() }
    let library = try PreloadedLibrary.registering(refusing: "violin-c_1", in: folder)
    let canon = try CanonProcess.start(on: server, "--no-connect", environment: library.environment)
    try canon.waitForNote("port-refused", naming: "violin-c_1")
    #expect(try canon.waitForEvent("registered")["count"] as? Int == 8)
    try canon.say("start violin-c now", until: "violin-c", "play")
    canon.say("reload now")
    try canon.waitForEvent("reloaded")
    try #expect(canon.quit() == 0)
    #expect(canon.output.count { $0.contains("port-refused") } == 1)
  }
}
