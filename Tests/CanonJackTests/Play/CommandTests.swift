import CanonEngine
import CanonLiveSupport
import CanonStems
import Foundation
import Testing

/// Commands while canon plays: none is lost, whatever is in the way.
extension LiveTests.Commands {
  @Test("Commands before the music starts are received when it does")
  func earlyCommands() throws {
    let canon = try CanonProcess.start(on: .started("canon-test-early"))
    try canon.say("start violin-a now", until: "violin-a", "play")
    try #expect(canon.quit() == 0)
  }

  @Test("Commands while the server is away are received after the gap")
  func duringAnOutage() throws {
    let folder = try TestFolder()
    let server = try DummyServer.started("canon-test-away")
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server, "--journal", folder.file("away.journal"))
    server.kill()
    try canon.waitForEvent("lost")
    canon.say("start violin-a now")
    try canon.waitForLine("it is noted") { $0.contains("No JACK server. ") }
    try server.start()
    try canon.waitForEvent("changed", stem: "violin-a", state: "play")
    try #expect(canon.quit() == 0)
    let lines = try Journal(folder.file("away.journal")).lines
    let skip = try #require(lines.firstIndex { $0.contains(" skip ") })
    let start = try #require(lines.firstIndex { $0.hasSuffix("start violin-a now") })
    #expect(skip < start)
  }

  @Test("A locked stem cannot be started live; the refusal names its date, for people and for programs")
  func lockedStem() throws {
    let canon = try CanonProcess.start(
      "Schedules/advent-2015.toml", on: .started("canon-test-locked"), "--as-of", "2015-12-07")
    canon.say("start violin-d now")
    let refusal = try canon.waitForEvent("refused")
    #expect(refusal["opens"] as? String == "2015-12-20T00:00:00+09:00")
    #expect((refusal["message"] as? String)?.contains("is locked until 2015-12-20 (Asia/Tokyo)") == true)
    try canon.say("start all now", until: "violin-b", "play")
    #expect(!canon.hasTold("changed", stem: "violin-d"))
    try #expect(canon.quit() == 0)
  }

  @Test("With --json every line is an object, the answers to status, doors and help as well")
  func everyLineIsJSON() throws {
    let canon = try CanonProcess.start(
      "Schedules/advent-2015.toml", on: .started("canon-test-json"), "--as-of", "2015-12-07")
    try canon.say("start violin-b now", until: "violin-b", "play")
    canon.say("status")
    let status = try canon.waitForEvent("status")
    let stems = try #require(status["stems"] as? [[String: Any]])
    #expect(stems.map { $0["stem"] as? String }.prefix(3) == ["cello", "violin-a", "violin-b"])
    #expect(stems.map { $0["state"] as? String }.prefix(3) == ["play", "stop", "play"])
    #expect((status["preview"] as? String)?.hasPrefix("2015-12-07") == true)
    canon.say("doors")
    let doors = try #require(try canon.waitForEvent("doors")["doors"] as? [[String: Any]])
    #expect(
      doors.first { $0["stem"] as? String == "violin-d" }?["opens"] as? String == "2015-12-20T00:00:00+09:00")
    canon.say("help")
    try canon.waitForEvent("help")
    canon.say("stat")
    try canon.waitForEvent("refused")
    try #expect(canon.quit() == 0)
    for line in canon.output { #expect(EventLine(line) != nil, "\(line)") }
  }

  @Test("With --quiet only refusals and problems are reported, not the effects of commands")
  func quietly() throws {
    let canon = try CanonProcess.start(
      "Schedules/advent-2015.toml", on: .started("canon-test-quiet"), "--as-of", "2015-12-07", "--quiet")
    canon.say("start violin-b now")
    try waitUntil("violin-b plays") {
      canon.say("status")
      return canon.output.contains { $0.contains("violin-b") && $0.contains("play") }
    }
    canon.say("start violin-d now")
    try canon.waitForEvent("refused", stem: "violin-d")
    canon.say("start nobody")
    try canon.waitForEvent("refused")
    try #expect(canon.quit() == 0)
    for name in ["accepted", "changed", "rolling", "clock"] { #expect(!canon.hasTold(name), "\(name)") }
    #expect(!canon.errorOutput.contains { $0.contains("The base plays") }, "no greeting")
  }

  @Test("That the stems clip together is told when they are loaded, once in a performance")
  func clipping() throws {
    let folder = try TestFolder()
    var text = "title = \"Loud\"\n"
    for id in ["one", "two"] {
      var writer = try SoundWriter(
        path: folder.file("\(id).wav"), format: .wav16, sampleRate: .studio, channelCount: 1)
      try writer.write([Float](repeating: 0.75, count: 48_000))
      _ = try writer.finish()
      text += "[[stem]]\nid = \"\(id)\"\nfile = \"\(id).wav\"\nbase = true\n"
    }
    let set = try folder.write(text, to: "set.toml")
    let server = try DummyServer.started("canon-test-clips")
    defer { server.stop() }
    let canon = try CanonProcess.play(set, on: server)
    let note = try canon.waitForEvent("note")
    #expect(
      note["message"] as? String
        == "The stems reach +3.6 dBFS together, and the outputs clip above 0 dBFS. This avoids it: gain master -3.6"
    )
    // A server that comes back makes a performance go on; it begins no other one.
    server.kill()
    try canon.waitForEvent("lost")
    let start = canon.output.count
    try server.start()
    try canon.waitForEvent("clock", from: start)
    try canon.say("mute two now", until: "two", "mute")
    try #expect(canon.quit() == 0)
    #expect(canon.output.count { EventLine($0)?.isEvent("note", stem: nil, state: nil) ?? false } == 1)
  }
}
