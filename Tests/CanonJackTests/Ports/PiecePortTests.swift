import CanonLiveSupport
import CanonStems
import Foundation
import Testing

/// Ports of the pieces of a programme.
extension LiveTests.Ports {
  private static func names(_ outputs: String...) -> [String] {
    outputs.flatMap { ["canon:\($0)_1", "canon:\($0)_2"] }.sorted()
  }

  /// A programme of two sets. The stem of the first one that is not its base rings for two seconds.
  private static func programme(in folder: TestFolder) throws -> String {
    var writer = try SoundWriter(
      path: folder.file("bell.wav"), format: .wav32f, sampleRate: .studio, channelCount: 2)
    try writer.write((1...(2 * 3 * 48_000)).map { Float($0) / 1_048_576 })
    _ = try writer.finish()
    _ = try folder.writeFlatSet(
      "First", ["cello"], level: 0.1,
      more: "[[stem]]\nid = \"bell\"\nfile = \"bell.wav\"\nregion = \".. 48000\"\n")
    _ = try folder.write(
      "[[stem]]\nid = \"cello\"\nfile = \"flat.wav\"\nbase = true\n"
        + "[[stem]]\nid = \"oboe\"\nfile = \"flat.wav\"\n", to: "second/set.toml")
    try FileManager.default.copyItem(atPath: folder.file("flat.wav"), toPath: folder.file("second/flat.wav"))
    return try folder.write(
      "[[piece]]\nsource = \"set.toml\"\n[[piece]]\nsource = \"second/set.toml\"\n",
      to: "evening.programme.toml")
  }

  @Test(
    "The ports of a piece appear before it begins, those of the one before go once its release has rung out, and those of both stay"
  )
  func pieces() throws {
    let folder = try TestFolder()
    let path = try Self.programme(in: folder), journal = folder.file("live.journal")
    let server = try DummyServer.started("canon-test-piece-ports")
    defer { server.stop() }
    let canon = try CanonProcess.play(path, on: server, "--no-connect", "--journal", journal)
    let watcher = try #require(Watcher(server: server.name))
    defer { watcher.close() }
    var ports: [String] { watcher.ports(of: "canon").sorted() }
    #expect(ports == Self.names("master", "cello", "bell"))
    watcher.noteRegistrations()
    try canon.say("start bell now", until: "bell", "play")
    let capture = try CaptureClient(server: server.name)
    try capture.listen(to: "canon:bell")
    try waitUntil("the bell is heard") { capture.soundingFrames > 0 }
    func go(_ line: String, until event: String) throws {
      let start = canon.output.count
      canon.say(line)
      try canon.waitForEvent(event, from: start) {
        ($0["piece"] as? [String: Any])?["number"] as? Int == 2
      }
    }
    // The piece is there, and waits for a day.
    try go("goto piece 2 loop:100000", until: "reloads")
    #expect(ports == Self.names("master", "cello", "bell", "oboe"))
    #expect(!canon.hasTold("reloaded"))
    try waitUntil("that is told") { watcher.registered.contains("canon:oboe_2") }
    try go("goto piece 2", until: "reloaded")
    try waitUntil("the bell's ports are gone, and no others") {
      ports == Self.names("master", "cello", "oboe")
    }
    let registered = Set(watcher.registered.filter { $0.hasPrefix("canon:") })
    #expect(registered == Set(Self.names("oboe")), "the cello's are the same as before")
    try #expect(canon.quit() == 0)
    // The release was heard to its end.
    let comparison = try Comparison(
      capture.finish(), lines: canon.output, source: nil, journal: journal, part: "bell",
      fromFirstSound: true)
    #expect(comparison.frames > 2 * 48_000)
    #expect(comparison.different == 0, "\(comparison.summary)")
  }
}
