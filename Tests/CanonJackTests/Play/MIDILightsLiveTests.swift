import CanonLiveSupport
import Testing

/// The port `lights_out`, on a real server.
extension LiveTests.Control {
  private static let programmerMode: [UInt8] = [0xF0, 0, 0x20, 0x29, 2, 0x0D, 0x0E, 1, 0xF7]
  private static let liveMode: [UInt8] = [0xF0, 0, 0x20, 0x29, 2, 0x0D, 0x0E, 0, 0xF7]
  private static let pads: [UInt8] = (1...8).flatMap { row in (1...8).map { UInt8(10 * row + $0) } }
  private static let map = """
    device = "launchpad-mini-mk3"
    lights = ["lights"]
    [stems]
    notes = [81, 82, 83, 84, 85, 86]
    [note]
    11 = "panic"
    """

  @Test(
    "Lights show all stems to who is new, then what has changed, under the next server, too; the end puts them out"
  )
  func midiLights() throws {
    let server = try DummyServer.started("canon-test-midi-lights")
    defer { server.stop() }
    let map = try MIDIMapFolder(Self.map)
    let canon = try CanonProcess.play(
      "Schedules/advent-2015.toml", on: server, "--midi", "--as-of", "2015-12-13", "--no-connect",
      environment: map.environment)
    let lights = try MIDIRecorder(server: server.name)
    func wait(for message: [UInt8]) throws {
      try waitUntil("\(message) arrives") { lights.messages.contains { $0.bytes == message } }
    }
    // The base plays, three doors are open, and two are shut.
    let colours: [UInt8: UInt8] = [11: 47, 81: 21, 82: 1, 83: 1, 84: 1, 85: 7, 86: 7]
    try wait(for: [0x90, 88, 0])
    let first = Self.pads.map { [0x90, $0, colours[$0] ?? 0] }
    #expect(lights.messages.map(\.bytes) == [Self.programmerMode] + first)
    canon.say("start violin-a bar")
    try wait(for: [0x92, 82, 21])
    canon.say("stop violin-a")
    canon.say("start violin-b now")
    try wait(for: [0x90, 83, 21])
    canon.say("mute violin-b now")
    try wait(for: [0x90, 83, 13])
    canon.say("stop cello")
    try wait(for: [0x91, 81, 5])
    canon.say("panic")
    try wait(for: [0x90, 81, 1])
    try #expect(canon.quit() == 0)
    let last = Self.pads.map { [0x90, $0, 0] } + [Self.liveMode]
    #expect(lights.messages.map(\.bytes).suffix(last.count) == last)
    lights.close()
  }

  @Test("A device that comes back gets all of its lights, and so does one at the next server")
  func midiLightsAgain() throws {
    let server = try DummyServer.started("canon-test-midi-lights")
    defer { server.stop() }
    let map = try MIDIMapFolder(Self.map)
    let canon = try CanonProcess.play(on: server, "--midi", "--no-connect", environment: map.environment)
    for _ in 1...2 {
      let lights = try MIDIRecorder(server: server.name)
      defer { lights.close() }
      try waitUntil("the last light arrives") { lights.messages.contains { $0.bytes[..<2] == [0x90, 88] } }
      #expect(lights.messages.first?.bytes == Self.programmerMode)
      #expect(lights.messages.count == 65)
    }
    server.kill()
    try canon.waitForEvent("lost")
    let start = canon.output.count
    try server.start()
    try canon.waitForEvent("connected", from: start)
    let lights = try MIDIRecorder(server: server.name)
    defer { lights.close() }
    try waitUntil("the last light arrives") { lights.messages.contains { $0.bytes[..<2] == [0x90, 88] } }
    #expect(lights.messages.first?.bytes == Self.programmerMode)
    #expect(lights.messages.count == 65)
    try #expect(canon.quit() == 0)
  }
}
