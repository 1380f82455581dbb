import CanonLiveSupport
import Foundation
import Testing

extension LiveTests.LiveIsOffline {
  @Test("So does one that repeats a section, and leaves it", arguments: [64, 1024])
  func sectionsEqualTheirRendering(period: Int) throws {
    let set = try FullSet()
    let server = try DummyServer.started("canon-test-section", period: period)
    defer { server.stop() }
    let play = try CapturedPlay(set.path, on: server)
    let canon = play.canon
    try canon.say("scene verse", until: "violin-a", "play")
    for (line, event) in [
      ("section 0.05 s .. 0.12 s", "section"), ("section off", "section-off"),
      ("section 0 s .. 0.1 s then 0.05 s", "section"), ("section off", "section-off"),
    ] {
      let start = canon.output.count
      canon.say(line)
      try canon.waitForEvent(event, from: start)
      try canon.say("start flute now", until: "flute", "play")
      try canon.say("stop flute loop", until: "flute", "stop")
    }
    let (_, frames) = try play.end()
    #expect(!canon.hasTold("refused"))
    #expect(frames > 10_000)
    #expect(try Journal(play.journal).lines.count { $0.contains(" section ") } == 4)
  }

  @Test("So does a song of named sections, whose course people change", arguments: [64, 1024])
  func songsEqualTheirRendering(period: Int) throws {
    let set = try NoiseSet()
    let sections = """
      [[section]]
      id = "verse"
      bars = "1 .. 6"
      then = "chorus"
      [[section]]
      id = "chorus"
      bars = "9 .. 13"
      then = "verse"
      [[section]]
      id = "bridge"
      bars = "13 .. 17"
      """
    let text = try String(contentsOfFile: set.folder.file("set.toml"), encoding: .utf8)
      .replacing("loop = \"1 bars\"", with: "loop = \"16 bars\"")
    try set.folder.write((text + sections).utf8, to: "set.toml")
    let server = try DummyServer.started("canon-test-song", period: period)
    defer { server.stop() }
    let play = try CapturedPlay(set.folder.path, on: server)
    let canon = play.canon
    func comes(_ section: String, after line: String? = nil) throws {
      let start = canon.output.count
      if let line { canon.say(line) }
      try canon.waitForEvent("entered", from: start) { $0["section"] as? String == section }
    }
    try comes("chorus")
    try canon.say("start violin-a", until: "violin-a", "play")
    try comes("bridge", after: "goto bridge bar")
    try comes("chorus", after: "previous bar")
    try comes("verse")
    let (_, frames) = try play.end()
    #expect(!canon.hasTold("refused"))
    #expect(frames > 48_000)
  }

  @Test("So does a programme, across a segue and a gap", arguments: [64, 1024])
  func programmesEqualTheirRendering(period: Int) throws {
    let (noise, full) = (try NoiseSet(), try FullSet())
    let programme = """
      [[piece]]
      source = "set.toml"
      loops = 6
      [[piece]]
      source = "\(String(repeating: "../", count: 12))\(full.path.dropFirst())"
      gap = "100 ms"
      [[piece]]
      source = "set.toml"
      title = "Once more"
      """
    try noise.folder.write(programme.utf8, to: "evening.programme.toml")
    let server = try DummyServer.started("canon-test-segue", period: period)
    defer { server.stop() }
    let play = try CapturedPlay(noise.folder.file("evening.programme.toml"), isProgramme: true, on: server)
    let canon = play.canon
    try canon.say("start violin-b now", until: "violin-b", "play")
    let second = try canon.waitForEvent("reloaded")
    #expect((second["piece"] as? [String: Any])?["number"] as? Int == 2)
    try canon.say("start organ now", until: "organ", "play")
    let start = canon.output.count
    canon.say("next")
    let third = try canon.waitForEvent("reloaded", from: start)
    #expect((third["piece"] as? [String: Any])?["title"] as? String == "Once more")
    try canon.say("start violin-a now", until: "violin-a", "play")
    let (_, frames) = try play.end()
    #expect(!canon.hasTold("refused"))
    #expect(frames > 48_000)
    #expect(try Journal(play.journal).lines.count { $0.contains(" edition ") } == 2)
  }
}
