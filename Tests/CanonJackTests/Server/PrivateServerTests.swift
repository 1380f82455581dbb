import CanonLiveSupport
import Foundation
import Testing

@testable import CanonJack

/// The last step of the ladder: no server anywhere.
extension LiveTests.PrivateServers {
  @Test("Without a server canon starts its own, names its backend, and ends it afterwards")
  func ownServer() throws {
    let lock = try NameLock("canon-private")
    defer { withExtendedLifetime(lock) {} }
    let canon = try CanonProcess(
      ["play", "Schedules/always.toml", "--json"], environment: ["JACK_DEFAULT_SERVER": "canon-test-none"])
    let info = try canon.waitForEvent("connected")["server"] as? [String: Any]
    #expect(info?["name"] as? String == "canon-private")
    #expect(info?["started_by_canon"] != nil)
    try #expect(canon.quit() == 0)
    try waitUntil("the private server is gone") { !CaptureClient.answers(server: "canon-private") }
  }

  @Test("A private server has the requested period and rate, also after it was killed")
  func requestedTiming() throws {
    let lock = try NameLock("canon-private")
    defer { withExtendedLifetime(lock) {} }
    let canon = try CanonProcess(
      ["play", "Schedules/always.toml", "--json", "--period", "512", "--rate", "44100"],
      environment: ["JACK_DEFAULT_SERVER": "canon-test-none"])
    func expectTiming(from start: Int) throws {
      let info = try canon.waitForEvent("connected", from: start)["server"] as? [String: Any]
      #expect(info?["period"] as? Int == 512)
      #expect(info?["sample_rate"] as? Int == 44100)
    }
    try expectTiming(from: 0)
    let registry = try #require(ServerRegistry())
    let server = try #require(registry.servers.first { $0.name == "canon-private" && $0.isAlive })
    let start = canon.output.count
    kill(server.process, SIGKILL)
    try canon.waitForEvent("lost", from: start)
    try expectTiming(from: start)
    #expect(!canon.output.contains { $0.contains("kept-settings") })
    try #expect(canon.quit() == 0)
    try waitUntil("the private server is gone") { !CaptureClient.answers(server: "canon-private") }
  }

  @Test("Somebody else's server is left as it is, and the difference is said once")
  func othersTiming() throws {
    let server = try DummyServer.started("canon-test-timing", period: 1024)
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server, "--period", "256", "--rate", "44100", "--device", "USB")
    let note = try canon.waitForEvent("note") { $0["code"] as? String == "kept-settings" }
    #expect(
      note["message"] as? String
        == "The server stays as it is: its period is 1024 frames (--period 256), it runs at 48000 Hz (--rate 44100), "
        + "canon did not start it, so it keeps its device (--device USB). To change that, set it where the server was started."
    )
    let start = canon.output.count
    server.kill()
    try canon.waitForEvent("lost", from: start)
    try server.start(period: 1024)
    try canon.waitForEvent("clock", from: start)
    try #expect(canon.quit() == 0)
    #expect(canon.output.count { $0.contains("kept-settings") } == 1)
  }
}

extension LiveTests.PrivateServers {
  @Test("Two canons share a private server, which stays when the first one ends")
  func sharedServer() throws {
    let lock = try NameLock("canon-private")
    defer { withExtendedLifetime(lock) {} }
    let nowhere = ["JACK_DEFAULT_SERVER": "canon-test-none"]
    let first = try CanonProcess(["play", "Schedules/always.toml", "--json"], environment: nowhere)
    try first.waitForEvent("clock")
    let second = try CanonProcess(["play", "Schedules/always.toml", "--json"], environment: nowhere)
    try second.waitForEvent("clock")
    try #expect(first.quit() == 0)
    try second.say("press violin-a now", until: "violin-a", "play")
    #expect(!second.hasTold("lost"))
    try #expect(second.quit() == 0)
    try waitUntil("the private server is gone") { !CaptureClient.answers(server: "canon-private") }
  }

  @Test("An adopted server is started again as it was, and nothing of it remains in shared memory")
  func adoptedServer() throws {
    let lock = try NameLock("canon-private")
    defer { withExtendedLifetime(lock) {} }
    let nowhere = ["JACK_DEFAULT_SERVER": "canon-test-none"]
    let first = try CanonProcess(
      ["play", "Schedules/always.toml", "--json", "--period", "512", "--rate", "44100"], environment: nowhere)
    try first.waitForEvent("clock")
    let second = try CanonProcess(
      ["play", "Schedules/always.toml", "--json", "--period", "128"], environment: nowhere)
    try second.waitForEvent("clock")
    try #expect(first.quit() == 0)
    let registry = try #require(ServerRegistry())
    let server = try #require(registry.servers.first { $0.name == "canon-private" && $0.isAlive })
    let start = second.output.count
    kill(server.process, SIGKILL)
    try second.waitForEvent("lost", from: start)
    let info = try second.waitForEvent("connected", from: start)["server"] as? [String: Any]
    #expect(info?["period"] as? Int == 512)
    #expect(info?["sample_rate"] as? Int == 44100)
    try #expect(second.quit() == 0)
    try waitUntil("the private server is gone") { !CaptureClient.answers(server: "canon-private") }
    let left = try FileManager.default.contentsOfDirectory(atPath: "/dev/shm")
    #expect(left.filter { $0.hasPrefix("jack_sem.") && $0.contains("_canon-private_canon") } == [])
  }

  @Test(
    "Killed with signal 9 and started again at once, canon goes on, though its old server still lives for a while",
    arguments: [0, 0.2, 0.8])
  func killedWithItsServer(pause: Double) throws {
    let lock = try NameLock("canon-private"), state = try TestFolder()
    defer { withExtendedLifetime(lock) {} }
    let environment = ["JACK_DEFAULT_SERVER": "canon-test-none", "XDG_STATE_HOME": state.path]
    func play() throws -> CanonProcess {
      try CanonProcess(["play", "Schedules/always.toml", "--json", "--resume"], environment: environment)
    }
    let first = try play()
    try first.waitForEvent("clock")
    try first.say("start violin-a now", until: "violin-a", "play")
    try waitUntil("it is written down") {
      let folder = state.file("canon/evenings")
      // A file that is not renamed yet is none.
      return try FileManager.default.contentsOfDirectory(atPath: folder).contains { name in
        try name.hasSuffix(".evening")
          && String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).contains("layer violin-a play")
      }
    }
    first.signal(SIGKILL)
    _ = try first.finish()
    let end = Date() + pause
    try waitUntil("the pause") { Date() >= end }
    let second = try play()
    try second.waitForEvent("note") { $0["code"] as? String == "evening-resumed" }
    try second.waitForEvent("clock")
    try #expect(second.quit() == 0)
    try waitUntil("the private server is gone") { !CaptureClient.answers(server: "canon-private") }
  }
}
