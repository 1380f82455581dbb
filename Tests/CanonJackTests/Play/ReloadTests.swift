import CanonLiveSupport
import Foundation
import Testing

/// Stems that cannot be read again when the server returns with another rate.
extension LiveTests.ServerLoss {
  @Test("A stem whose file is gone plays on with its samples, and the music goes on where it would be")
  func missingFile() throws {
    let folder = try TestFolder()
    let set = folder.file("set"), files = FileManager.default
    try files.copyItem(atPath: CanonProcess.projectFolder + "/Stems/pachelbel-canon", toPath: set)
    let server = try DummyServer.started("canon-test-reload")
    defer { server.stop() }
    let started = ContinuousClock.now
    let canon = try CanonProcess.play(set, on: server)
    let beginning = MusicTime(0, between: started...ContinuousClock.now)
    try canon.say("start violin-b beat:4", until: "violin-b", "play")
    try canon.say("start violin-a beat:2", until: "violin-a", "play")
    try files.moveItem(atPath: set + "/violin-b.flac", toPath: set + "/away")
    // At another rate, and back at the first one.
    for rate in [44100, 48000] {
      server.kill()
      let (lost, restarted) = (canon.output.count, ContinuousClock.now)
      try server.start(rate: rate)
      try canon.waitForLine("the reason is told", from: lost) {
        $0.contains("violin-b") && $0.contains("plays on with the samples that it had")
      }
      // A server under load has xruns, after which the clock is told, too: perhaps just before its end.
      let clock = try canon.waitForEvent("clock", from: canon.line(after: "connected", from: lost))
      let place = MusicTime(
        Double(try #require(clock["frame"] as? Int)) / Double(rate), between: restarted...ContinuousClock.now)
      // Reckoned twice, or not at all, it would be off by the seconds before the loss.
      #expect(abs(place.lead(since: beginning)) < 1)
    }
    try #expect(canon.quit() == 0)
  }
}
