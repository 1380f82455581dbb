import CanonLiveSupport
import Foundation
import Testing

/// Promise 3: what JACK was given is what rendering the journal gives, bit for bit.
extension LiveTests.LiveIsOffline {
  @Test(
    "A performance captured through JACK equals its journal rendered offline", arguments: [64, 256, 1000])
  func captureEqualsRender(period: Int) throws {
    let server = try DummyServer.started("canon-test-live", period: period)
    defer { server.stop() }
    let play = try CapturedPlay(on: server)
    let canon = play.canon
    // Changes of every kind: at once, on beats, pending and taken back, levels.
    try canon.say("press violin-a now", until: "violin-a", "play")
    try canon.say("start violin-c beat", until: "violin-c", "play")
    canon.say("gain violin-c -12")
    canon.say("pan violin-a 0.7")
    try canon.say("mute violin-a beat", until: "violin-a", "mute")
    canon.say("press violin-e")
    canon.say("press violin-e")
    try canon.say("stop violin-c now", until: "violin-c", "stop")
    try canon.say("start violin-d beat:3", until: "violin-d", "play")
    let (recording, frames) = try play.end()
    #expect(frames > 100_000)
    #expect(recording.left.contains { $0 != 0 })
  }

  @Test(
    "A command that has waited is received on the announced frame, within a period too; seeks and halts render alike",
    arguments: [64, 1000])
  func whatWaitsIsOnItsFrame(period: Int) throws {
    let server = try DummyServer.started("canon-test-waits", period: period)
    defer { server.stop() }
    let play = try CapturedPlay(on: server)
    let canon = play.canon
    var announced: [Int] = []
    // One goes to the engine at once, the other is kept first; neither is on a multiple of a period.
    for (line, stem) in [
      ("in 12345 frames start violin-a now", "violin-a"), ("in 1234 ms start violin-c now", "violin-c"),
    ] {
      let start = canon.output.count
      canon.say(line)
      announced.append(try #require(try canon.waitForEvent("waits", from: start)["frame"] as? Int))
      try canon.waitForEvent("changed", stem: stem, state: "play", from: start)
    }
    // The music moves on, and back; what is captured is compared with the rendering from beginning to end.
    for (line, place) in [
      ("seek bar 30", 29 * 144_000), ("seek -20000 frames", nil), ("in 4321 frames seek bar 2", 144_000),
    ] {
      let start = canon.output.count
      canon.say(line)
      let event = try canon.waitForEvent("seeks", from: start)
      if let place { #expect(event["position"] as? Int == place) }
    }
    // It stands still, and goes on.
    var stand: [Int] = []
    for (line, event) in [
      ("freeze", "frozen"), ("resume", "goes-on"), ("freeze bar 9", "frozen"),
      ("in 5000 frames resume", "goes-on"),
    ] {
      let start = canon.output.count
      canon.say(line)
      stand.append(try #require(try canon.waitForEvent(event, from: start)["position"] as? Int))
    }
    #expect(stand[0] == stand[1] && stand[2...] == [1_152_000, 1_152_000])
    try canon.say("stop violin-a now", until: "violin-a", "stop")
    _ = try play.end()
    let lines = try Journal(play.journal).lines
    #expect(lines.contains("@\(announced[0]) start violin-a now"))
    #expect(lines.contains("@\(announced[1]) start violin-c now"))
  }

  @Test(
    "So does one with scenes, solos, fades, groups, follow actions, replacements and every quantum",
    arguments: [64, 1000])
  func everythingEqualsItsRendering(period: Int) throws {
    let set = try FullSet()
    let server = try DummyServer.started("canon-test-full", period: period)
    defer { server.stop() }
    let play = try CapturedPlay(set.path, on: server)
    let canon = play.canon
    try canon.say("scene verse", until: "violin-a", "play")
    canon.say("gain cello -20 over 3 beats")
    canon.say("pan cello -0.6 beat over 1 loop")
    // Two loops more, and violin-a has let violin-b follow; of the group only one sounds.
    try canon.waitForEvent("changed", stem: "violin-b", state: "play")
    try canon.waitForEvent("changed", stem: "violin-a", state: "stop")
    canon.say("replace violin-a take-2.wav loop")
    try canon.waitForEvent("replaced", stem: "violin-a")
    try canon.say("press violin-a", until: "violin-a", "play")
    canon.say("solo drum cello alone beat")
    try canon.say("start flute", until: "flute", "play")
    canon.say("solo flute")
    try canon.say("start bell now", until: "bell", "stop")
    canon.say("solo off bar")
    try canon.say("start horn", until: "horn", "stop")
    try canon.say("start choir-a loop", until: "choir-a", "play")
    // Whichever the seed draws; then one that may sound by now, and may not.
    try canon.waitForEvent("changed", state: "play") { $0["by"] as? String == "follow" }
    canon.say("press choir-b beat")
    try canon.say("stop drum", until: "drum", "stop")
    try canon.say("stop organ stem:2", until: "organ", "stop")
    canon.say("gain master -6 bar over 400 ms")
    try canon.say("start free cycle", until: "free", "play")
    try canon.say("scene finale", until: "bass", "play")
    try canon.say("mute flute", until: "flute", "mute")
    let (_, frames) = try play.end()
    #expect(!canon.hasTold("refused"))
    #expect(frames > 100_000)
    let words = try Set(Journal(play.journal).lines.compactMap { $0.split(separator: " ").dropFirst().first })
    #expect(
      words.isSuperset(of: ["start", "stop", "mute", "press", "gain", "pan", "solo", "replace", "quit"]))
  }
}
