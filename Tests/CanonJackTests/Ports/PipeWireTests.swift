import CanonLiveSupport
import CanonTestSupport
import Foundation
import Testing

/// What holds under jackd holds under PipeWire, with its own devices, defaults and names.
extension LiveTests.PipeWire {
  static let speakers = PipeWireServer.Sink("speakers", "Loud speakers")
  static let phones = PipeWireServer.Sink("phones", "Head: phones")
  private static let both = ["canon:master_1", "canon:master_2"]

  /// Waits until the master plays to a sink, and to nothing else.
  func waitForMaster(_ server: PipeWireServer, on sink: PipeWireServer.Sink?) throws {
    try waitUntil("the master plays to \(sink?.title ?? "nothing")") {
      try isMaster(server, on: sink)
    }
  }

  func isMaster(_ server: PipeWireServer, on sink: PipeWireServer.Sink?) throws -> Bool {
    try Self.both.map(server.connections(of:))
      == ["FL", "FR"].map { side in sink.map { ["\($0.name):playback_\(side)"] } ?? [] }
  }

  /// A PipeWire with both sinks, and canon, which plays to the phones.
  /// - Parameter policy: What it does without its device; by default, it pauses.
  func playing(onLoss policy: String = "pause") throws -> (server: PipeWireServer, canon: CanonProcess) {
    let server = try PipeWireServer(Self.phones, Self.speakers)
    let canon = try server.play("Schedules/always.toml", "--on-device-loss", policy)
    try waitForMaster(server, on: Self.phones)
    return (server, canon)
  }

  /// Waits for a note with this code, from line `start` on.
  func note(_ code: String, _ canon: CanonProcess, from start: Int = 0) throws -> String {
    try canon.waitForEvent("note", from: start) { $0["code"] as? String == code }["message"] as? String ?? ""
  }

  /// Lets a second and a half of music pass, in which canon looks at the default once.
  func waitForLook(_ canon: CanonProcess) throws {
    let start = canon.output.count
    canon.say("in 1.5 s gain cello 0")
    try canon.waitForEvent("level", stem: "cello", from: start)
  }

  @Test("Names with spaces and colons are targets, and stay when their device is no longer the default")
  func names() throws {
    let folder = try TestFolder()
    let set = try folder.writeFlatSet(
      "Three", ["a", "b", "c"], level: 0.1,
      more: """
        [patch]
        a = "Loud speakers"
        b = ["Head: phones:playback_FR", "Loud speakers:playback_FL"]
        c = "/^Head: .*_F[LR]$/"

        """)
    let server = try PipeWireServer(Self.phones, Self.speakers)
    let canon = try server.play(set, "--on-device-loss", "follow")
    let expected = [
      "a_1": ["speakers:playback_FL"], "a_2": ["speakers:playback_FR"], "b_1": ["phones:playback_FR"],
      "b_2": ["speakers:playback_FL"], "c_1": ["phones:playback_FL"], "c_2": ["phones:playback_FR"],
    ]
    func wired() throws -> [String: [String]] {
      try Dictionary(
        uniqueKeysWithValues: expected.keys.map { ($0, try server.connections(of: "canon:\($0)")) })
    }
    try waitUntil("everything is connected") { try wired() == expected }
    try server.makeDefault(Self.speakers)
    try waitForMaster(server, on: Self.speakers)
    #expect(try wired() == expected)
    try #expect(canon.quit() == 0)
  }

  @Test(
    "A client that is killed and started again at once is connected again; what people cut stays cut",
    .timeLimit(.minutes(LongCampaign.minutes)))
  func targets() throws {
    let server = try PipeWireServer(Self.speakers)
    let canon = try server.play(
      "Schedules/always.toml", "--connect", "jack_delay", "--connect", "cello=jack_delay:in")
    let (restarts, all) = (LongCampaign.count(6, long: 200), LongCampaign.count(8, long: 202))
    for round in 1...all {
      let client = try server.startClient("jack_iodelay")
      defer { withExtendedLifetime(client) {} }
      let expected = round <= restarts ? ["jack_delay:in"] : []
      try waitUntil("round \(round)") {
        try server.connections(of: "canon:cello_1") == ["jack_delay:in"]
          && server.connections(of: "canon:master_1") == expected
      }
      if round == restarts {
        try server.disconnect("canon:master_1", "jack_delay:in")
        // What is cut counts after half a second.
        try waitForLook(canon)
      } else if round > restarts {
        try waitForLook(canon)
        #expect(try server.connections(of: "canon:master_1") == [], "round \(round)")
      }
    }
    try #expect(canon.quit() == 0)
  }

  @Test("After a restart of PipeWire the wiring is as people have left it, and the master on the same device")
  func restart() throws {
    let (server, canon) = try playing()
    try server.connect("canon:violin-a_1", "speakers:playback_FR")
    try server.disconnect("canon:master_2", "phones:playback_FR")
    try waitForLook(canon)
    for round in 1...2 {
      let start = canon.output.count
      server.kill()
      try canon.waitForEvent("lost", from: start)
      try server.start()
      try canon.waitForEvent("connected", from: start)
      try waitUntil("the wiring of round \(round)") {
        try server.connections(of: "canon:violin-a_1") == ["speakers:playback_FR"]
          && server.connections(of: "canon:master_1") == ["phones:playback_FL"]
      }
      try waitForLook(canon)
      #expect(try server.connections(of: "canon:master_2") == [], "round \(round)")
    }
    #expect(!canon.output.contains { $0.contains("device-lost") })
    try #expect(canon.quit() == 0)
  }

  @Test("The music keeps to the time when the devices change, each of which has a clock of its own")
  func clocks() throws {
    let (server, canon) = try playing(onLoss: "follow")
    let start = try canon.musicTime()
    for _ in 1...3 {
      try server.remove(Self.phones)
      try waitForMaster(server, on: Self.speakers)
      try waitForLook(canon)
      try server.add(Self.phones)
      try server.makeDefault(Self.phones)
      try waitForMaster(server, on: Self.phones)
    }
    #expect(abs(try canon.musicTime().lead(since: start)) < 2)
    try #expect(canon.quit() == 0)
  }
}
