import CanonLiveSupport
import CanonTestSupport
import Foundation
import Testing

/// Under PipeWire, too, the same things keep an evening, delete it and set it aside.
extension LiveTests.PipeWire {
  /// Ends canon as a crash does.
  private func crash(_ canon: CanonProcess) throws {
    canon.signal(SIGKILL)
    _ = try canon.finish()
  }

  private func waitUntilKept(_ server: PipeWireServer, _ text: String = "layer") throws {
    try waitUntil("it is written down") { server.evenings().contains { $0.contains(text) } }
  }

  @Test(
    "The end of input at a terminal is a quit, and deletes the evening; a closed window and the end of a pipe are none"
  )
  func endOfInput() throws {
    let server = try PipeWireServer(Self.speakers)
    for isQuit in [false, true] {
      let terminal = try PseudoTerminal(
        ["play", "Schedules/always.toml", "--plain"], environment: server.environment)
      try waitUntilKept(server)
      if isQuit { try terminal.type("\u{4}") } else { terminal.shut() }
      #expect(try terminal.finish() == 0)
      #expect(server.evenings().isEmpty == isQuit)
    }
    let canon = try server.play()
    canon.closeInput()
    try waitUntilKept(server)
    #expect(canon.isRunning, "it plays on")
    canon.signal(SIGTERM)
    #expect(try canon.finish() == 0)
    #expect(!server.evenings().isEmpty, "a signal keeps it")
  }

  @Test("Without --resume the music starts from the beginning, and the evening is kept beside")
  func notRequested() throws {
    let server = try PipeWireServer(Self.speakers)
    let first = try server.play()
    try first.say("start violin-a now", until: "violin-a", "play")
    try waitUntilKept(server, "layer violin-a play")
    try crash(first)
    let second = try server.play()
    #expect(try note("evening-fresh", second).contains(".evening.before"))
    let kept = server.evenings(".evening.before")
    #expect(kept.count == 1 && kept[0].contains("layer violin-a play"))
    try #expect(second.quit() == 0)
  }

  @Test(
    "What the command line said of connections holds again, unless it says otherwise",
    arguments: [["--connect", "Loud speakers"], ["--no-connect"]])
  func optionsHold(options: [String]) throws {
    let server = try PipeWireServer(Self.phones, Self.speakers)
    let named = options == ["--no-connect"] ? nil : Self.speakers
    func check(_ more: [String], on sink: PipeWireServer.Sink?) throws {
      let canon = try server.play("Schedules/always.toml", ["--resume"] + more)
      try waitForMaster(server, on: sink)
      try waitForLook(canon)
      #expect(try isMaster(server, on: sink), "\(more)")
      try waitUntilKept(server)
      try crash(canon)
    }
    try check(options, on: named)
    try check([], on: named)
    // The second one has said nothing, and has kept it.
    try check([], on: named)
    try check(["--connect", "/^Head: /"], on: Self.phones)
  }

  @Test("A preview neither reads an evening nor keeps one")
  func preview() throws {
    let server = try PipeWireServer(Self.speakers)
    let first = try server.play("Schedules/advent.toml", "--as-of", "2026-12-24")
    try waitForLook(first)
    try waitForLook(first)
    first.signal(SIGTERM)
    #expect(try first.finish() == 0)
    #expect(server.evenings("").isEmpty)
    #expect(!first.output.contains { $0.contains("\"code\":\"evening-") })
  }

  @Test("Headless, an evening that cannot be read is told, and the music begins")
  func damaged() throws {
    let server = try PipeWireServer(Self.speakers)
    let first = try server.play("Schedules/always.toml", "--headless")
    #expect(try note("evening-fresh", first).contains("There is no saved performance"))
    try waitUntilKept(server)
    try crash(first)
    for file in server.eveningFiles() {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      try String(text.dropLast(5)).write(toFile: file, atomically: true, encoding: .utf8)
    }
    let second = try server.play("Schedules/always.toml", "--headless")
    #expect(try note("evening-fresh", second).contains("expected \"end\" as the last line"))
    second.signal(SIGTERM)
    #expect(try second.finish() == 0)
  }
}
