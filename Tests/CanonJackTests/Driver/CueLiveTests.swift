import CanonLiveSupport
import Foundation
import Testing

extension LiveTests.LiveIsOffline {
  @Test("So does the cue bus, and the master has nothing of it", arguments: [64, 1024])
  func theCueBusEqualsItsRendering(period: Int) throws {
    let set = try FullSet()
    let server = try DummyServer.started("canon-test-cue", period: period)
    defer { server.stop() }
    let play = try CapturedPlay(set.path, on: server)
    let canon = play.canon
    let headphones = try CaptureClient(server: server.name, name: "headphones")
    // Its ports are there from the first use on. The two come one after the other.
    canon.say("click on")
    try waitUntil("the cue bus has ports") {
      headphones.leave("canon:cue")
      return (try? headphones.listen(to: "canon:cue")) != nil
    }
    func listen(_ frames: Int) throws {
      let before = headphones.soundingFrames
      try waitUntil("the cue bus is heard") { headphones.soundingFrames > before + frames }
    }
    canon.say("cue flute organ")
    try listen(20_000)
    canon.say("send cello cue -6")
    // What plays is in the music, and back on the cue bus afterwards.
    try canon.say("start flute now", until: "flute", "play")
    canon.say("gain flute -4")
    try canon.say("mute flute now", until: "flute", "mute")
    try canon.say("stop flute now", until: "flute", "stop")
    canon.say("send cello cue off")
    canon.say("cue all off")
    // A start from silence is counted in.
    var start = canon.output.count
    canon.say("stop cello bass now")
    for base in ["cello", "bass"] {
      try canon.waitForEvent("changed", stem: base, state: "stop", from: start)
    }
    canon.say("count-in 2 bars")
    start = canon.output.count
    canon.say("start flute bar")
    let counted = try canon.waitForEvent("accepted", stem: "flute", from: start)
    try canon.waitForEvent("changed", stem: "flute", state: "play", from: start)
    canon.say("cue drum")
    canon.say("seek bar 1")
    try listen(5000)
    canon.say("click off")
    canon.say("cue drum off")
    try canon.say("start organ now", until: "organ", "play")
    let (_, frames) = try play.end()
    let recording = headphones.finish()
    #expect(!canon.hasTold("refused"))
    #expect(frames > 20_000)
    // Two bars of a sixth of a second.
    #expect((counted["in_seconds"] as? Double ?? 0) > 0.3)
    let comparison = try Comparison(
      recording, lines: canon.output, source: set.path, journal: play.journal, part: "cue",
      fromFirstSound: true)
    #expect(comparison.frames > 20_000)
    #expect(comparison.different == 0, "\(comparison.summary)")
    try expectMasterWithoutCue(play.journal, of: set)
  }

  /// Expects that a performance whose journal is rendered already has the same master without everything that is for the cue bus alone. A
  /// count-in stays: it moves starts.
  private func expectMasterWithoutCue(_ journal: String, of set: FullSet) throws {
    let lines = try String(contentsOfFile: journal, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let kept = lines.filter { line in
      !(line.hasPrefix("@") && [" cue ", " click ", " send "].contains { line.contains($0) })
    }
    #expect(kept.count < lines.count - 5)
    let other = journal + ".without"
    try kept.joined(separator: "\n").write(toFile: other, atomically: true, encoding: .utf8)
    let render = try CanonProcess.run(
      ["render", set.path, "-o", other + ".wav", "--score", other, "--format", "wav32f"])
    try #require(render.status == 0, "\(render.errors)")
    let (with, without) = (try StereoFile(journal + ".wav"), try StereoFile(other + ".wav"))
    #expect(with.left.map(\.bitPattern) == without.left.map(\.bitPattern))
    #expect(with.right.map(\.bitPattern) == without.right.map(\.bitPattern))
    #expect(with.left.contains { $0 != 0 })
  }
}
