import CanonLiveSupport
import Foundation
import Testing

/// Doors that open and shut while the real program plays, by the real clock.
extension LiveTests.Doors {
  /// A moment so many seconds from now, as a schedule says it.
  private static func soon(_ seconds: Double) -> String {
    ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: seconds.rounded(.up)))
  }

  @Test(
    "A door opens by itself, its stem joins alone and then with all; another shuts; the journal tells it all")
  func openingLive() throws {
    let set = try FullSet()
    let schedule = try set.folder.write(
      """
      set = "."
      time_zone = "Asia/Tokyo"
      [doors]
      flute = { opens = \(Self.soon(4)), ritual = "solo 2" }
      drum = { opens = 2015-12-24, until = \(Self.soon(6)) }
      organ = { needs = ["flute", "drum"] }
      """, to: "evening.toml")
    let journal = set.folder.file("live.journal")
    let state = set.folder.file("state")
    let server = try DummyServer.started("canon-test-doors", period: 256)
    defer { server.stop() }
    let capture = try CaptureClient(server: server.name)
    let canon = try CanonProcess(
      [
        "play", schedule, "--json", "--server", server.name, "--connect", CaptureClient.name, "--journal",
        journal,
      ], environment: ["XDG_STATE_HOME": state])
    try canon.waitForEvent("clock")
    canon.say("start flute now")
    let refusal = try canon.waitForEvent("refused", stem: "flute")
    #expect(refusal["code"] as? String == "locked")
    try canon.say("start drum now", until: "drum", "play")
    canon.say("start organ now")
    try canon.waitForLine("organ is refused") { $0.contains("is locked until flute sounds.") }

    try canon.waitForEvent("opened", stem: "flute")
    let joined = try canon.waitForEvent("changed", stem: "flute", state: "play")
    #expect(joined["by"] as? String == "door")
    try canon.waitForEvent("solo", stem: "flute") { $0["solo"] as? String == "off" }
    try canon.say("start organ now", until: "organ", "play")

    try canon.waitForEvent("shut", stem: "drum")
    try canon.waitForEvent("changed", stem: "drum", state: "stop")
    let stopped = try canon.waitForEvent("changed", stem: "organ", state: "stop")
    #expect(stopped["by"] as? String == "door", "it needs the drum")
    try #expect(canon.quit() == 0)
    let recording = capture.finish()

    let comparison = try Comparison(recording, lines: canon.output, source: schedule, journal: journal)
    #expect(comparison.frames > 100_000)
    #expect(comparison.different == 0, "\(comparison.summary)")
    let kept = try FileManager.default.contentsOfDirectory(atPath: state + "/canon")
    #expect(kept.contains { $0.hasSuffix(".toml") }, "\(kept)")
  }

  @Test("A memory that is damaged while canon plays is set aside at the next opening, and the music goes on")
  func damagedMemory() throws {
    let set = try FullSet()
    let schedule = try set.folder.write(
      "set = \".\"\ntime_zone = \"UTC\"\n[doors]\nflute = { needs = [\"drum\"] }\n", to: "evening.toml")
    let state = set.folder.file("state")
    let server = try DummyServer.started("canon-test-doors")
    defer { server.stop() }
    let canon = try CanonProcess(
      ["play", schedule, "--json", "--server", server.name, "--no-connect"],
      environment: ["XDG_STATE_HOME": state])
    try canon.waitForEvent("clock")
    func memories() -> [String] {
      let folder = state + "/canon/"
      return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map { folder + $0 }
    }
    try waitUntil("the first start is remembered") { memories().contains { $0.hasSuffix(".toml") } }
    let memory = try #require(memories().first { $0.hasSuffix(".toml") })
    func isTold() -> Bool { canon.output.contains { $0.contains("was set aside") } }
    // What was just being written has not seen the damage: then it is done once more.
    try waitUntil("it is told") {
      let start = canon.output.count
      try Data("[=]\n".utf8).write(to: URL(fileURLWithPath: memory))
      try canon.say("start drum now", until: "drum", "play")
      try canon.waitForEvent("opened", stem: "flute", from: start)
      try? waitUntil("it is told in this round", seconds: 2) { isTold() }
      if isTold() { return true }
      try canon.say("stop drum now", until: "drum", "stop")
      try canon.waitForEvent("shut", stem: "flute", from: start)
      return false
    }
    try canon.say("start flute now", until: "flute", "play")
    try #expect(canon.quit() == 0)
    #expect(memories().contains { $0.hasSuffix(".damaged") })
    try #expect(String(contentsOfFile: memory, encoding: .utf8).contains("first_start"))
  }

  @Test("A journal that claims to be of the future opens nothing; --as-of says so")
  func futureJournal() throws {
    let set = try FullSet()
    let schedule = try set.folder.write(
      "set = \".\"\ntime_zone = \"UTC\"\n[doors]\nflute = 2999-12-24\n", to: "future.toml")
    let journal = try set.folder.write(
      """
      # canon journal 1
      # source: \(schedule)
      # sample rate: 48000
      # loop: 57600/7
      # played: 32503000000 seconds since 1970
      @0 start flute now
      @20000 quit

      """, to: "future.journal")
    let out = set.folder.file("out.wav")
    let refused = try CanonProcess.run(["render", "--score", journal, "-o", out])
    #expect(refused.status == 77, "\(refused.errors)")
    #expect(refused.errors.joined().contains("still to come"))
    #expect(!FileManager.default.fileExists(atPath: out))
    let preview = try CanonProcess.run(["render", "--score", journal, "-o", out, "--as-of", "2999-12-25"])
    #expect(preview.status == 0)
    #expect(preview.errors.joined().contains("a preview"))
  }

  @Test("Within a journal each start is judged by the time of its own frame")
  func eachFrameHasItsTime() throws {
    let set = try FullSet()
    let schedule = try set.folder.write(
      "set = \".\"\ntime_zone = \"UTC\"\n[doors]\nflute = 2020-12-24T00:00:10\n", to: "past.toml")
    func rendered(_ frame: Int, _ mark: String = "") throws -> Int32 {
      let journal = try set.folder.write(
        """
        # canon journal 1
        # source: \(schedule)
        # sample rate: 48000
        # loop: 57600/7
        # played: 1608768000 seconds since 1970
        \(mark)
        @\(frame) start flute now
        @600000 quit

        """, to: "past.journal")
      return try CanonProcess.run(
        ["render", "--score", journal, "-o", set.folder.file("out.wav"), "--rate", "48000"]
      ).status
    }
    #expect(try rendered(479_999) == 77, "a frame before ten seconds have passed")
    #expect(try rendered(480_000) == 0)
    #expect(
      try rendered(1000, "# clock: 999 1608768010.5 seconds since 1970") == 0, "the clock was set meanwhile")
    #expect(try rendered(998, "# clock: 999 1608768010.5 seconds since 1970") == 77)
  }
}
