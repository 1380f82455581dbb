import CanonLiveSupport
import Foundation
import Testing

/// Commands while canon plays: none is lost, whatever is in the way.
extension LiveTests.Commands {
  @Test("What is said before the music starts is received when it does")
  func earlyCommands() throws {
    let server = DummyServer("canon-test-early")
    try server.start()
    defer { server.stop() }
    let canon = try CanonProcess(["play", "Schedules/always.toml", "--json", "--server", server.name])
    canon.say("start violin-a now")
    try canon.waitForLine("violin-a plays") {
      EventLine($0)?.isEvent("changed", stem: "violin-a", state: "play") ?? false
    }
    canon.say("quit")
    try #expect(canon.finish() == 0)
  }

  @Test("What is said while the server is away is received after the gap, not before it")
  func duringAnOutage() throws {
    let folder = try TestFolder()
    let server = DummyServer("canon-test-away")
    try server.start()
    defer { server.stop() }
    let canon = try CanonProcess([
      "play", "Schedules/always.toml", "--json", "--server", server.name, "--journal",
      folder.file("away.journal"),
    ])
    try canon.waitForLine("the clock runs") { EventLine($0)?.isEvent("clock") ?? false }
    server.kill()
    try canon.waitForLine("the loss is told") { EventLine($0)?.isEvent("lost") ?? false }
    canon.say("start violin-a now")
    try canon.waitForLine("it is noted") { $0.contains("There is no server now") }
    try server.start()
    try canon.waitForLine("violin-a plays") {
      EventLine($0)?.isEvent("changed", stem: "violin-a", state: "play") ?? false
    }
    canon.say("quit")
    try #expect(canon.finish() == 0)
    let lines = try Journal(folder.file("away.journal")).lines
    let skip = try #require(lines.firstIndex { $0.contains(" skip ") })
    let start = try #require(lines.firstIndex { $0.hasSuffix("start violin-a now") })
    #expect(skip < start)
  }

  @Test("A locked stem cannot be started live; the refusal names its date, for people and for programs")
  func lockedStem() throws {
    let server = DummyServer("canon-test-locked")
    try server.start()
    defer { server.stop() }
    let canon = try CanonProcess([
      "play", "Schedules/advent-2015.toml", "--as-of", "2015-12-07", "--json", "--server", server.name,
    ])
    canon.say("start violin-d now")
    let line = try canon.waitForLine("the refusal") { EventLine($0)?.isEvent("refused") ?? false }
    #expect(EventLine(line)?["opens"] as? String == "2015-12-20T00:00:00+09:00")
    #expect(
      (EventLine(line)?["message"] as? String)?.contains("is locked until 2015-12-20 (Asia/Tokyo)") == true)
    canon.say("start all now")
    try canon.waitForLine("violin-b, whose door is open, plays") {
      EventLine($0)?.isEvent("changed", stem: "violin-b", state: "play") ?? false
    }
    #expect(!canon.output.contains { EventLine($0)?.isEvent("changed", stem: "violin-d") ?? false })
    canon.say("quit")
    try #expect(canon.finish() == 0)
  }
}
