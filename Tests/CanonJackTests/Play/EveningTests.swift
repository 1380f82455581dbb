import CanonEngine
import CanonLiveSupport
import CanonStems
import CanonTestSupport
import Foundation
import Testing

/// The evening goes on after canon: killed, it is back in phase, with the same stems; after a `quit` there is none.
extension LiveTests.Evenings {
  /// A set with a short loop, of noise without two equal frames.
  private struct NoiseSet {
    let folder = TemporaryFolder()
    /// A quarter of a second.
    static let loop = 12_000

    init() throws {
      var text = "title = \"Noise\"\ntempo = 480\nmeter = \"2/4\"\nloop = \"1 bars\"\n"
      var random = SplitMix64(seed: 5)
      for id in ["cello", "violin-a", "violin-b", "violin-c"] {
        var writer = try SoundWriter(
          path: folder.file("\(id).wav"), format: .wav32f, sampleRate: .studio, channelCount: 2)
        try writer.write((0..<(2 * Self.loop)).map { _ in random.sample() / 8 })
        _ = try writer.finish()
        text += "[[stem]]\nid = \"\(id)\"\nfile = \"\(id).wav\"\nbase = \(id == "cello")\n"
      }
      try folder.write(text.utf8, to: "set.toml")
    }

    var journal: String { folder.file("evening.journal") }
    /// The journal of a life, from 1.
    func journal(_ life: Int) -> String { life == 1 ? journal : folder.file("evening-\(life).journal") }
  }

  private static let period = 4096

  private func play(_ set: NoiseSet, on server: DummyServer, _ more: String...) throws -> CanonProcess {
    try CanonProcess(
      [
        "play", set.folder.path, "--json", "--server", server.name, "--connect", CaptureClient.name,
        "--journal",
        set.journal,
      ] + more, on: server)
  }

  /// By how much the position is ahead of the server's frame clock.
  private func lead(of canon: CanonProcess) throws -> Int64 {
    let event = canon.output.compactMap { EventLine($0) }.last { $0["event"] as? String == "clock" }
    let (position, time) = (event?["frame"] as? Int, event?["server_frame"] as? Int)
    return Int64(try #require(position) - (try #require(time)))
  }

  /// By how many frames the server's frame clock is ahead of the machine's, in the middle of several looks. A dummy server runs evenly
  /// by the machine's clock, but when a client is killed it stands still, and then catches up.
  private func drift(_ capture: CaptureClient, since start: (frame: UInt32, microseconds: UInt64)) -> Int64 {
    let looks = (0..<21).map { _ in
      usleep(3000)
      let now = capture.now
      let passed = Double(now.microseconds - start.microseconds) * 0.048
      return Int64(now.frame &- start.frame) - Int64(passed.rounded())
    }
    return looks.sorted()[10]
  }

  /// Waits until the server's clock runs evenly.
  private func waitUntilEven(
    _ capture: CaptureClient, since start: (frame: UInt32, microseconds: UInt64)
  ) throws {
    try waitUntil("the server's clock runs evenly") {
      let first = drift(capture, since: start)
      for _ in 0..<100 {
        usleep(2000)
        if capture.lag > 2 * Self.period { return false }
      }
      return abs(drift(capture, since: start) - first) < 100
    }
  }

  private func stems(_ canon: CanonProcess) throws -> [[String: Any]] {
    let start = canon.output.count
    canon.say("status")
    let status = try canon.waitForEvent("status", from: start)
    return try #require(status["stems"] as? [[String: Any]])
  }

  private func account(_ stems: [[String: Any]]) -> [String] {
    stems.map { stem in
      ["stem", "state", "next", "gain", "pan", "solo", "is_held"].map { "\(stem[$0] ?? "-")" }.joined(
        separator: " ")
    }
  }

  /// How often it is killed, at every hundredth of a loop.
  private static let kills = LongCampaign.count(4, long: 100)

  @Test(
    "Killed with signal 9 anywhere in the loop, it goes on in phase with the same stems, and every life renders alike"
  )
  func killedAnywhere() throws {
    let set = try NoiseSet()
    // It waits for its clients, so that no frames are lost on a busy machine, and not for long for a dead one.
    let server = try DummyServer.started("canon-test-evening", period: Self.period, timeout: 300)
    defer { server.stop() }
    var capture = try CaptureClient(server: server.name)
    var canon = try play(set, on: server)
    try canon.waitForEvent("clock")
    for line in ["gain violin-a -9", "pan violin-b 0.5", "solo violin-a violin-b", "gain master -3"] {
      canon.say(line)
    }
    try canon.say("start violin-a now", until: "violin-a", "play")
    try canon.say("start violin-b now", until: "violin-b", "play")
    canon.say("start violin-c loop:100000")
    try canon.waitForEvent("accepted", stem: "violin-c")
    let before = try account(stems(canon))
    #expect(before.contains { $0.hasPrefix("violin-a play") && $0.contains("-9") }, "\(before)")
    try waitUntil("it is written down") {
      (try? String(contentsOfFile: statePath(of: set), encoding: .utf8))?.contains(
        "again input start violin-c") ?? false
    }
    let start = capture.now
    try waitUntilEven(capture, since: start)
    var errors: [Int64] = []
    for kill in 0..<Self.kills {
      let target = Int64(kill * 100 / Self.kills)
      let (leadBefore, clock) = (try lead(of: canon), ClockMap(canon.output))
      let driftBefore = drift(capture, since: start)
      while let place = clock.position(at: capture.now.frame), place % loop * 100 / loop != target {
        usleep(200)
      }
      canon.signal(SIGKILL)
      let end = clock.position(at: capture.now.frame) ?? 0
      _ = try canon.finish()
      try compare(capture.finish(), canon, set, life: kill + 1, until: end - 2 * Int64(Self.period))
      capture = try CaptureClient(server: server.name)
      // A dummy server that has waited for a dead client is late, and then catches up.
      try waitUntilEven(capture, since: start)
      canon = try play(set, on: server, "--resume")
      try canon.waitForEvent("note") { $0["code"] as? String == "evening-resumed" }
      try canon.waitForEvent("accepted", stem: "violin-c")
      let heard = capture.soundingFrames
      try waitUntil("sound in life \(kill + 2)") { capture.soundingFrames > heard + 2 * Self.period }
      try waitUntilEven(capture, since: start)
      errors.append(try lead(of: canon) - leadBefore + drift(capture, since: start) - driftBefore)
      #expect(
        abs(errors[kill]) <= Int64(Self.period / 2), "at \(target) hundredths: \(errors[kill]) frames off")
      #expect(try account(stems(canon)) == before, "at \(target) hundredths")
    }
    try #expect(canon.quit() == 0)
    try compare(capture.finish(), canon, set, life: Self.kills + 1)
    #expect(!FileManager.default.fileExists(atPath: statePath(of: set)), "it ended with a quit")
    print("killed \(Self.kills) times; frames off: \(errors.map(abs).sorted())")
  }

  private var loop: Int64 { Int64(NoiseSet.loop) }

  /// Compares what was heard of one life with the rendering of its journal, which is to end where the life was ended; nil if it says so.
  private func compare(
    _ recording: Recording, _ canon: CanonProcess, _ set: NoiseSet, life: Int, until end: Int64? = nil
  ) throws {
    var journal = set.journal(life)
    if let end {
      let text = try String(contentsOfFile: journal, encoding: .utf8)
      journal = try set.folder.write((text + "@\(end) quit\n").utf8, to: "life-\(life).journal")
    }
    let comparison = try Comparison(
      recording, lines: canon.output, source: nil, journal: journal, fromFirstSound: true)
    #expect(comparison.frames >= Self.period, "life \(life)")
    #expect(comparison.different == 0, "life \(life): \(comparison.summary)")
    for file in [journal, journal + ".wav"] where end != nil {
      try FileManager.default.removeItem(atPath: file)
    }
  }

  /// The file of the evening of a set.
  private func statePath(of set: NoiseSet) -> String {
    let folder = CanonProcess.stateFolder + "/canon/evenings"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let own = names.filter { $0.hasSuffix(".evening") }.first { name in
      (try? String(contentsOfFile: folder + "/" + name, encoding: .utf8))?.contains(set.folder.path) ?? false
    }
    return folder + "/" + (own ?? "none")
  }

  @Test(
    "Signals keep the evening, a quit from any surface deletes it",
    arguments: ["INT", "TERM", "HUP", "quit", "ctl"])
  func ends(how: String) throws {
    let set = try NoiseSet()
    let server = try DummyServer.started("canon-test-evening-end", period: Self.period)
    defer { server.stop() }
    let canon = try CanonProcess(
      ["play", set.folder.path, "--json", "--server", server.name, "--no-connect"], on: server)
    try canon.waitForEvent("clock")
    try waitUntil("it is written down") { FileManager.default.fileExists(atPath: statePath(of: set)) }
    try canon.say("start violin-a now", until: "violin-a", "play")
    switch how {
    case "quit": try #expect(canon.quit() == 0)
    case "ctl": try #expect(canon.quitByControl() == [0, 0])
    default:
      canon.signal(["INT": SIGINT, "TERM": SIGTERM, "HUP": SIGHUP][how]!)
      try #expect(canon.finish() == 0)
    }
    let text = try? String(contentsOfFile: statePath(of: set), encoding: .utf8)
    let isKept = !["quit", "ctl"].contains(how)
    #expect((text != nil) == isKept)
    if isKept { #expect(text?.contains("layer violin-a play") == true, "the last change is in it") }
  }

  @Test(
    "The end of input at a terminal is a quit, and deletes it; a closed window and the end of a pipe are none"
  )
  func endOfInput() throws {
    let set = try NoiseSet()
    let server = try DummyServer.started("canon-test-evening-end", period: Self.period)
    defer { server.stop() }
    for isQuit in [true, false] {
      let terminal = try PseudoTerminal(
        ["play", set.folder.path, "--plain", "--server", server.name, "--no-connect"], environment: [:])
      try waitUntil("it is written down") { FileManager.default.fileExists(atPath: statePath(of: set)) }
      if isQuit { try terminal.type("\u{4}") } else { terminal.shut() }
      #expect(try terminal.finish() == 0)
      #expect(FileManager.default.fileExists(atPath: statePath(of: set)) != isQuit)
    }
    try FileManager.default.removeItem(atPath: statePath(of: set))

    let canon = try CanonProcess(
      ["play", set.folder.path, "--json", "--server", server.name, "--no-connect"], on: server)
    canon.closeInput()
    try waitUntil("it is written down") { FileManager.default.fileExists(atPath: statePath(of: set)) }
    #expect(canon.isRunning, "it plays on")
    canon.signal(SIGTERM)
    #expect(try canon.finish() == 0)
    #expect(FileManager.default.fileExists(atPath: statePath(of: set)), "a signal keeps it")
  }

  @Test(
    "Headless it goes on by itself; without an evening, and with one that cannot be read, it begins and says so"
  )
  func headless() throws {
    let set = try NoiseSet()
    let server = try DummyServer.started("canon-test-evening-headless", period: Self.period)
    defer { server.stop() }
    func start(_ more: String...) throws -> CanonProcess {
      let canon = try CanonProcess(
        ["play", set.folder.path, "--json", "--headless", "--server", server.name, "--no-connect"] + more,
        on: server)
      try canon.waitForEvent("clock")
      return canon
    }
    func code(_ canon: CanonProcess) throws -> String? {
      try canon.waitForEvent("note") { ($0["code"] as? String)?.hasPrefix("evening-") ?? false }["code"]
        as? String
    }
    func end(_ canon: CanonProcess) throws {
      try waitUntil("it is written down") { FileManager.default.fileExists(atPath: statePath(of: set)) }
      canon.signal(SIGTERM)
      try #expect(canon.finish() == 0)
    }
    let first = try start()
    #expect(try code(first) == "evening-fresh")
    try end(first)
    let second = try start()
    #expect(try code(second) == "evening-resumed")
    try end(second)
    let third = try start("--resume", "--no-resume")
    try end(third)
    #expect(!third.output.contains { $0.contains("\"code\":\"evening-") }, "the last of both options counts")
    let path = statePath(of: set)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try String(text.dropLast(5)).write(toFile: path, atomically: true, encoding: .utf8)
    let fourth = try start()
    let note = try fourth.waitForEvent("note") { $0["code"] as? String == "evening-fresh" }
    #expect((note["message"] as? String)?.contains("expected \"end\" as the last line") == true)
    try end(fourth)
  }

  @Test("Without --resume the music starts from the beginning, and the evening is kept beside")
  func notRequested() throws {
    let set = try NoiseSet()
    let server = try DummyServer.started("canon-test-evening-end", period: Self.period)
    defer { server.stop() }
    func start() throws -> CanonProcess {
      let canon = try CanonProcess(
        ["play", set.folder.path, "--json", "--server", server.name, "--no-connect"], on: server)
      try canon.waitForEvent("clock")
      return canon
    }
    let first = try start()
    try first.say("start violin-a now", until: "violin-a", "play")
    let path = { statePath(of: set) }
    try waitUntil("it is written down") {
      (try? String(contentsOfFile: path(), encoding: .utf8))?.contains("layer violin-a play") ?? false
    }
    let file = path()
    first.signal(SIGKILL)
    _ = try first.finish()
    let second = try start()
    let note = try second.waitForEvent("note") { $0["code"] as? String == "evening-fresh" }
    #expect((note["message"] as? String)?.contains(file + ".before") == true)
    #expect(try String(contentsOfFile: file + ".before", encoding: .utf8).contains("layer violin-a play"))
    try #expect(second.quit() == 0)
    try FileManager.default.removeItem(atPath: file + ".before")
  }

  @Test("A preview neither reads an evening nor keeps one")
  func preview() throws {
    let set = try NoiseSet()
    let schedule = try set.folder.write(
      "set = \".\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\nviolin-c = 2026-12-24\n".utf8, to: "advent.toml")
    let server = try DummyServer.started("canon-test-evening-preview", period: Self.period)
    defer { server.stop() }
    let capture = try CaptureClient(server: server.name)
    defer { _ = capture.finish() }
    let canon = try CanonProcess(
      [
        "play", schedule, "--json", "--headless", "--as-of", "2026-12-06", "--server", server.name,
        "--no-connect",
      ], on: server)
    try canon.waitForEvent("clock")
    let cycles = capture.cycleCount
    try waitUntil("two seconds of music") { capture.cycleCount > cycles + 25 }
    canon.signal(SIGTERM)
    try #expect(canon.finish() == 0)
    #expect(!canon.output.contains { $0.contains("\"code\":\"evening-") })
    #expect(!FileManager.default.fileExists(atPath: statePath(of: set)))
  }
}
