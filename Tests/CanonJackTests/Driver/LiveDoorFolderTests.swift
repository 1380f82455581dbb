import CanonEngine
import CanonLiveSupport
import CanonStems
import CanonTestSupport
import Foundation
import Testing

/// Files that are dropped into the folder of a set while JACK plays it.
extension LiveTests.LiveIsOffline {
  /// Noise that no other number gives.
  private func noise(_ frames: Int, _ number: UInt64, at rate: SampleRate = .studio, to path: String) throws {
    var state = number &* 0x9E37_79B9_7F4A_7C15 | 1
    let samples = (0..<(2 * frames)).map { _ -> Float in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Float(state % 4001) / 40_000 - 0.05
    }
    var writer = try SoundWriter(path: path, format: .wav32f, sampleRate: rate, channelCount: 2)
    try writer.write(samples)
    _ = try writer.finish()
  }

  @Test(
    "Files dropped while canon plays become stems without a dropout, half-written ones once they are complete; the capture equals the journal's rendering",
    arguments: [64, 1024])
  func dropped(period: Int) throws {
    let folder = try TestFolder(), set = folder.file("set"), files = FileManager.default
    try files.createDirectory(atPath: set, withIntermediateDirectories: false)
    try noise(96_000, 1, to: set + "/base.wav")
    try noise(96_000, 2, to: set + "/violin.wav")
    _ = try folder.write(
      "[[stem]]\nid = \"base\"\nfile = \"base.wav\"\nbase = true\n[[stem]]\nid = \"violin\"\nfile = \"violin.wav\"\n",
      to: "set/set.toml")
    let schedule = try folder.write("set = \"set\"\ntime_zone = \"UTC\"\nwatch = true\n", to: "doors.toml")
    // Prepared elsewhere: at another rate, in the past; and one whose day no test will see.
    try noise(44_100, 3, at: SampleRate(hertz: 44_100)!, to: folder.file("bell.wav"))
    try noise(96_000, 4, to: folder.file("star.wav"))
    let journal = folder.file("live.journal")
    let server = try DummyServer.started("canon-test-folder", period: period)
    defer { server.stop() }
    let capture = try CaptureClient(server: server.name)
    let canon = try CanonProcess.play(
      schedule, on: server, "--connect", CaptureClient.name, "--journal", journal)
    try canon.say("start violin now", until: "violin", "play")

    // The first half stays alone for longer than a complete file would be waited for.
    let bell = try Data(contentsOf: URL(fileURLWithPath: folder.file("bell.wav")))
    let dropped = set + "/2020-01-01_bell.wav"
    files.createFile(atPath: dropped, contents: bell.prefix(bell.count / 2))
    var heard = capture.soundingFrames
    try waitUntil("four seconds of it") { capture.soundingFrames > heard + 4 * 48_000 }
    #expect(!canon.hasTold("reloaded"))
    #expect(!canon.output.contains { $0.contains("left-alone") }, "half of it is not told")
    let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: dropped))
    try writer.seekToEnd()
    try writer.write(contentsOf: bell.dropFirst(bell.count / 2))
    try writer.close()
    let told = try canon.waitForEvent("reloaded")
    #expect(told["by"] as? String == "folder" && told["added"] as? [String] == ["bell"])
    #expect((told["frame"] as? Int)?.isMultiple(of: 96_000) == true, "on a boundary")
    let named = (told["files"] as? [[String: String]])?.first
    #expect(
      named == ["file": "2020-01-01_bell.wav", "stem": "bell", "opens": "2020-01-01T00:00:00+00:00"])
    try canon.say("start bell", until: "bell", "play")

    // A bad one is told, and a locked one is a stem that cannot start.
    var start = canon.output.count
    _ = try folder.write("no sound", to: "set/2020-01-02_bad.wav")
    try canon.waitForNote("file-left-alone", naming: "2020-01-02_bad.wav", from: start)
    #expect(!canon.hasTold("reloaded", from: start))
    start = canon.output.count
    try files.moveItem(atPath: folder.file("star.wav"), toPath: set + "/9998-12-24_star.wav")
    try canon.waitForEvent("reloaded", from: start)
    canon.say("start star now")
    #expect(try canon.waitForEvent("refused", stem: "star", from: start)["code"] as? String == "locked")
    start = canon.output.count
    canon.say("replace violin 9998-12-24_star.wav now")
    let refused = try canon.waitForEvent("refused", from: start)
    #expect(refused["code"] as? String == "locked" && refused["opens"] != nil, "\(refused)")
    #expect((refused["message"] as? String)?.contains("star") == true, "\(refused)")

    heard = capture.soundingFrames
    try waitUntil("two more loops") { capture.soundingFrames > heard + 2 * 96_000 }
    try #expect(canon.quit() == 0)
    #expect(!canon.hasTold("skipped"))
    let recording = capture.finish()
    try files.removeItem(atPath: set + "/set.toml")
    let comparison = try Comparison(recording, lines: canon.output, source: nil, journal: journal)
    #expect(comparison.positions?.lowerBound == 0, "the first downbeat was captured")
    #expect(comparison.frames > 500_000)
    #expect(comparison.frames == comparison.positions?.count, "every frame was captured")
    #expect(comparison.different == 0, "\(comparison.summary)")
  }
}
