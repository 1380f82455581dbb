import CanonLiveSupport
import Foundation
import Testing

/// What keeps the evening and what deletes it, and when a later canon goes on with it.
extension LiveTests.Evenings {
  /// A set to play, and the server to play it on.
  private static func begin(_ name: String) throws -> (NoiseSet, DummyServer) {
    (try NoiseSet(), try DummyServer.started(name, period: NoiseSet.period))
  }

  @Test(
    "Signals keep the evening, a quit from any surface deletes it",
    arguments: ["INT", "TERM", "HUP", "quit", "ctl"])
  func ends(how: String) throws {
    let (set, server) = try Self.begin("canon-test-evening-end")
    defer { server.stop() }
    let canon = try CanonProcess(
      ["play", set.folder.path, "--json", "--server", server.name, "--no-connect"], on: server)
    try canon.waitForEvent("clock")
    try set.waitUntilKept()
    try canon.say("start violin-a now", until: "violin-a", "play")
    switch how {
    case "quit": try #expect(canon.quit() == 0)
    case "ctl": try #expect(canon.quitByControl() == [0, 0])
    default:
      canon.signal(["INT": SIGINT, "TERM": SIGTERM, "HUP": SIGHUP][how]!)
      try #expect(canon.finish() == 0)
    }
    let text = set.evening
    let isKept = !["quit", "ctl"].contains(how)
    #expect((text != nil) == isKept)
    if isKept { #expect(text?.contains("layer violin-a play") == true, "the last change is in it") }
  }

  @Test(
    "The end of input at a terminal is a quit, and deletes it; a closed window and the end of a pipe are none"
  )
  func endOfInput() throws {
    let (set, server) = try Self.begin("canon-test-evening-end")
    defer { server.stop() }
    for isQuit in [true, false] {
      let terminal = try PseudoTerminal(
        ["play", set.folder.path, "--plain", "--server", server.name, "--no-connect"], environment: [:])
      try set.waitUntilKept()
      if isQuit { try terminal.type("\u{4}") } else { terminal.shut() }
      #expect(try terminal.finish() == 0)
      #expect((set.evening == nil) == isQuit)
    }
    try FileManager.default.removeItem(atPath: set.statePath)

    let canon = try CanonProcess(
      ["play", set.folder.path, "--json", "--server", server.name, "--no-connect"], on: server)
    canon.closeInput()
    try set.waitUntilKept()
    #expect(canon.isRunning, "it plays on")
    canon.signal(SIGTERM)
    #expect(try canon.finish() == 0)
    #expect(set.evening != nil, "a signal keeps it")
  }

  @Test(
    "Headless it goes on by itself; without an evening, and with one that cannot be read, it begins and says so"
  )
  func headless() throws {
    let (set, server) = try Self.begin("canon-test-evening-headless")
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
      try set.waitUntilKept()
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
    let path = set.statePath
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try String(text.dropLast(5)).write(toFile: path, atomically: true, encoding: .utf8)
    let fourth = try start()
    let note = try fourth.waitForEvent("note") { $0["code"] as? String == "evening-fresh" }
    #expect((note["message"] as? String)?.contains("expected \"end\" as the last line") == true)
    try end(fourth)
  }

  @Test("Without --resume the music starts from the beginning, and the evening is kept beside")
  func notRequested() throws {
    let (set, server) = try Self.begin("canon-test-evening-end")
    defer { server.stop() }
    func start() throws -> CanonProcess {
      let canon = try CanonProcess(
        ["play", set.folder.path, "--json", "--server", server.name, "--no-connect"], on: server)
      try canon.waitForEvent("clock")
      return canon
    }
    let first = try start()
    try first.say("start violin-a now", until: "violin-a", "play")
    try waitUntil("it is written down") { set.evening?.contains("layer violin-a play") ?? false }
    let file = set.statePath
    first.signal(SIGKILL)
    _ = try first.finish()
    let second = try start()
    let note = try second.waitForEvent("note") { $0["code"] as? String == "evening-fresh" }
    #expect((note["message"] as? String)?.contains(file + ".before") == true)
    #expect(try String(contentsOfFile: file + ".before", encoding: .utf8).contains("layer violin-a play"))
    try #expect(second.quit() == 0)
    try FileManager.default.removeItem(atPath: file + ".before")
  }

  @Test(
    "What the command line said of connections holds again, unless it says otherwise",
    arguments: [["--connect", CaptureClient.name], ["--no-connect"]])
  func connections(options: [String]) throws {
    let (set, server) = try Self.begin("canon-test-evening-ports")
    defer { server.stop() }
    let capture = try CaptureClient(server: server.name)
    defer { _ = capture.finish() }
    func connections(_ more: [String]) throws -> [String] {
      let canon = try CanonProcess(
        ["play", set.folder.path, "--json", "--resume", "--server", server.name] + more, on: server)
      let info = try canon.waitForEvent("connected")["server"] as? [String: Any]
      try canon.waitForEvent("clock")
      try set.waitUntilKept()
      canon.signal(SIGKILL)
      _ = try canon.finish()
      return try #require(info?["connections"] as? [String])
    }
    let first = try connections(options)
    #expect(first.allSatisfy { $0.hasPrefix(CaptureClient.name) })
    #expect(first.isEmpty == (options == ["--no-connect"]))
    try #expect(connections([]) == first)
    try #expect(connections([]) == first, "the second one has said nothing, and has kept it")
    try #expect(connections(["--connect", "physical:1"]).first == "system:playback_1")
  }

  @Test("A preview neither reads an evening nor keeps one")
  func preview() throws {
    let set = try NoiseSet()
    let schedule = try set.folder.write(
      "set = \".\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\nviolin-c = 2026-12-24\n".utf8, to: "advent.toml")
    let server = try DummyServer.started("canon-test-evening-preview", period: NoiseSet.period)
    defer { server.stop() }
    let capture = try CaptureClient(server: server.name)
    defer { _ = capture.finish() }
    let canon = try CanonProcess(
      [
        "play", schedule, "--json", "--headless", "--as-of", "2026-12-06", "--server", server.name,
        "--no-connect",
      ], on: server)
    try canon.waitForEvent("clock")
    // Two seconds of music.
    try capture.awaitCycles(25)
    canon.signal(SIGTERM)
    try #expect(canon.finish() == 0)
    #expect(!canon.output.contains { $0.contains("\"code\":\"evening-") })
    #expect(set.evening == nil)
  }
}
