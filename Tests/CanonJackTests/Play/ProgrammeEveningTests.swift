import CanonLiveSupport
import Foundation
import Testing

/// An evening of several pieces goes on after canon, in the piece that played.
extension LiveTests.Evenings {
  /// A programme of the set of every key and of noise, in the folder of the noise.
  private func programme(_ noise: NoiseSet, _ full: FullSet) throws -> String {
    let programme = """
      title = "Vespers"
      [[piece]]
      source = "\(String(repeating: "../", count: 12))\(full.path.dropFirst())"
      [[piece]]
      source = "set.toml"
      title = "The noise"
      [[piece]]
      source = "set.toml"
      title = "Once more"
      """
    try noise.folder.write(programme.utf8, to: "evening.programme.toml")
    return noise.folder.file("evening.programme.toml")
  }

  private func piece(_ canon: CanonProcess) throws -> [String: Any] {
    let start = canon.output.count
    canon.say("status")
    return try #require(try canon.waitForEvent("status", from: start)["piece"] as? [String: Any])
  }

  /// Goes to another piece, and waits until it plays.
  private func go(_ canon: CanonProcess, _ line: String, to number: Int) throws {
    let start = canon.output.count
    canon.say(line)
    try canon.waitForEvent("reloaded", from: start) {
      ($0["piece"] as? [String: Any])?["number"] as? Int == number
    }
  }

  @Test("Killed in a later piece of a programme, it goes on there, in phase, and then to other pieces")
  func killedInALaterPiece() throws {
    let (set, full) = (try NoiseSet(), try FullSet())
    let path = try programme(set, full)
    let server = try DummyServer.started("canon-test-later-piece", period: NoiseSet.period, timeout: 300)
    defer { server.stop() }
    func play(_ more: String...) throws -> CanonProcess {
      try CanonProcess(
        [
          "play", path, "--json", "--server", server.name, "--connect", CaptureClient.name, "--journal",
          set.journal,
        ] + more, on: server)
    }
    var capture = try CaptureClient(server: server.name)
    var canon = try play()
    try canon.waitForEvent("clock")
    try canon.say("start organ now", until: "organ", "play")
    try go(canon, "next now", to: 2)
    canon.say("gain violin-a -9")
    try canon.say("start violin-a now", until: "violin-a", "play")
    canon.say("start violin-c loop:100000")
    try canon.waitForEvent("accepted", stem: "violin-c")
    let before = try account(stems(canon))
    let elapsed = try #require(try piece(canon)["elapsed_seconds"] as? Double)
    try waitUntil("it is written down") {
      set.evening?.contains("again input start violin-c") == true
        && set.evening?.contains("piece 2 set.toml\n") == true
    }
    let start = capture.now
    canon.signal(SIGKILL)
    _ = try canon.finish()
    _ = capture.finish()

    capture = try CaptureClient(server: server.name)
    try waitUntilEven(capture, since: start)
    canon = try play("--resume")
    try canon.waitForEvent("note") { $0["code"] as? String == "evening-resumed" }
    try canon.waitForEvent("accepted", stem: "violin-c")
    let after = try piece(canon)
    #expect(after["number"] as? Int == 2 && after["count"] as? Int == 3)
    #expect(after["title"] as? String == "The noise" && after["programme"] as? String == "Vespers")
    #expect((after["elapsed_seconds"] as? Double ?? 0) > elapsed, "it counts from the piece's beginning")
    #expect(after["remaining_seconds"] == nil, "somebody ends it")
    #expect(try account(stems(canon)) == before)
    func listen() throws {
      let heard = capture.soundingFrames
      try waitUntil("it is heard") { capture.soundingFrames > heard + 2 * NoiseSet.period }
    }
    try listen()
    try go(canon, "next", to: 3)
    #expect(try !account(stems(canon)).contains { $0.hasPrefix("violin-a play") }, "it begins anew")
    try canon.say("start violin-b now", until: "violin-b", "play")
    try go(canon, "goto piece 1 now", to: 1)
    try canon.say("start organ now", until: "organ", "play")
    try listen()
    try #expect(canon.quit() == 0)
    let comparison = try Comparison(
      capture.finish(), lines: canon.output, source: nil, journal: set.journal(2), fromFirstSound: true)
    #expect(comparison.frames >= NoiseSet.period)
    #expect(comparison.different == 0, "\(comparison.summary)")
    #expect(set.evening == nil, "it ended with a quit")
  }
}
