import CanonLiveSupport
import Foundation
import Testing

/// Where the outputs go under PipeWire, and what is waited for.
extension LiveTests.PipeWire {
  @Test("--connect comes before patch.toml, output by output")
  func patchFile() throws {
    let server = try PipeWireServer(Self.speakers, Self.phones)
    try writePatch(server, "master = \"/^Head: .*_F[LR]$/\"\ncello = \"Loud speakers\"")
    let canon = try server.play("Schedules/always.toml", "--connect", "Loud speakers")
    try waitForMaster(server, on: Self.speakers)
    try waitUntil("the cello goes where patch.toml says") {
      try server.connections(of: "canon:cello_1") == ["speakers:playback_FL"]
        && server.connections(of: "canon:cello_2") == ["speakers:playback_FR"]
    }
    try #expect(canon.quit() == 0)
    let plain = try server.play()
    try waitForMaster(server, on: Self.phones)
    try #expect(plain.quit() == 0)
  }

  @Test("reload reads patch.toml again; a wrong one is told and changes nothing")
  func patchReload() throws {
    let server = try PipeWireServer(Self.speakers, Self.phones)
    try writePatch(server, "cello = \"Loud speakers\"")
    let canon = try server.play()
    func waitForCello(on sink: PipeWireServer.Sink) throws {
      try waitUntil("the cello plays to \(sink.title)") {
        try server.connections(of: "canon:cello_1") == ["\(sink.name):playback_FL"]
      }
    }
    func reload() throws -> Int {
      let start = canon.output.count
      canon.say("reload now")
      try canon.waitForEvent("reloaded", from: start)
      return start
    }
    try waitForCello(on: Self.speakers)
    try writePatch(server, "cello = \"/^Head: .*_F[LR]$/\"")
    _ = try reload()
    try waitForCello(on: Self.phones)
    try writePatch(server, "cello = 3")
    #expect(try note("patch-kept", canon, from: reload()).contains("patch.toml:2"))
    try waitForCello(on: Self.phones)
    try #expect(canon.quit() == 0)
  }

  /// Writes the user's patch.toml for the set that ships.
  private func writePatch(_ server: PipeWireServer, _ lines: String) throws {
    let config = server.environment["XDG_CONFIG_HOME"]! + "/canon"
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
    try "[\"Canon in D\"]\n\(lines)\n".write(
      toFile: config + "/patch.toml", atomically: true, encoding: .utf8)
  }

  @Test("What was waited for is told when it comes, also with the next PipeWire")
  func awaited() throws {
    let server = try PipeWireServer(Self.speakers)
    let canon = try server.play("Schedules/always.toml", "--connect", "jack_delay", "--connect", "cello=late")
    try canon.waitForNote("not-connected", naming: "jack_delay")
    let start = canon.output.count
    server.kill()
    try canon.waitForEvent("lost", from: start)
    try server.start()
    let client = try server.startClient("jack_iodelay")
    try canon.waitForNote("now-connected", naming: "jack_delay", from: start)
    try canon.waitForNote("not-connected", naming: "late", from: start)
    withExtendedLifetime(client) {}
    try #expect(canon.quit() == 0)
    #expect(canon.output.dropFirst(start).count { $0.contains("now-connected") } == 1)
  }
}
