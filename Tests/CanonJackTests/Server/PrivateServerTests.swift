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

  @Test("The first playback device of ALSA's list is taken; without one there is only dummy")
  func playbackDevice() {
    let list = """
      00-00: ALC257 Analog : ALC257 Analog : capture 1
      00-03: HDMI 0 : HDMI 0 : playback 1
      01-00: USB Audio : USB Audio : playback 1 : capture 1
      """
    #expect(PrivateServer.playbackDevice(in: list) == "hw:0,3")
    #expect(PrivateServer.playbackDevice(in: "") == nil)
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
}
