import CanonLiveSupport
import Foundation
import Testing

/// canon played by other programs, as people have them.
extension LiveTests.Control {
  /// Runs `canon ctl` to its end.
  private func ctl(_ words: String...) throws -> (status: Int32, output: [String], errors: [String]) {
    try CanonProcess.run(["ctl"] + words)
  }

  /// A canon without a terminal, once it answers.
  func headless(
    _ source: String = "Schedules/advent-2015.toml", on server: DummyServer, _ options: String...
  )
    throws -> CanonProcess
  {
    let canon = try CanonProcess(
      ["play", "--headless", "--no-resume", "--server", server.name, source] + options, on: server)
    try waitUntil("it plays") { canon.errorOutput.contains { $0.contains("Playing as") } || !canon.isRunning }
    return canon
  }

  @Test("canon ctl is done, refused, locked or misused, and its exit status says which")
  func statuses() throws {
    #expect(try ctl("status").status == 69, "no canon yet")
    let canon = try headless(on: .started("canon-test-ctl"), "--as-of", "2015-12-07")
    #expect(try ctl("press", "violin-a", "bar").status == 0)
    #expect(try ctl("gain", "violin-a", "-12").status == 0, "a number is not an option")
    #expect(try ctl("gain violin-a -12").status == 0, "a whole line will do")
    let status = try ctl("status")
    #expect(
      status.status == 0
        && status.output.contains { $0.hasPrefix("violin-a:") && $0.contains("Gain -12.0 dB") })
    let locked = try ctl("start", "violin-d", "now")
    #expect(locked.status == 77)
    #expect(locked.errors.joined().contains("is locked until 2015-12-20 (Asia/Tokyo)"))
    let unknown = try ctl("prss", "violin-a")
    #expect(unknown.status == 2 && unknown.errors.joined().contains("Did you mean \"press\"?"))
    #expect(try ctl("press", "nobody").status == 2)
    #expect(try ctl().status == 2)
    #expect(try ctl("replace", "violin-a", "no-such-file.flac").status == 1)
    let other = try ctl("--name", "other", "status")
    #expect(other.status == 69 && other.errors.joined().contains("Running: canon."))
    #expect(try ctl("doors", "--json").output.first?.hasPrefix("{\"answer\":{\"as_of\"") == true)
    #expect(try ctl("--json", "help").output.first?.contains("\"reply\":\"help\"") == true)
    try #expect(canon.quitByControl() == [0, 0])
    #expect(canon.output.isEmpty, "standard output has nothing")
    #expect(try ctl("status").status == 69)
  }

  @Test("Without a terminal standard input is not read, and a signal ends it")
  func headlessEnds() throws {
    let canon = try headless(on: .started("canon-test-headless"), "--json")
    canon.say("quit")
    canon.closeInput()
    try canon.waitForEvent("rolling")
    #expect(try ctl("mute", "cello", "now").status == 0)
    let told = try canon.waitForEvent("changed", stem: "cello", state: "mute")
    #expect(told["by"] as? String == "socket")
    canon.signal(SIGTERM)
    try #expect(canon.finish() == 0)
  }

  @Test("Two canons have two names; a socket that was left by one that was killed is taken")
  func names() throws {
    let server = try DummyServer.started("canon-test-names")
    defer { server.stop() }
    let first = try headless(on: server)
    let second = try CanonProcess.start(on: server)
    try second.waitForLine("the second says its name") { $0.contains("canon ctl --name canon-2") }
    #expect(!second.errorOutput.contains { $0.contains("canon-2") }, "once")
    #expect(try ctl("start", "violin-a", "now").status == 0)
    #expect(try ctl("--name", "canon-2", "quit").status == 0)
    try #expect(second.finish() == 0)
    first.signal(SIGKILL)
    try first.finish()
    // A server may take its time to notice that a client was killed.
    server.stop()
    try server.start()
    let third = try headless(on: server)
    let quit = try ctl("quit")
    #expect(quit.status == 0, "\(quit.errors) \(third.errorOutput)")
    try #expect(third.finish() == 0)
  }

  @Test("canon ctl watch shows what others do, as sentences and as JSON")
  func watch() throws {
    let canon = try headless(on: .started("canon-test-watch"))
    let (text, json) = (try CanonProcess(["ctl", "watch"]), try CanonProcess(["ctl", "watch", "--json"]))
    try text.waitForLine("how things are") { $0.hasPrefix("cello: ") }
    try json.waitForLine("how things are") { $0.contains("\"event\":\"status\"") }
    #expect(try ctl("mute", "cello", "now").status == 0)
    try text.waitForLine("the change") { $0.hasPrefix("cello: muted since ") }
    try json.waitForLine("the change") {
      $0.contains("\"event\":\"changed\"") && $0.contains("\"by\":\"socket\"")
    }
    try #expect(canon.quitByControl() == [0, 0])
    try #expect(text.finish() == 0 && json.finish() == 0, "the feed ends with the performance")
  }

  @Test("With --no-control no other program can control canon")
  func noControl() throws {
    let canon = try CanonProcess.start(on: .started("canon-test-nocontrol"), "--no-control")
    #expect(try ctl("status").status == 69)
    try #expect(canon.quit() == 0)
  }

  // MARK: - Other people's programs

  @Test(
    "socat carries lines to canon and its replies back",
    .enabled(if: Tool.isTested("socat"), "socat is not installed"))
  func socat() throws {
    let canon = try headless(on: .started("canon-test-socat"))
    let socket = "\(CanonProcess.runtimeFolder)/canon/canon.sock"
    let output = try run(
      "/bin/sh", "-c",
      "printf 'start violin-a now\\n{\"id\":5,\"line\":\"status\"}\\n' | socat -t 10 - UNIX-CONNECT:'\(socket)'"
    )
    #expect(output.first == "{\"reply\":\"done\",\"status\":0}")
    #expect(output.last?.contains("\"id\":5") == true)
    try #expect(canon.quitByControl() == [0, 0])
  }

  @Test("A client in Python presses, watches and asks")
  func python() throws {
    let canon = try headless(on: .started("canon-test-python"))
    let script = """
      import json, socket, sys
      s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.settimeout(30); f = s.makefile("rw")
      def say(line, id): f.write(json.dumps({"id": id, "line": line}) + "\\n"); f.flush(); return json.loads(f.readline())
      assert say("start violin-a now", 1) == {"id": 1, "reply": "done", "status": 0}
      answer = say("status", "two")
      stems = {stem["stem"]: stem for stem in answer["answer"]["stems"]}
      assert answer["id"] == "two" and stems["violin-a"]["state"] == "play", answer
      assert say("watch", 3)["reply"] == "watching"
      assert json.loads(f.readline())["event"] == "status"
      f.write("mute violin-a now\\n"); f.flush()
      seen = [json.loads(f.readline()) for _ in range(3)]
      assert any(e.get("event") == "changed" and e["state"] == "mute" for e in seen), seen
      assert any(e.get("reply") == "done" for e in seen), seen
      print("well")
      """
    let output = try run(
      "/usr/bin/env", "python3", "-c", script, "\(CanonProcess.runtimeFolder)/canon/canon.sock")
    #expect(output == ["well"])
    try #expect(canon.quitByControl() == [0, 0])
  }

  /// Runs a program to its end.
  /// - Returns: Its lines.
  func run(_ arguments: String...) throws -> [String] {
    let process = try CanonProcess(Array(arguments.dropFirst()), executable: arguments[0])
    try process.finish()
    #expect(process.errorOutput == [])
    return process.output
  }
}
