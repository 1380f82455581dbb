import CJack
import CanonLiveSupport
import CanonStems
import CanonTestSupport
import Foundation
import Testing

/// What other JACK applications see of canon, and what canon makes of their server.
extension LiveTests.Ports {
  @Test("Ports have the names and pretty names of the design, and the master goes to the loudspeakers")
  func namesAndConnections() throws {
    let server = try DummyServer.started("canon-test-ports")
    defer { server.stop() }
    let canon = try CanonProcess.start(on: server)
    let info = try canon.waitForEvent("connected")["server"] as? [String: Any]
    #expect(info?["client"] as? String == "canon")
    #expect(info?["connections"] as? [String] == ["system:playback_1", "system:playback_2"])
    #expect(try canon.waitForEvent("registered")["count"] as? Int == 14)
    let client = try #require(Watcher(server: server.name))
    try client.expectPorts(
      of: ["master", "cello", "violin-a", "violin-b", "violin-c", "violin-d", "violin-e"],
      ["master_1": "Canon in D left", "cello_2": "Cello right"])
    client.close()
    try #expect(canon.quit() == 0)
  }

  @Test("A second canon on one server has another name and plays as well")
  func secondClient() throws {
    let server = try DummyServer.started("canon-test-second")
    defer { server.stop() }
    let first = try CanonProcess(["play", "--json", "--server", server.name])
    try first.waitForEvent("connected")
    let second = try CanonProcess(["play", "--json", "--server", server.name])
    let info = try second.waitForEvent("connected")["server"] as? [String: Any]
    #expect(info?["client"] as? String == "canon-01")
    first.signal(SIGINT)
    second.signal(SIGHUP)
    try #expect(first.finish() == 0)
    try #expect(second.finish() == 0)
  }

  @Test("A target of --connect that leaves and comes back is connected again")
  func targetReturns() throws {
    let server = try DummyServer.started("canon-test-target")
    defer { server.stop() }
    var capture = try CaptureClient(server: server.name)
    let canon = try CanonProcess.play(on: server, "--connect", CaptureClient.name)
    for round in 1...3 {
      try waitUntil("sound in round \(round)") { capture.soundingFrames > 12_000 }
      _ = capture.finish()
      capture = try CaptureClient(server: server.name)
    }
    try waitUntil("sound at the end") { capture.soundingFrames > 12_000 }
    _ = capture.finish()
    try #expect(canon.quit() == 0)
  }

  @Test("Stems go where the set, the user's file and the options say, once their targets are there")
  func patch() throws {
    let folder = try TestFolder()
    let set = try folder.writeFlatSet(
      "Three", ["a", "b", "c"], level: 0.1,
      more: "[patch]\na = \"capture\"\nb = \"capture:in_1\"\nc = \"capture:in_?\"\n")
    _ = try folder.write("[Three]\nb = \"capture:in_2\"\n", to: "canon/patch.toml")
    let server = try DummyServer.started("canon-test-patch")
    defer { server.stop() }
    let canon = try CanonProcess(
      ["play", set, "--json", "--server", server.name, "--connect", "c_2=/^cap.*_1$/"],
      environment: ["XDG_CONFIG_HOME": folder.path])
    try canon.waitForEvent("connected")
    try canon.waitForEvent("note") { $0["code"] as? String == "not-connected" }
    let capture = try CaptureClient(server: server.name)
    let client = try #require(Watcher(server: server.name))
    let expected = [
      "a_1": ["capture:in_1"], "a_2": ["capture:in_2"], "b_1": ["capture:in_2"], "b_2": ["capture:in_2"],
      "c_1": ["capture:in_1"], "c_2": ["capture:in_1"], "master_1": ["system:playback_1"],
      "master_2": ["system:playback_2"],
    ]
    func wired() -> [String: [String]] {
      Dictionary(uniqueKeysWithValues: expected.keys.map { ($0, client.connections(of: "canon:\($0)")) })
    }
    try waitUntil("everything is connected") { wired() == expected }
    try canon.waitForEvent("note") { $0["code"] as? String == "now-connected" }
    try waitUntil("the stems are heard") { capture.soundingFrames > 0 }
    // The set says something else from now on.
    let text = try String(contentsOfFile: set, encoding: .utf8)
    try folder.write(text.replacingOccurrences(of: "a = \"capture\"", with: "a = []"), to: "set.toml")
    canon.say("reload now")
    try canon.waitForEvent("reloaded")
    try waitUntil("a is not connected") { wired()["a_1"] == [] && wired()["a_2"] == [] }
    #expect(wired()["b_1"] == ["capture:in_2"])
    client.close()
    _ = capture.finish()
    try #expect(canon.quit() == 0)
  }

  @Test(
    "A client that is killed and started again at once is connected again, every time",
    .timeLimit(.minutes(LongCampaign.minutes)))
  func killedTarget() throws {
    let program = try #require(Tool.path("jack_iodelay"))
    let server = try DummyServer.started("canon-test-restart")
    defer { server.stop() }
    let watcher = try #require(Watcher(server: server.name))
    let canon = try CanonProcess.play(on: server, "--connect", "jack_delay")
    for round in 1...LongCampaign.count(8, long: 200) {
      let target = Process()
      target.executableURL = URL(fileURLWithPath: program)
      target.environment = ["JACK_DEFAULT_SERVER": server.name]
      (target.standardOutput, target.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
      try target.run()
      defer {
        kill(target.processIdentifier, SIGKILL)
        target.waitUntilExit()
      }
      try waitUntil("round \(round)") {
        watcher.connections(of: "canon:master_1") == ["jack_delay:in"]
          && watcher.connections(of: "canon:master_2") == ["jack_delay:in"]
      }
    }
    watcher.close()
    try #expect(canon.quit() == 0)
  }

  /// Kills the server at once and starts it again; returns when canon is connected.
  private func restart(
    _ server: DummyServer, _ canon: CanonProcess, _ capture: CaptureClient, _ watcher: Watcher
  ) throws {
    let start = canon.output.count
    server.kill()
    try canon.waitForEvent("lost", from: start)
    _ = capture.finish()
    watcher.close()
    try server.start()
    try canon.waitForEvent("connected", from: start)
    try canon.waitForEvent("registered", from: start)
  }

  @Test("What people have connected and cut is as they left it when the server comes back")
  func people() throws {
    let server = try DummyServer.started("canon-test-people")
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server)
    for round in 1...3 {
      let capture = try CaptureClient(server: server.name)
      let watcher = try #require(Watcher(server: server.name))
      if round == 1 {
        try capture.listen(to: "canon:violin-a")
        watcher.disconnect("canon:master_2", "system:playback_2")
      }
      // What is cut counts after half a second; then canon looks again.
      try capture.awaitCycles(3 * 48_000 / 256)
      #expect(watcher.connections(of: "canon:violin-a_1") == ["capture:in_1"], "round \(round)")
      #expect(watcher.connections(of: "canon:violin-a_2") == ["capture:in_2"], "round \(round)")
      #expect(watcher.connections(of: "canon:master_1") == ["system:playback_1"], "round \(round)")
      #expect(watcher.connections(of: "canon:master_2") == [], "round \(round)")
      try restart(server, canon, capture, watcher)
    }
    try #expect(canon.quit() == 0)
  }

  @Test(
    "What people cut in the moment before the server is killed stays cut, and nothing else is",
    arguments: 1...3)
  func cutAtTheEnd(round: Int) throws {
    let server = try DummyServer.started("canon-test-people")
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server)
    var watcher = try #require(Watcher(server: server.name))
    try waitUntil("both are connected") {
      watcher.connections(of: "canon:master_1") == ["system:playback_1"]
        && watcher.connections(of: "canon:master_2") == ["system:playback_2"]
    }
    // The numbers of the ports are known from the next look on, which a stem's connection calls for.
    let capture = try CaptureClient(server: server.name)
    try capture.listen(to: "canon:violin-a")
    try waitUntil("a look has seen it") {
      let start = canon.output.count
      canon.say("ports")
      try canon.waitForEvent("ports", from: start)
      return canon.output.dropFirst(start).contains { $0.contains("capture:in_2") }
    }
    watcher.disconnect("canon:master_2", "system:playback_2")
    try restart(server, canon, capture, watcher)
    let other = try CaptureClient(server: server.name)
    watcher = try #require(Watcher(server: server.name))
    try waitUntil("what was not cut is there again") {
      watcher.connections(of: "canon:violin-a_2") == ["capture:in_2"]
    }
    try other.awaitCycles(2 * 48_000 / 256)
    #expect(watcher.connections(of: "canon:master_1") == ["system:playback_1"])
    #expect(watcher.connections(of: "canon:master_2") == [])
    _ = other.finish()
    watcher.close()
    try #expect(canon.quit() == 0)
  }

  @Test("A cut connection stays cut, even if its target appeared after the music began")
  func cutStays() throws {
    let server = try DummyServer.started("canon-test-target")
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server, "--connect", CaptureClient.name)
    let capture = try CaptureClient(server: server.name)
    try waitUntil("the target is connected") { capture.soundingFrames > 12_000 }
    capture.leave("canon:master")
    try capture.awaitCycles(10)
    let sound = capture.soundingFrames
    // Two seconds, in which canon looks ten times.
    try capture.awaitCycles(375)
    #expect(capture.soundingFrames == sound)
    _ = capture.finish()
    try #expect(canon.quit() == 0)
  }

  @Test("With a hundred stems playing, a newly connected port is heard within 250 ms")
  func lateAmongMany() throws {
    let folder = try TestFolder()
    let set = try folder.writeFlatSet("Many", (0..<100).map { "s\($0)" }, level: 0.001)
    let server = try DummyServer.started("canon-test-many", period: 1024)
    defer { server.stop() }
    let canon = try CanonProcess.play(set, on: server, "--no-connect")
    for stem in [99, 50, 0] {
      let capture = try CaptureClient(server: server.name)
      try capture.listen(to: "canon:s\(stem)")
      let cycles = capture.cycleCount
      try waitUntil("s\(stem) is heard") { capture.soundingFrames > 0 }
      // By the server's time, in frames, so that a busy machine proves nothing.
      let waited = (capture.cycleCount - cycles) * 1024
      #expect(waited <= 48_000 / 4 + 2 * 1024, "s\(stem): \(waited) frames")
      _ = capture.finish()
    }
    try #expect(canon.quit() == 0)
  }

  @Test("A new period size while playing changes nothing that is heard")
  func periodChange() throws {
    let folder = try TestFolder()
    let server = try DummyServer.started("canon-test-period", period: 256)
    defer { server.stop() }
    let capture = try CaptureClient(server: server.name)
    let canon = try CanonProcess.play(
      on: server, "--connect", CaptureClient.name, "--journal", folder.file("period.journal"))
    for frames in [1024, 64, 16, 512] {
      capture.setPeriod(frames)
      try canon.waitForEvent("period") { $0["count"] as? Int == frames }
      let before = capture.soundingFrames
      try waitUntil("more sound") { capture.soundingFrames > before + 4096 }
    }
    try #expect(canon.quit() == 0)
    let told = canon.output.compactMap { EventLine($0) }.filter { $0.isEvent("period") }
    #expect(told.map { $0["count"] as? Int } == [1024, 64, 16, 512])
    let recording = capture.finish()
    let wave = folder.file("period.wav")
    let journal = folder.file("period.journal")
    _ = try CanonProcess.run(["render", "Schedules/always.toml", "-o", wave, "--score", journal])
    let offline = try StereoFile(wave)
    // Delivered frames are contiguous whatever the server's clock says across a change.
    let start = try #require(recording.left.firstIndex { $0 != 0 })
    let first = try #require(offline.left.firstIndex { $0 != 0 })
    let count = min(recording.left.count - start, offline.left.count - first)
    #expect(count > 16384)
    #expect(Array(recording.left[start..<(start + count)]) == Array(offline.left[first..<(first + count)]))
    try #expect(Journal(journal).skipCount == 0)
  }
}

extension Watcher {
  /// Expects the ports of canon: two for each of the ids, in their order.
  /// - Parameter titles: Pretty names of some of them.
  func expectPorts(of ids: [String], _ titles: [String: String]) throws {
    #expect(ports(of: "canon") == ids.flatMap { ["canon:\($0)_1", "canon:\($0)_2"] })
    try waitUntil("the ports are described") { prettyName(of: "canon:\(ids[ids.count - 1])_2") != nil }
    for (port, title) in titles { #expect(prettyName(of: "canon:\(port)") == title) }
  }
}
