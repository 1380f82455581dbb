import CanonLiveSupport
import Foundation
import Testing

/// Pads that are bound while canon plays.
extension LiveTests.Control {
  @Test(
    "The next pad does what was learned, on its frame, and again at the next start; what it did before it does no more"
  )
  func midiLearning() throws {
    let server = try DummyServer.started("canon-test-midi-learning")
    defer { server.stop() }
    let pad = try MIDIClient(server: server.name)
    defer { pad.close() }
    let map = try MIDIMapFolder("[note]   # pads\n40 = \"panic\"\n")
    var canon = try CanonProcess.play(on: server, "--midi", "--no-connect", environment: map.environment)
    try waitUntil("the pad is connected") { pad.connections == ["canon:control_in"] }
    canon.say("learn violin-a start now")
    try canon.waitForEvent("note") { $0["code"] as? String == "learning" }
    // The end of a press, and a knob on its way down, are none.
    pad.send([[0x80, 40, 0], [0xB0, 7, 20], [0x93, 40, 100], [0x83, 40, 0]])
    let learned = try canon.waitForEvent("note") { $0["code"] as? String == "learned" }
    #expect((learned["message"] as? String)?.contains("note 40 does \"start violin-a now\"") == true)
    #expect(try map.text() == "[note]   # pads\n40 = \"start violin-a now\"\n")
    // What a pad asked for would come before what is said now.
    canon.say("gain violin-a -3")
    try canon.waitForEvent("level", stem: "violin-a")
    #expect(!canon.output.contains { $0.contains("\"panic\"") }, "the pad only taught")
    for _ in 1...2 {
      try canon.awaitSamples(of: "violin-a")
      let clock = ClockMap(canon.output)
      let start = canon.output.count
      pad.send([[0x90, 40, 100]], after: 33)
      let sent = try #require(clock.position(at: try pad.flush()))
      let event = try canon.waitForEvent("changed", stem: "violin-a", state: "play", from: start)
      #expect(event["frame"] as? Int == Int(sent))
      try #expect(canon.quit() == 0)
      canon = try CanonProcess.play(on: server, "--midi", "--no-connect", environment: map.environment)
      try waitUntil("the pad is connected") { pad.connections == ["canon:control_in"] }
    }
    try #expect(canon.quit() == 0)
  }

  @Test(
    "What cannot be learned is refused, and a file that cannot be changed stays; the pad does what it did")
  func midiNotLearned() throws {
    let server = try DummyServer.started("canon-test-midi-learning")
    defer { server.stop() }
    let pad = try MIDIClient(server: server.name)
    defer { pad.close() }
    let map = try MIDIMapFolder("note = { 40 = \"start violin-b now\" }\n")
    let canon = try CanonProcess.play(on: server, "--midi", "--no-connect", environment: map.environment)
    try waitUntil("the pad is connected") { pad.connections == ["canon:control_in"] }
    canon.say("learn nobody press")
    try canon.waitForEvent("refused") { $0["code"] as? String == "unknown-stem" }
    canon.say("learn violin-a press")
    try canon.waitForEvent("note") { $0["code"] as? String == "learning" }
    pad.send([[0x90, 41, 100]])
    try canon.waitForEvent("note") { $0["code"] as? String == "not-learned" }
    #expect(try map.text() == "note = { 40 = \"start violin-b now\" }\n")
    pad.send([[0x90, 40, 100]])
    try canon.waitForEvent("changed", stem: "violin-b", state: "play")
    canon.say("learn violin-a press")
    canon.say("learn off")
    let start = canon.output.count
    canon.say("stop violin-b now")
    try canon.waitForEvent("changed", stem: "violin-b", state: "stop", from: start)
    pad.send([[0x90, 40, 100]])
    try canon.waitForEvent("changed", stem: "violin-b", state: "play", from: start)
    try #expect(canon.quit() == 0)
  }

  @Test("Without --midi there is nothing to learn from")
  func noMIDIToLearnFrom() throws {
    let server = try DummyServer.started("canon-test-midi-learning")
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server, "--no-connect")
    canon.say("learn violin-a press")
    let refused = try canon.waitForEvent("refused") { $0["code"] as? String == "no-learner" }
    #expect((refused["message"] as? String)?.contains("--midi") == true)
    try #expect(canon.quit() == 0)
  }

  @Test("A set's own map plays without an option, on the frame; its pads are not learned, others are")
  func midiOfSet() throws {
    let server = try DummyServer.started("canon-test-midi-set")
    defer { server.stop() }
    let pad = try MIDIClient(server: server.name)
    defer { pad.close() }
    let (map, set) = (try MIDIMapFolder("[note]\n50 = \"panic\"\n"), try NoiseSet())
    let path = set.folder.file("set.toml")
    let text =
      try String(contentsOfFile: path, encoding: .utf8) + "[midi.note]\n50 = \"start violin-a now\"\n"
    try set.folder.write(text.utf8, to: "set.toml")
    let canon = try CanonProcess.play(path, on: server, "--no-connect", environment: map.environment)
    let note = try canon.waitForEvent("note") { ($0["code"] as? String) == "midi" }
    #expect((note["message"] as? String)?.contains("set.toml") == true)
    try waitUntil("the pad is connected") { pad.connections == ["canon:control_in"] }
    try canon.awaitSamples(of: "violin-a")
    let (clock, played) = (ClockMap(canon.output), canon.output.count)
    pad.send([[0x90, 50, 100]], after: 33)
    let sent = try #require(clock.position(at: try pad.flush()))
    let event = try canon.waitForEvent("changed", stem: "violin-a", state: "play", from: played)
    #expect(event["frame"] as? Int == Int(sent))
    canon.say("learn violin-b start now")
    try canon.waitForEvent("note") { $0["code"] as? String == "learning" }
    pad.send([[0x90, 50, 100]])
    let refused = try canon.waitForEvent("note") { $0["code"] as? String == "not-learned" }
    #expect((refused["message"] as? String)?.contains("set.toml") == true)
    let start = canon.output.count
    canon.say("learn violin-b start now")
    try canon.waitForEvent("note", from: start) { $0["code"] as? String == "learning" }
    pad.send([[0x90, 51, 100]])
    try canon.waitForEvent("note") { $0["code"] as? String == "learned" }
    #expect(try map.text().contains("51 = \"start violin-b now\"") == true)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    try #expect(canon.quit() == 0)
  }
}
