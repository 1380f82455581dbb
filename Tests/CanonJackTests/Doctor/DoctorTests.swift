import CanonJack
import CanonLiveSupport
import Foundation
import Testing

/// `canon doctor` with its self-test on a real server.
extension LiveTests.Doctors {
  private struct Report {
    let status: Int32
    let lines: [String]
    let findings: [[String: Any]]

    init(_ result: (status: Int32, output: [String], errors: [String])) throws {
      (status, lines) = (result.status, result.output)
      let object =
        try JSONSerialization.jsonObject(with: Data((lines.first ?? "").utf8)) as? [String: Any] ?? [:]
      findings = object["findings"] as? [[String: Any]] ?? []
      #expect(object["status"] as? String == (status == 0 ? "well" : "wrong"))
      for finding in findings {
        #expect(Set(finding.keys) == ["code", "level", "message", "commands", "figures"])
      }
    }

    subscript(code: String) -> [String: Any]? { findings.first { $0["code"] as? String == code } }

    func figure(_ code: String, _ name: String) -> Any? { (self[code]?["figures"] as? [String: Any])?[name] }
  }

  /// Where there is neither a server nor a file of others.
  private func doctor(_ arguments: [String], in folder: TestFolder) throws -> CanonProcess {
    try CanonProcess(
      ["doctor"] + arguments,
      environment: ["JACK_DEFAULT_SERVER": "canon-test-none", "TMPDIR": folder.path])
  }

  private func report(_ arguments: [String], in folder: TestFolder) throws -> Report {
    let canon = try doctor(arguments + ["--json"], in: folder)
    let status = try canon.finish()
    return try Report((status, canon.output, canon.errorOutput))
  }

  /// What a self-test may leave: files, a place in the registry, semaphores.
  private func remains(of folder: TestFolder) throws -> [String] {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let servers = (ServerRegistry()?.servers ?? []).map(\.name).filter { $0 == "canon-doctor" }
    let shared = try FileManager.default.contentsOfDirectory(atPath: "/dev/shm")
    return files + servers + shared.filter { $0.contains("canon-doctor") }
  }

  @Test("What a silent server received has the bits of the rendering, and nothing is left behind")
  func selfTest() throws {
    let lock = try NameLock("canon-doctor"), folder = try TestFolder()
    defer { withExtendedLifetime(lock) {} }
    let report = try report(["Schedules/always.toml"], in: folder)
    #expect(report.status == 0, "\(report.lines)")
    #expect(report.lines.count == 1)
    let frames = try #require(report.figure("self-test", "frames") as? Int)
    #expect(frames > 48_000)
    #expect(report.figure("self-test", "different") as? Int == 0)
    #expect(report.figure("self-test", "period") as? Int == 256)
    // Its own server has real-time priority where that is allowed.
    #expect(report.figure("self-test", "realtime") as? Bool == (report["realtime"] != nil))
    #expect(try #require(report.figure("self-test", "median_microseconds") as? Int) > 0)
    #expect(report["private-server"] != nil && report["set"] != nil && report["disk"] != nil)
    #expect(try remains(of: folder) == [])
  }

  @Test("A set with everything is compared too, at the requested period and rate")
  func fullSet() throws {
    let lock = try NameLock("canon-doctor"), folder = try TestFolder(), set = try FullSet()
    defer { withExtendedLifetime(lock) {} }
    let report = try report([set.path, "--period", "1024", "--rate", "44100"], in: folder)
    #expect(report.status == 0, "\(report.lines)")
    #expect(report.figure("self-test", "different") as? Int == 0)
    #expect(report.figure("self-test", "period") as? Int == 1024)
    #expect(report.figure("self-test", "sample_rate") as? Int == 44100)
    #expect(try remains(of: folder) == [])
  }

  @Test("Without a set it plays noise of its own; lines are at most 80 columns wide")
  func noise() throws {
    let lock = try NameLock("canon-doctor"), folder = try TestFolder(), here = try TestFolder()
    defer { withExtendedLifetime(lock) {} }
    let canon = try CanonProcess.run(
      ["doctor"], environment: ["JACK_DEFAULT_SERVER": "canon-test-none", "TMPDIR": folder.path],
      folder: here.path)
    #expect(canon.status == 0, "\(canon.output)")
    let text = canon.output.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    #expect(text.contains("captured frames have the same bits as the rendering."), "\(text)")
    #expect(canon.output.last == "No problems found.")
    #expect(canon.output.allSatisfy { $0.count <= 80 })
    #expect(try remains(of: folder) == [])
  }

  @Test("Ended by a signal it leaves nothing either")
  func interrupted() throws {
    let lock = try NameLock("canon-doctor"), folder = try TestFolder()
    defer { withExtendedLifetime(lock) {} }
    let canon = try doctor(["Schedules/always.toml"], in: folder)
    try waitUntil("its server runs") {
      ServerRegistry()?.servers.contains { $0.name == "canon-doctor" && $0.isAlive } == true
    }
    canon.signal(SIGINT)
    try #expect(canon.finish() == 1)
    #expect(!canon.output.contains("No problems found."))
    #expect(try remains(of: folder) == [])
  }

  @Test("A machine without jackd is told what to install")
  func noJackd() throws {
    let folder = try TestFolder()
    let result = try CanonProcess.run(
      ["doctor", "Schedules/always.toml", "--json"],
      environment: ["JACK_DEFAULT_SERVER": "canon-test-none", "PATH": "/nonexistent", "TMPDIR": folder.path])
    let report = try Report(result)
    #expect(report.status == 1)
    #expect(report["no-jackd"]?["commands"] as? [String] == ["sudo apt-get install jackd2"])
    #expect(report["self-test-failed"]?["level"] as? String == "wrong")
    #expect(result.errors == ["canon: 2 problems."])
    #expect(try remains(of: folder) == [])
  }

  @Test("PipeWire without its JACK library is told what to install")
  func noPipeWireJack() throws {
    let folder = try TestFolder(), machine = try TestFolder()
    _ = try machine.write("", to: "pipewire-0")
    let result = try CanonProcess.run(
      ["doctor", "Schedules/always.toml", "--json"],
      environment: [
        "JACK_DEFAULT_SERVER": "canon-test-none", "PATH": "/nonexistent", "TMPDIR": folder.path,
        "PIPEWIRE_RUNTIME_DIR": machine.path,
      ])
    let report = try Report(result)
    #expect(report["no-pipewire-jack"]?["commands"] as? [String] == ["sudo apt-get install pipewire-jack"])
  }

  @Test("A running server is told as it is, and a canon that plays there to no one")
  func runningServer() throws {
    let lock = try NameLock("canon-doctor"), folder = try TestFolder()
    defer { withExtendedLifetime(lock) {} }
    let server = try DummyServer.started("canon-test-ill", rate: 44100, period: 512)
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server, "--no-connect", "--name", "hall")
    let report = try report(["--server", server.name], in: folder)
    #expect(report.status == 0, "\(report.lines)")
    #expect(report.figure("server", "period") as? Int == 512)
    #expect(report.figure("server", "sample_rate") as? Int == 44100)
    #expect(report["outputs"] != nil)
    #expect(report["not-connected"]?["level"] as? String == "warning")
    try #expect(canon.quit() == 0)
  }

  @Test("A source that cannot be read is a finding, and the machine is examined all the same")
  func source() throws {
    let lock = try NameLock("canon-doctor"), folder = try TestFolder(), files = try TestFolder()
    defer { withExtendedLifetime(lock) {} }
    let path = try files.write("set = 3\n", to: "wrong.toml")
    let report = try report([path], in: folder)
    #expect(report.status == 1)
    #expect(report["source"]?["commands"] as? [String] == ["canon check \(path)"])
    #expect(report["self-test"] != nil)
  }
}
