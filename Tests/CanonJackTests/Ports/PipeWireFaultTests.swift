import CanonLiveSupport
import Foundation
import Testing

/// What happens to PipeWire itself, and what is said of it.
extension LiveTests.PipeWire {
  @Test(
    "A PipeWire that stands still is told; when it goes on so does the music, in phase and with its wiring")
  func standsStill() throws {
    let server = try PipeWireServer(Self.speakers)
    let canon = try server.play()
    try waitForMaster(server, on: Self.speakers)
    let before = try canon.musicTime()
    server.signal(SIGSTOP)
    let told = try note("server-stalled", canon)
    #expect(told == "The JACK server has stalled for a second. Waiting.")
    server.signal(SIGCONT)
    _ = try note("server-back", canon)
    try waitForMaster(server, on: Self.speakers)
    let after = try canon.musicTime()
    #expect(abs(after.lead(since: before)) < 1)
    try #expect(canon.quit() == 0)
  }

  @Test("PipeWire comes back at another rate: the music goes on in phase and at the right pitch")
  func otherRate() throws {
    let server = try PipeWireServer(Self.speakers)
    let canon = try server.play("Schedules/always.toml", "--period", "256")
    try canon.say("start violin-a now", until: "violin-a", "play")
    let before = try canon.musicTime()
    let start = canon.output.count
    server.kill()
    try canon.waitForEvent("lost", from: start)
    try server.start(rate: 44_100)
    let info = try canon.waitForEvent("connected", from: start)["server"] as? [String: Any]
    #expect(info?["sample_rate"] as? Int == 44_100)
    try canon.waitForEvent("clock", from: start)
    try waitForMaster(server, on: Self.speakers)
    // The new engine begins at frame 0 and skips to where the music is, after what it receives at once.
    try waitForLook(canon)
    let after = try canon.musicTime(rate: 44_100)
    #expect(abs(after.lead(since: before)) < 1)
    canon.say("status")
    let stems = try canon.waitForEvent("status", from: start)["stems"] as? [[String: Any]] ?? []
    // The variable that canon has set for the former rate is not the user's.
    #expect(!canon.output.contains { $0.contains("kept-settings") })
    #expect(stems.first { $0["stem"] as? String == "violin-a" }?["state"] as? String == "play")
    try #expect(canon.quit() == 0)
  }

  @Test("canon doctor tells what PipeWire is like, and of a canon that plays there to no one")
  func doctor() throws {
    let lock = try NameLock("canon-doctor")
    defer { withExtendedLifetime(lock) {} }
    let server = try PipeWireServer(Self.speakers)
    let canon = try server.play("Schedules/always.toml", "--no-connect", "--name", "hall")
    let result = try CanonProcess.run(
      ["doctor", "Schedules/always.toml", "--json"], environment: server.environment)
    let object = try JSONSerialization.jsonObject(with: Data((result.output.first ?? "").utf8))
    let findings = (object as? [String: Any])?["findings"] as? [[String: Any]] ?? []
    func figures(_ code: String) -> [String: Any]? {
      findings.first { $0["code"] as? String == code }?["figures"] as? [String: Any]
    }
    #expect((figures("pipewire")?["implementation"] as? String)?.hasPrefix("PipeWire ") == true)
    #expect(figures("pipewire")?["sample_rate"] as? Int == 48_000)
    #expect(
      figures("outputs")?["ports"] as? [String]
        == ["Loud speakers:playback_FL", "Loud speakers:playback_FR"])
    #expect(figures("not-connected") != nil && figures("self-test")?["different"] as? Int == 0)
    try #expect(canon.quit() == 0)
  }
}
