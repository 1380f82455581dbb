import CanonLiveSupport
import CanonTestSupport
import Foundation
import Testing

/// A set that is edited and read again while JACK plays it.
extension LiveTests.LiveIsOffline {
  @Test(
    "A performance captured across reloads equals its journal, rendered from the journal alone",
    arguments: [64, 1024])
  func reloads(period: Int) throws {
    let folder = try TestFolder()
    try FileManager.default.copyItem(
      atPath: CanonProcess.projectFolder + "/Stems/pachelbel-canon", toPath: folder.file("canon"))
    let set = folder.file("canon/set.toml"), journal = folder.file("live.journal")
    func edit(_ change: (String) -> String) throws {
      try change(String(contentsOfFile: set, encoding: .utf8)).write(
        toFile: set, atomically: true, encoding: .utf8)
    }
    let server = try DummyServer.started("canon-test-reload", period: period)
    defer { server.stop() }
    let capture = try CaptureClient(server: server.name)
    let canon = try CanonProcess.play(
      set, on: server, "--connect", CaptureClient.name, "--journal", journal)
    func reload(_ line: String) throws -> EventLine {
      let start = canon.output.count
      canon.say(line)
      return try canon.waitForEvent("reloaded", from: start)
    }
    try canon.say("start violin-a now", until: "violin-a", "play")
    try canon.say("start violin-b now", until: "violin-b", "play")
    // A stem leaves, another one comes with ports of its own, the cello is softer.
    try edit { text in
      text.replacing("id    = \"violin-b\"", with: "id    = \"descant\"")
        .replacing("base  = true\ngain  = -5.3", with: "base  = true\ngain  = -9")
    }
    var told = try reload("reload beat")
    #expect(told["added"] as? [String] == ["descant"] && told["removed"] as? [String] == ["violin-b"])
    #expect(told["changed"] as? [String] == ["cello"])
    try canon.say("start descant now", until: "descant", "play")
    let watcher = try #require(Watcher(server: server.name))
    #expect(watcher.ports(of: "canon").contains("canon:descant_1"))
    // The port of a stem that has left goes when the stem is silent.
    try waitUntil("the port is gone") { !watcher.ports(of: "canon").contains("canon:violin-b_1") }
    watcher.close()
    // Another file with the same name, and everything as it was otherwise.
    try FileManager.default.removeItem(atPath: folder.file("canon/violin-c.flac"))
    try FileManager.default.copyItem(
      atPath: folder.file("canon/violin-a.flac"), toPath: folder.file("canon/violin-c.flac"))
    told = try reload("reload beat")
    #expect(told["changed"] as? [String] == ["violin-c"])
    try canon.say("start violin-c now", until: "violin-c", "play")
    // Half the tempo: the loops are as long as before, the bars are twice as long, and the music goes on in the same bar.
    try edit { text in
      text.replacing("tempo = 80 ", with: "tempo = 40 ")
        .replacing("loop  = \"8 bars\"", with: "loop  = \"4 bars\"")
    }
    told = try reload("reload beat")
    let (frame, position) = (told["frame"] as? Int, told["position"] as? Int)
    #expect(try #require(position) == 2 * (try #require(frame)), "a beat has twice the frames")
    let heard = capture.soundingFrames
    try waitUntil("a second of it") { capture.soundingFrames > heard + 48_000 }
    try #expect(canon.quit() == 0)
    let recording = capture.finish()
    // What was played is in the journal, whatever has become of the set.
    try edit { _ in "tempo = 90\n" }
    let comparison = try Comparison(recording, lines: canon.output, source: nil, journal: journal)
    #expect(comparison.positions?.lowerBound == 0, "the first downbeat was captured")
    #expect(comparison.frames > 100_000)
    #expect(comparison.different == 0, "\(comparison.summary)")
  }
}
