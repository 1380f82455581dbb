import CanonEngine
import CanonLiveSupport
import CanonStems
import CanonTestSupport
import Foundation
import Testing

/// A long stem, of which a few seconds are in memory.
extension LiveTests.LiveIsOffline {
  @Test("So does one with a long stem that is read while it plays, wherever the music goes")
  func windowsEqualTheirRendering() throws {
    let set = try NoiseSet(), folder = set.folder
    // Forty seconds, of which the window has room for twenty.
    var writer = try SoundWriter(
      path: folder.file("long.wav"), format: .wav16, sampleRate: .studio, channelCount: 1)
    var random = SplitMix64(seed: 6)
    try writer.write((0..<(160 * NoiseSet.loop)).map { _ in random.sample() / 8 })
    _ = try writer.finish()
    let text = try String(contentsOfFile: folder.file("set.toml"), encoding: .utf8)
    try folder.write((text + "[[stem]]\nid = \"long\"\nfile = \"long.wav\"\n").utf8, to: "set.toml")
    let server = try DummyServer.started("canon-test-window", period: 1024)
    defer { server.stop() }
    let play = try CapturedPlay(
      folder.path, on: server,
      environment: ["CANON_WHOLE_SAMPLES": "1000000", "XDG_CACHE_HOME": folder.file("cache")])
    let canon = play.canon
    try canon.say("start long now", until: "long", "play")
    for line in ["seek 10 s", "seek 30 s", "seek 20 s", "seek -15 s"] {
      let start = canon.output.count
      canon.say(line)
      try canon.waitForEvent("seeks", from: start)
      // For two loops, which are half a second.
      try canon.say("start violin-a", until: "violin-a", "play")
      try canon.say("stop violin-a", until: "violin-a", "stop")
    }
    let (_, frames) = try play.end()
    #expect(frames > 48_000)
    #expect(!canon.hasTold("refused"))
    #expect(!canon.output.contains { $0.contains("samples-late") })
    // It was read from there: files like this one are not kept otherwise.
    let cache = folder.file("cache/canon/samples")
    let sizes = try FileManager.default.contentsOfDirectory(atPath: cache).map { name in
      try FileManager.default.attributesOfItem(atPath: cache + "/" + name)[.size] as? Int
    }
    #expect(sizes.contains(64 + 2 * 160 * NoiseSet.loop))
  }
}
