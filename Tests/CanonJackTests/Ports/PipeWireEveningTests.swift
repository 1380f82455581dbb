import CanonLiveSupport
import CanonTestSupport
import Foundation
import Testing

/// Under PipeWire, too, the evening goes on after canon, and it is told what goes where.
extension LiveTests.PipeWire {
  /// What a stem does, as `status` says.
  private func account(_ canon: CanonProcess) throws -> [String] {
    let start = canon.output.count
    canon.say("status")
    let status = try canon.waitForEvent("status", from: start)
    return try #require(status["stems"] as? [[String: Any]]).map { stem in
      ["stem", "state", "next", "gain", "pan", "solo", "is_held"].map { "\(stem[$0] ?? "-")" }
        .joined(separator: " ")
    }
  }

  /// Waits until an evening is written down that is as it is to be.
  private func waitForEvening(_ server: PipeWireServer, _ isRight: (String) -> Bool) throws {
    try waitUntil("it is written down") { server.evenings().contains(where: isRight) }
  }

  @Test("Killed with signal 9, it goes on in phase, with the same stems and what people have connected")
  func evening() throws {
    let server = try PipeWireServer(Self.speakers)
    let first = try server.play("Schedules/always.toml", "--no-resume")
    try waitForMaster(server, on: Self.speakers)
    first.say("gain violin-a -9")
    try first.say("start violin-a now", until: "violin-a", "play")
    try server.connect("canon:violin-a_1", "speakers:playback_FR")
    try waitForEvening(server) {
      $0.contains("layer violin-a play") && $0.contains("added violin-a left \"Loud speakers:playback_FR\"")
    }
    let (start, before) = (try first.musicTime(), try account(first))
    first.signal(SIGKILL)
    _ = try first.finish()
    let second = try server.play("Schedules/always.toml", "--resume")
    try second.waitForEvent("note") { $0["code"] as? String == "evening-resumed" }
    try waitForMaster(server, on: Self.speakers)
    try waitUntil("what people have connected") {
      try server.connections(of: "canon:violin-a_1") == ["speakers:playback_FR"]
    }
    #expect(abs(try second.musicTime().lead(since: start)) < 0.25)
    #expect(try account(second) == before)
    try #expect(second.quit() == 0)
  }

  /// At how many places in the loop it is killed.
  private static let kills = LongCampaign.count(3, long: 100)

  @Test(
    "Killed anywhere in the loop, again and again, it goes on in phase each time",
    .timeLimit(.minutes(LongCampaign.minutes)))
  func killedAnywhere() throws {
    let server = try PipeWireServer(Self.speakers)
    let folder = try TestFolder()
    _ = try folder.writeFlatSet("Anywhere", ["cello", "violin-a"], level: 0.1)
    var canon = try server.play(folder.path, "--no-resume")
    canon.say("gain violin-a -9")
    let loop = 1.0
    _ = try canon.musicTime()
    let before = try account(canon)
    try waitForEvening(server) { $0.contains("layer violin-a play") && $0.contains(" gain -9") }
    var errors: [Double] = []
    for kill in 0..<Self.kills {
      let last = try canon.musicTime()
      let now = last.music + last.between.upperBound.duration(to: .now) / .seconds(1)
      let target = loop * Double(kill) / Double(Self.kills)
      let rest = (target - now.truncatingRemainder(dividingBy: loop) + loop)
        .truncatingRemainder(dividingBy: loop)
      let end = Date(timeIntervalSinceNow: rest)
      while Date() < end { usleep(200) }
      canon.signal(SIGKILL)
      _ = try canon.finish()
      canon = try server.play(folder.path, "--resume")
      try canon.waitForEvent("note") { $0["code"] as? String == "evening-resumed" }
      try waitForMaster(server, on: Self.speakers)
      // A client begins under a clock of PipeWire's own and moves to that of the device, up to a period too early.
      errors.append(try canon.musicTime().lead(since: last))
      #expect(abs(errors[kill]) < 0.25, "at \(target) s: \(errors[kill]) s off")
      #expect(try account(canon) == before, "at \(target) s")
    }
    print("killed \(Self.kills) times under PipeWire; at most \(errors.map(abs).max() ?? 0) s off")
    try #expect(canon.quit() == 0)
  }

  @Test(
    "Signals keep the evening, with which it goes on headless; a quit deletes it",
    arguments: ["INT", "TERM", "HUP", "quit", "ctl"])
  func ends(how: String) throws {
    let server = try PipeWireServer(Self.speakers)
    let canon = try server.play("Schedules/always.toml", "--no-resume")
    try canon.say("start violin-a now", until: "violin-a", "play")
    try waitForEvening(server) { $0.contains("layer violin-a play") }
    switch how {
    case "quit": try #expect(canon.quit() == 0)
    case "ctl":
      #expect(try CanonProcess.run(["ctl", "quit"], environment: server.environment).status == 0)
      #expect(try canon.finish() == 0)
    default:
      canon.signal(["INT": SIGINT, "TERM": SIGTERM, "HUP": SIGHUP][how]!)
      #expect(try canon.finish() == 0)
    }
    let next = try server.play("Schedules/always.toml", "--headless")
    let isKept = !["quit", "ctl"].contains(how)
    try next.waitForEvent("note") {
      $0["code"] as? String == (isKept ? "evening-resumed" : "evening-fresh")
    }
    try waitForMaster(server, on: Self.speakers)
    next.signal(SIGTERM)
    #expect(try next.finish() == 0)
  }

  @Test("Resumed while its device is away, it is silent until the same one is back")
  func deviceGoneMeanwhile() throws {
    let server = try PipeWireServer(Self.phones, Self.speakers)
    let first = try server.play("Schedules/always.toml", "--no-resume")
    try waitForMaster(server, on: Self.phones)
    try waitForEvening(server) { $0.contains("physical \"Head: phones:playback_FR\"") }
    first.signal(SIGKILL)
    _ = try first.finish()
    try server.remove(Self.phones)
    let second = try server.play("Schedules/always.toml", "--resume")
    try second.waitForEvent("note") { $0["code"] as? String == "evening-resumed" }
    let info = try second.waitForEvent("connected")["server"] as? [String: Any]
    #expect(info?["connections"] as? [String] == [])
    let told = try note("device-lost", second)
    #expect(told.hasPrefix("The output device \"Head: phones\" is gone. canon is silent"))
    try second.waitForEvent("paused") { $0["by"] as? String == "device" }
    try waitForLook(second)
    #expect(try isMaster(server, on: nil))
    try server.add(Self.phones)
    try second.waitForEvent("resumed")
    try waitForMaster(server, on: Self.phones)
    try #expect(second.quit() == 0)
  }

  @Test("canon ports tells what goes where, and what it saves connects another canon alike")
  func ports() throws {
    let folder = try TestFolder()
    let server = try PipeWireServer(Self.phones, Self.speakers)
    let first = try server.play("Schedules/always.toml", "--connect", "late")
    try server.connect("canon:violin-a_1", "speakers:playback_FR")
    let plan = folder.file("plan.toml")
    var text: [String] = []
    try waitUntil("what goes where is told") {
      text = try CanonProcess.run(["ports"], environment: server.environment).output
      return text.contains { $0.hasPrefix("violin-a: left to \"Loud speakers:playback_FR\"") }
    }
    #expect(
      text.last == "Waiting for \"late\" (--connect), which master is to be connected to.")
    let saved = try CanonProcess.run(["ports", "--save", plan], environment: server.environment)
    #expect(saved.status == 0)
    try #expect(first.quit() == 0)
    let config = server.environment["XDG_CONFIG_HOME"]! + "/canon"
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: plan, toPath: config + "/patch.toml")
    let second = try server.play()
    try waitUntil("it is connected alike") {
      try server.connections(of: "canon:violin-a_1") == ["speakers:playback_FR"]
    }
    #expect(try server.connections(of: "canon:master_1") == [], "it waits as before")
    try #expect(second.quit() == 0)
  }
}
