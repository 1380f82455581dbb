import CanonLiveSupport
import Testing

/// MIDI's transport messages lead canon, on real servers.
extension LiveTests.Control {
  @Test(
    "canon waits for a start and begins on its frame; a stop, a continue and a song position act on theirs",
    arguments: [64, 1000])
  func midiTransport(period: Int) throws {
    let server = try DummyServer.started("canon-test-midi-transport", period: period)
    defer { server.stop() }
    let sequencer = try MIDIClient(server: server.name, name: "sequencer")
    defer { sequencer.close() }
    let map = try MIDIMapFolder("transport = true")
    let play = try CapturedPlay(on: server, "--midi", environment: map.environment)
    let canon = play.canon
    let frozen = try canon.waitForEvent("frozen")
    #expect(frozen["frame"] as? Int == 0 && frozen["position"] as? Int == 0)
    #expect(frozen["by"] as? String == "midi")
    try waitUntil("the sequencer is connected") { sequencer.connections == ["canon:control_in"] }
    let clock = ClockMap(canon.output)
    /// Sends messages, and waits for what they do on their frame.
    func send(_ messages: [[UInt8]], after offset: Int, until name: String) throws -> Int {
      let start = canon.output.count
      sequencer.send(messages, after: offset)
      let sent = Int(try #require(clock.position(at: try sequencer.flush())))
      let event = try canon.waitForEvent(name, from: start)
      // The music falls silent over five milliseconds, and stands then.
      #expect(event["frame"] as? Int == sent + (name == "goes-on" ? 0 : 240), "\(name)")
      return try #require(event["position"] as? Int) - (name == "seeks" ? 240 : 0)
    }
    #expect(try send([[0xFA], [0xF8]], after: 17, until: "goes-on") == 0)
    let stopped = try send([[0xFC]], after: period - 1, until: "frozen")
    #expect(try send([[0xFB], [0xF8]], after: 5, until: "goes-on") == stopped)
    // Bar 3 of 4/4.
    #expect(try send([[0xFC], [0xF2, 32, 0], [0xFB], [0xF8]], after: 33, until: "seeks") == 288_000)
    #expect(try send([[0xFA], [0xF8]], after: 0, until: "seeks") == 0)
    let (recording, frames) = try play.end()
    #expect(frames > 0 && recording.left.contains { $0 != 0 })
  }

  @Test("Two canons on one server, one led by the other's clock, play the same frames")
  func midiLed() throws {
    let server = try DummyServer.started("canon-test-midi-led", period: 256)
    defer { server.stop() }
    let (first, second) = (
      try CaptureClient(server: server.name, name: "first"),
      try CaptureClient(server: server.name, name: "second")
    )
    let led = try MIDIMapFolder("transport = true\nports = [\"leader:clock_out\"]")
    let follower = try CanonProcess.play(
      on: server, "--midi", "--name", "follower", "--connect", "second", environment: led.environment)
    try follower.waitForEvent("frozen")
    let map = try MIDIMapFolder("ports = [\"nothing\"]\nclock = [\"follower:control_in\"]")
    let leader = try CanonProcess.play(
      on: server, "--midi", "--name", "leader", "--connect", "first", environment: map.environment)
    let watcher = try #require(Watcher(server: server.name))
    defer { watcher.close() }
    try waitUntil("the follower hears the leader") {
      watcher.connections(of: "leader:clock_out") == ["follower:control_in"]
    }
    // The leader's first start may have come before they were connected.
    leader.say("freeze bar 1")
    try leader.waitForEvent("frozen")
    // Cycles are counted: the server's clock is an estimate between them, and may go back when one is late.
    let (before, told) = (second.cycleCount, follower.output.count)
    try waitUntil("the follower has long heard of it") { second.cycleCount > before + 32 }
    leader.say("resume")
    #expect(try follower.waitForEvent("goes-on", from: told)["position"] as? Int == 0)
    let heard = second.soundingFrames
    try waitUntil("a second of both") { second.soundingFrames > heard + 48_000 }
    // Off the grid the follower comes in with the next sixteenth.
    let (stops, stood) = (leader.output.count, follower.output.count)
    leader.say("freeze")
    for (canon, start) in [(leader, stops), (follower, stood)] {
      try canon.waitForEvent("frozen", from: start)
    }
    let again = second.cycleCount
    leader.say("resume")
    try follower.waitForEvent("goes-on", from: stood)
    let now = second.soundingFrames
    try waitUntil("another second of both") { second.soundingFrames > now + 48_000 }
    for canon in [leader, follower] { #expect(try canon.quit() == 0) }
    var followed: [UInt32: [Float]] = [:]
    // In their order: after a cycle that came late the next one is not 256 frames further.
    var cycles: [(time: UInt32, sounds: Bool)] = []
    second.finish().forEachCycle { time, left, right in
      let samples = Array(left) + Array(right)
      followed[time] = samples
      cycles.append((time, samples.contains { $0 != 0 }))
    }
    // It stands first, and may have sounded until then.
    func begins(after cycle: Int) throws -> UInt32 {
      try #require(
        zip(cycles.dropFirst(cycle - 1), cycles.dropFirst(cycle)).first { !$0.sounds && $1.sounds }?.1.time)
    }
    // The second time it rises over five milliseconds.
    let ranges = [try begins(after: before), try begins(after: again) + 512].map { $0..<($0 + 40_000) }
    var compared = 0
    first.finish().forEachCycle { time, left, right in
      guard let range = ranges.first(where: { $0.contains(time) }), let other = followed[time] else { return }
      #expect(
        Array(left) + Array(right) == other, "the cycle \(time - range.lowerBound) frames after the start")
      compared += left.count
    }
    #expect(compared > 70_000)
  }
}
