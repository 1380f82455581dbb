import CanonLiveSupport
import Foundation
import Testing

/// Stems that cannot be read again when the server returns with another rate.
extension LiveTests.ServerLoss {
  @Test("The music waits for a missing file, and then goes on where it would be")
  func missingFile() throws {
    let folder = try TestFolder()
    let set = folder.file("set"), files = FileManager.default
    try files.copyItem(atPath: CanonProcess.projectFolder + "/Stems/pachelbel-canon", toPath: set)
    let server = DummyServer("canon-test-reload")
    try server.start()
    defer { server.stop() }
    let canon = try CanonProcess(["play", set, "--json", "--server", server.name])
    try canon.waitForLine("the clock runs") { EventLine($0)?.isEvent("clock") ?? false }
    let began = Date()
    canon.say("start violin-b beat:4")
    try canon.waitForLine("three seconds have passed") {
      EventLine($0)?.isEvent("changed", stem: "violin-b", state: "play") ?? false
    }
    canon.say("start violin-a beat:2")
    try canon.waitForLine("and more") {
      EventLine($0)?.isEvent("changed", stem: "violin-a", state: "play") ?? false
    }
    try files.moveItem(atPath: set + "/violin-b.flac", toPath: set + "/away")
    server.kill()
    let lost = canon.output.count
    try server.start(rate: 44100)
    try canon.waitForLine("the reason is told", from: lost) { $0.contains("The music cannot go on yet") }
    try files.moveItem(atPath: set + "/away", toPath: set + "/violin-b.flac")
    let line = try canon.waitForLine("the clock runs again", from: lost) {
      EventLine($0)?.isEvent("clock") ?? false
    }
    let passed = Date().timeIntervalSince(began)
    let position = try #require(EventLine(line)?["frame"] as? Int)
    // Reckoned twice, or not at all, it would be off by the seconds before the loss.
    #expect(abs(Double(position) / 44100 - passed) < 1)
    canon.say("quit")
    try #expect(canon.finish() == 0)
  }
}
