import CanonLiveSupport
import Foundation
import Testing

/// Promise 3: what JACK was given is what rendering the journal gives, bit for bit.
extension LiveTests.LiveIsOffline {
  @Test(
    "A performance captured through JACK equals its journal rendered offline", arguments: [64, 256, 1000])
  func captureEqualsRender(period: Int) throws {
    let folder = try TestFolder()
    let journal = folder.file("live.journal")
    let server = DummyServer("canon-test-live")
    try server.start(period: period)
    defer { server.stop() }
    let capture = try CaptureClient(server: server.name)
    let canon = try CanonProcess([
      "play", "Schedules/always.toml", "--json", "--server", server.name, "--connect", CaptureClient.name,
      "--journal", journal,
    ])
    try canon.waitForLine("the clock runs") { EventLine($0)?.isEvent("clock") ?? false }
    // Changes of every kind: at once, on beats, pending and taken back, levels.
    canon.say("press violin-a now")
    try canon.waitForLine("violin-a plays") {
      EventLine($0)?.isEvent("changed", stem: "violin-a", state: "play") ?? false
    }
    canon.say("start violin-c beat")
    try canon.waitForLine("violin-c plays") {
      EventLine($0)?.isEvent("changed", stem: "violin-c", state: "play") ?? false
    }
    canon.say("gain violin-c -12")
    canon.say("pan violin-a 0.7")
    canon.say("mute violin-a beat")
    try canon.waitForLine("violin-a is muted") {
      EventLine($0)?.isEvent("changed", stem: "violin-a", state: "mute") ?? false
    }
    canon.say("press violin-e")
    canon.say("press violin-e")
    canon.say("stop violin-c now")
    try canon.waitForLine("violin-c stops") {
      EventLine($0)?.isEvent("changed", stem: "violin-c", state: "stop") ?? false
    }
    canon.say("start violin-d beat:3")
    try canon.waitForLine("violin-d plays") {
      EventLine($0)?.isEvent("changed", stem: "violin-d", state: "play") ?? false
    }
    canon.say("quit")
    try #expect(canon.finish() == 0)
    let recording = capture.finish()

    let wave = folder.file("offline.wav")
    let render = try CanonProcess.run([
      "render", "Schedules/always.toml", "-o", wave, "--score", journal, "--format", "wav32f",
    ])
    #expect(render.status == 0, "\(render.errors)")
    let offline = try StereoFile(wave)
    let delivered = try Journal(journal)
    let comparison = Comparison(recording, ClockMap(canon.output)) { position in
      delivered.index(of: position).flatMap { offline.frame($0) }
    }
    #expect(comparison.positions?.lowerBound == 0, "the first downbeat was captured")
    #expect(comparison.frames > 100_000)
    #expect(
      comparison.different == 0, "first difference at \(String(describing: comparison.firstDifference))")
    #expect(offline.left.contains { $0 != 0 })
  }
}
