import CanonLiveSupport
import Testing

extension LiveTests.LiveIsOffline {
  @Test("So does one in other tempos and keys, and what is asked for meanwhile", arguments: [64, 1024])
  func playbackEqualsItsRendering(period: Int) throws {
    let set = try FullSet()
    let server = try DummyServer.started("canon-test-playback", period: period)
    defer { server.stop() }
    let play = try CapturedPlay(set.path, on: server)
    let canon = play.canon
    try canon.say("scene verse", until: "violin-a", "play")
    try canon.say("start flute", until: "flute", "play")
    for (line, tempo, key) in [
      ("tempo 115 % beat", "115 %", "original"), ("key -2 bar", "115 %", "-2"),
      ("tempo 500", "500", "-2"), ("tempo original now", "original", "-2"),
    ] {
      let start = canon.output.count
      canon.say(line)
      canon.say("gain cello -20 over 3 beats")
      let event = try canon.waitForEvent("reloaded", from: start)
      #expect(event["tempo"] as? String == tempo && event["key"] as? String == key)
      try canon.say("mute flute beat", until: "flute", "mute")
      try canon.say("unmute flute now", until: "flute", "play")
    }
    let (_, frames) = try play.end()
    #expect(!canon.hasTold("refused"))
    #expect(frames > 30_000)
    #expect(try Journal(play.journal).lines.count { $0.contains(" edition ") } == 4)
  }
}
