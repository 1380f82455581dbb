import CanonLiveSupport
import Testing

/// The port `clock_out`, on real servers. The music has 1500 frames a tick.
extension LiveTests.Control {
  @Test(
    "The clock ticks on the frames of the music, says where that is when it moves, and stops with it",
    arguments: [64, 1000])
  func midiClock(period: Int) throws {
    let server = try DummyServer.started("canon-test-midi-clock", period: period)
    defer { server.stop() }
    let lights = try MIDIRecorder(server: server.name)
    defer { lights.close() }
    let map = try MIDIMapFolder("clock = [\"lights\"]")
    let canon = try CanonProcess.play(on: server, "--midi", "--no-connect", environment: map.environment)
    /// Where the music is on a frame of the clock, as events tell it.
    var places: [(frame: Int64, place: Int64, moves: Bool)] = [(0, 0, true)]
    func tick() throws {
      let count = lights.messages.count
      try waitUntil("the clock ticks") { lights.messages[count...].count { $0.bytes == [0xF8] } > 10 }
    }
    try tick()
    for (line, name) in [("seek bar 3", "seeks"), ("freeze", "frozen"), ("resume", "goes-on")] {
      let start = canon.output.count
      canon.say(line)
      let event = try canon.waitForEvent(name, from: start)
      let frame = try #require(event["frame"] as? Int64)
      places.append((frame, try #require(event["position"] as? Int64), name != "frozen"))
      if name != "frozen" { try tick() }
    }
    let clock = ClockMap(canon.output)
    try #expect(canon.quit() == 0)
    #expect(clock.anchorOffsets.count == 1)
    let heard = try lights.messages.map {
      (frame: try #require(clock.position(at: $0.frame)), bytes: $0.bytes)
    }
    #expect(heard[0] == (0, [0xFA]), "it starts with the music")
    #expect(heard.last?.bytes == [0xFC], "nothing runs on when canon ends")
    // Each tick lies on its frame, and none is missing.
    var last: Int64?
    for (frame, bytes) in heard {
      guard bytes == [0xF8] else {
        last = nil
        continue
      }
      let (start, place, moves) = try #require(places.last { $0.frame <= frame })
      #expect(moves && (place + frame - start) % 1500 == 0, "tick on frame \(frame)")
      if let last { #expect(frame == last + 1500) }
      last = frame
    }
    let (seek, halt, roll) = (places[1], places[2], places[3])
    #expect(
      heard.filter { $0.frame == seek.frame }.map(\.bytes).prefix(3) == [[0xFC], [0xF2, 32, 0], [0xFB]])
    #expect(seek.place == 288_000 && heard.contains { $0 == (seek.frame, [0xF8]) })
    #expect(heard.filter { $0.frame == halt.frame }.map(\.bytes).contains([0xFC]))
    let sixteenth = (roll.place + 8999) / 9000
    let position: [UInt8] = [0xF2, UInt8(sixteenth % 128), UInt8(sixteenth / 128)]
    #expect(heard.filter { $0.frame == roll.frame }.map(\.bytes).prefix(2) == [position, [0xFB]])
    let first = heard.first { $0.bytes == [0xF8] && $0.frame >= roll.frame }
    #expect(first?.frame == roll.frame + 9000 * sixteenth - roll.place)
  }
}
