import CanonLiveSupport
import CanonNetwork
import CanonTestSupport
import Foundation
import Testing

/// canon in a session of the New Session Manager.
extension LiveTests.Evenings {
  /// A session's folder, and who manages it.
  private struct Session {
    let manager: SessionManager
    let folder = TemporaryFolder()
    var project: String { folder.file("canon.nABCD") }

    init() throws { manager = try SessionManager() }

    /// Starts canon; without words as nsmd starts it.
    func start(_ words: [String] = [], on server: DummyServer, as client: String = "canon.nABCD") throws
      -> CanonProcess
    {
      let canon = try CanonProcess(
        words, on: server, environment: ["NSM_URL": manager.url, "JACK_DEFAULT_SERVER": server.name],
        folder: folder.path)
      let announced = try manager.admit(to: project, as: client)
      #expect(
        announced == [
          .text("canon"), .text(":dirty:switch:message:"), .text("canon"), .int(1), .int(1), .int(canon.pid),
        ])
      return canon
    }

    func text(_ name: String) -> String? {
      try? String(contentsOfFile: project + "/" + name, encoding: .utf8)
    }

    /// The states of the stems, and the position, as `canon ctl` has them.
    func status(of client: String = "canon.nABCD") throws -> (stems: [String: String], position: Int) {
      let (status, output, errors) = try CanonProcess.run(["ctl", "--name", client, "--json", "status"])
      #expect(status == 0, "\(errors)")
      let line = try #require(output.first { $0.contains("\"answer\"") })
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let record = try #require(object?["answer"] as? [String: Any])
      let stems = try #require(record["stems"] as? [[String: Any]])
      let states = stems.map { ($0["stem"] as? String ?? "", "\($0["state"] ?? "") \($0["gain"] ?? "")") }
      return (Dictionary(states) { $1 }, record["frame"] as? Int ?? 0)
    }

    /// Waits until something can be saved.
    func waitUntilKept() throws {
      try waitUntil("it is written down") { text("running.evening") != nil }
    }
  }

  @Test("A session brings back what was saved, from where it was; what was not saved is gone")
  func session() throws {
    let server = try DummyServer.started("canon-test-nsm", period: NoiseSet.period)
    defer { server.stop() }
    let (session, set) = (try Session(), try NoiseSet())
    let manager = session.manager
    var canon = try session.start(
      ["play", set.folder.path, "--json", "--server", server.name, "--no-connect"], on: server)
    #expect(try manager.answer(to: "/nsm/client/open") == .text("Opened."))
    let watcher = try #require(Watcher(server: server.name))
    defer { watcher.close() }
    try canon.waitForEvent("rolling")
    #expect(watcher.ports(of: "canon.nABCD").contains("canon.nABCD:master_1"))
    canon.say("start violin-a now")
    canon.say("gain violin-a -6")
    try manager.wait(for: "/nsm/client/is_dirty")
    try canon.waitForEvent("changed", stem: "violin-a", state: "play")
    try session.waitUntilKept()
    var start = try manager.count
    #expect(try manager.ask("/nsm/client/save") == .text("Saved."))
    try manager.wait(for: "/nsm/client/is_clean", from: start)
    let position = try session.status().position
    canon.say("start violin-b now")
    try manager.wait(for: "/nsm/client/is_dirty", from: start)
    canon.signal(SIGTERM)
    #expect(try canon.finish() == 0)
    // What it plays is written down as a person would.
    let file = try #require(session.text("session.toml"))
    let name = set.folder.path.split(separator: "/").last ?? ""
    #expect(file.contains("sources = [\"music/\(name)\"]"))
    #expect(file.contains("options = [\"--json\", \"--server\", \"\(server.name)\", \"--no-connect\"]"))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: session.project + "/music/\(name)")
        == set.folder.path)
    #expect(session.text("running.evening") == nil)

    start = try manager.count
    // Whatever time passes, the music does not go on by itself.
    usleep(1_500_000)
    let began = DispatchTime.now()
    canon = try session.start(on: server)
    #expect(try manager.answer(to: "/nsm/client/open", from: start) == .text("Opened."))
    let told = try manager.wait(for: "/nsm/client/message", from: start) { message in
      message.arguments.count == 2 && "\(message.arguments[1])".contains("goes on from where it was then")
    }
    #expect(told.arguments[0] == .int(2))
    let again = try session.status()
    #expect(again.stems["violin-a"] == "play -6" && again.stems["violin-b"] == "stop 0")
    let passed = Double(DispatchTime.now().uptimeNanoseconds - began.uptimeNanoseconds) * 48_000 / 1e9
    #expect(Double(again.position - position) <= passed, "it has not gone on meanwhile")
    // It is as it was opened, and says nothing of changes.
    try session.waitUntilKept()
    #expect(try manager.count > start)
    #expect(!manager.messages.dropFirst(start).contains { $0.address == "/nsm/client/is_dirty" })
    canon.signal(SIGTERM)
    #expect(try canon.finish() == 0)
  }

  @Test("A killed canon goes on in its session as it was when it was killed, and that is not saved")
  func killedInSession() throws {
    let server = try DummyServer.started("canon-test-nsm-kill", period: NoiseSet.period)
    defer { server.stop() }
    let (session, set) = (try Session(), try NoiseSet())
    var canon = try session.start(
      ["play", set.folder.path, "--json", "--server", server.name, "--no-connect"], on: server)
    try session.waitUntilKept()
    #expect(try session.manager.ask("/nsm/client/save") == .text("Saved."))
    canon.say("start violin-c now")
    try waitUntil("it is written down") {
      session.text("running.evening")?.contains("layer violin-c play") ?? false
    }
    canon.signal(SIGKILL)
    _ = try canon.finish()
    let start = try session.manager.count
    canon = try session.start(on: server)
    try session.manager.wait(for: "/nsm/client/is_dirty", from: start)
    try session.manager.wait(for: "/nsm/client/message", from: start) { "\($0)".contains("goes on, ") }
    #expect(try session.status().stems["violin-c"] == "play 0")
    canon.signal(SIGTERM)
    #expect(try canon.finish() == 0)
    #expect(session.text("saved.evening")?.contains("layer violin-c play") == false)
  }

  @Test("Another session is opened in the same process, under its own name")
  func switchedSession() throws {
    let server = try DummyServer.started("canon-test-nsm-switch")
    defer { server.stop() }
    let (session, set) = (try Session(), try NoiseSet())
    let words = ["--server", server.name, "--no-connect"]
    let canon = try session.start(["play", set.folder.path, "--json"] + words, on: server)
    try canon.waitForEvent("rolling")
    let other = session.folder.file("canon.nWXYZ")
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    let options = words.map { "\"\($0)\"" }.joined(separator: ", ")
    try session.folder.write(
      "sources = [\"\(set.folder.path)\"]\noptions = [\(options)]\n".utf8, to: "canon.nWXYZ/session.toml")
    #expect(try session.manager.ask("/nsm/client/open", other, "canon", "canon.nWXYZ") == .text("Opened."))
    #expect(canon.isRunning)
    let watcher = try #require(Watcher(server: server.name))
    defer { watcher.close() }
    try waitUntil("the new client is there") {
      watcher.ports(of: "canon.nWXYZ").contains("canon.nWXYZ:master_1")
    }
    #expect(watcher.ports(of: "canon.nABCD").isEmpty)
    try waitUntil("the other is written down") {
      FileManager.default.fileExists(atPath: other + "/running.evening")
    }
    #expect(try session.manager.ask("/nsm/client/save") == .text("Saved."))
    canon.signal(SIGTERM)
    #expect(try canon.finish() == 0)
    #expect(FileManager.default.fileExists(atPath: other + "/saved.evening"))
    #expect(session.text("saved.evening") == nil)
  }

  @Test("A stem behind its door stays silent, whatever a session says of it")
  func lockedInSession() throws {
    let server = try DummyServer.started("canon-test-nsm-locked")
    defer { server.stop() }
    let (session, set) = (try Session(), try NoiseSet())
    let schedule = set.folder.file("doors.toml")
    try set.folder.write(
      "set = \"set.toml\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\nviolin-a = 2999-12-06\n".utf8,
      to: "doors.toml")
    var canon = try session.start(
      ["play", schedule, "--json", "--server", server.name, "--no-connect"], on: server)
    try session.waitUntilKept()
    canon.say("start violin-b now")
    try canon.waitForEvent("changed", stem: "violin-b", state: "play")
    #expect(try session.manager.ask("/nsm/client/save") == .text("Saved."))
    canon.signal(SIGTERM)
    _ = try canon.finish()
    let saved = try #require(session.text("saved.evening"))
    let forged = saved.replacingOccurrences(of: "layer violin-a stop", with: "layer violin-a play")
      .replacingOccurrences(of: "shut violin-a\n", with: "")
    #expect(forged != saved)
    try session.folder.write(forged.utf8, to: "canon.nABCD/saved.evening")
    let start = try session.manager.count
    canon = try session.start(on: server)
    try session.manager.wait(for: "/nsm/client/message", from: start) { "\($0)".contains("violin-a") }
    let stems = try session.status().stems
    #expect(stems["violin-b"] == "play 0" && stems["violin-a"] == "stop 0")
    canon.signal(SIGTERM)
    #expect(try canon.finish() == 0)
  }

  @Test("A damaged session is refused with its place, and nothing of it is written over")
  func damagedSession() throws {
    let server = try DummyServer.started("canon-test-nsm-damaged")
    defer { server.stop() }
    let (session, set) = (try Session(), try NoiseSet())
    for (name, text) in [("session.toml", "sources = 3\n"), ("saved.evening", "# canon evening 1\nend\n")] {
      try FileManager.default.createDirectory(atPath: session.project, withIntermediateDirectories: true)
      let source = "sources = [\"\(set.folder.path)\"]\noptions = [\"--server\", \"\(server.name)\"]\n"
      try session.folder.write(source.utf8, to: "canon.nABCD/session.toml")
      try session.folder.write(text.utf8, to: "canon.nABCD/" + name)
      let start = try session.manager.count
      let canon = try session.start(on: server)
      #expect(try session.manager.answer(to: "/nsm/client/open", from: start) == .int(-9))
      #expect(session.manager.messages.contains { "\($0)".contains(name) })
      #expect(try canon.finish() == 65)
      #expect(session.text(name) == text)
    }
  }

  @Test("Without an answer of the manager canon plays as it does without one")
  func noManager() throws {
    let server = try DummyServer.started("canon-test-nsm-none")
    defer { server.stop() }
    let set = try NoiseSet()
    let canon = try CanonProcess(
      ["play", set.folder.path, "--json", "--server", server.name, "--no-connect"], on: server,
      environment: ["NSM_URL": try SessionManager().url])
    try canon.waitForEvent("rolling")
    #expect(canon.errorOutput.contains { $0.contains("No session manager has answered") })
    canon.say("quit")
    try #expect(canon.finish() == 0)
  }
}
