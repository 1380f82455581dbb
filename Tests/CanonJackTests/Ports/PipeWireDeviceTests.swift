import CanonLiveSupport
import Foundation
import Testing

/// Devices of PipeWire that come and go, and its default.
extension LiveTests.PipeWire {
  @Test("canon finds PipeWire by itself, and a device that goes silences it until the same one is back")
  func pause() throws {
    let server = try PipeWireServer(Self.phones, Self.speakers)
    let canon = try server.play()
    let info = try canon.waitForEvent("connected")["server"] as? [String: Any]
    #expect((info?["implementation"] as? String)?.hasPrefix("PipeWire ") == true)
    #expect(info?["connections"] as? [String] == ["Head: phones:playback_FL", "Head: phones:playback_FR"])
    let properties = try server.properties(of: "canon")
    #expect(properties.contains("media.role = \"Music\"") && properties.contains("icon-name = \"canon\""))
    var start = canon.output.count
    try server.remove(Self.phones)
    try #expect(
      note("device-lost", canon, from: start).hasPrefix(
        "The output device \"Head: phones\" is gone. canon is silent"))
    #expect(try canon.waitForEvent("paused", from: start)["by"] as? String == "device")
    try waitForLook(canon)
    #expect(try isMaster(server, on: nil))
    start = canon.output.count
    try server.add(Self.phones)
    _ = try note("device-back", canon, from: start)
    try canon.waitForEvent("resumed", from: start)
    try waitForMaster(server, on: Self.phones)
    try #expect(canon.quit() == 0)
  }

  @Test("PipeWire's stand-in for a missing device is none: canon says so, and waits for a real one")
  func standIn() throws {
    let server = try PipeWireServer(hasStandIn: true)
    let canon = try server.play()
    _ = try note("no-speakers", canon)
    try server.add(Self.speakers)
    try waitForMaster(server, on: Self.speakers)
    try server.remove(Self.speakers)
    _ = try note("device-lost", canon)
    try waitForLook(canon)
    #expect(try isMaster(server, on: nil))
    try server.add(Self.speakers)
    try waitForMaster(server, on: Self.speakers)
    try #expect(canon.quit() == 0)
  }

  @Test("With hold it plays on, and goes back to the same device")
  func hold() throws {
    let (server, canon) = try playing(onLoss: "hold")
    try server.remove(Self.phones)
    try #expect(note("device-lost", canon).contains("canon plays on unheard until the same device is back."))
    try waitForLook(canon)
    #expect(try isMaster(server, on: nil))
    try server.add(Self.phones)
    _ = try note("device-back", canon)
    try waitForMaster(server, on: Self.phones)
    #expect(!canon.hasTold("paused"))
    try #expect(canon.quit() == 0)
  }

  @Test("With follow it goes where the default is: when a device goes, and when people choose another one")
  func follow() throws {
    let (server, canon) = try playing(onLoss: "follow")
    try server.remove(Self.phones)
    try waitForMaster(server, on: Self.speakers)
    _ = try note("device-lost", canon)
    var start = canon.output.count
    try server.add(Self.phones)
    try server.makeDefault(Self.phones)
    try waitForMaster(server, on: Self.phones)
    try #expect(
      note("default-changed", canon, from: start)
        == "The default output device is now \"Head: phones\", no longer \"Loud speakers\". canon plays to it."
    )
    start = canon.output.count
    try server.makeDefault(Self.speakers)
    try waitForMaster(server, on: Self.speakers)
    _ = try note("default-changed", canon, from: start)
    #expect(!canon.hasTold("paused"))
    try #expect(canon.quit() == 0)
  }

  @Test("A default that merely changes is told, and moves nothing", arguments: ["pause", "hold"])
  func defaultChanges(policy: String) throws {
    let (server, canon) = try playing(onLoss: policy)
    try server.makeDefault(Self.speakers)
    try #expect(
      note("default-changed", canon).contains(
        "is now \"Loud speakers\", no longer \"Head: phones\". canon stays"))
    try waitForLook(canon)
    #expect(try isMaster(server, on: Self.phones))
    let start = canon.output.count
    try server.makeDefault(Self.phones)
    _ = try note("default-changed", canon, from: start)
    #expect(try isMaster(server, on: Self.phones))
    #expect(canon.output.count { $0.contains("default-changed") } == 2 && !canon.hasTold("paused"))
    try #expect(canon.quit() == 0)
  }

  @Test("A PipeWire that comes back without the device has three seconds for it; then the policy holds")
  func otherDevices() throws {
    let (server, canon) = try playing()
    server.kill()
    try canon.waitForEvent("lost")
    try server.start(without: Self.phones)
    _ = try note("device-lost", canon)
    try canon.waitForEvent("paused")
    #expect(try isMaster(server, on: nil))
    try server.add(Self.phones)
    try canon.waitForEvent("resumed")
    try waitForMaster(server, on: Self.phones)
    try #expect(canon.quit() == 0)
  }
}
