import CanonLiveSupport
import Foundation
import Testing

@testable import CanonJack

/// The last step of the ladder: no server anywhere.
extension LiveTests.PrivateServers {
  @Test("Without a server canon starts its own, says on what, and ends it afterwards")
  func ownServer() throws {
    let canon = try CanonProcess(
      ["play", "Schedules/always.toml", "--json"], environment: ["JACK_DEFAULT_SERVER": "canon-test-none"])
    let line = try canon.waitForLine("canon is connected") { EventLine($0)?.isEvent("connected") ?? false }
    let info = EventLine(line)?["server"] as? [String: Any]
    #expect(info?["name"] as? String == "canon")
    #expect(info?["started_by_canon"] != nil)
    canon.say("quit")
    try #expect(canon.finish() == 0)
    try waitUntil("the private server is gone") { !CaptureClient.answers(server: "canon") }
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
