import CanonLiveSupport
import Foundation
import Testing

/// A folder of the user's configuration that holds nothing but `midi.toml`.
struct MIDIMapFolder {
  private let folder: TestFolder
  var environment: [String: String] { ["XDG_CONFIG_HOME": folder.path] }

  func text() throws -> String { try String(contentsOfFile: folder.file("canon/midi.toml"), encoding: .utf8) }

  init(_ text: String) throws {
    folder = try TestFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("canon"), withIntermediateDirectories: true)
    _ = try folder.write(text, to: "canon/midi.toml")
  }
}

/// canon played by pads, pedals and knobs.
extension LiveTests.Control {
  private static let map = """
    [stems]
    notes = [36, 37, 38, 39, 40]
    [note]
    50 = "press violin-a now"
    51 = { press = "start violin-b now", release = "stop violin-b now" }
    52 = "start violin-d now"
    53 = "undo"
    [control]
    64 = "press violin-c now"
    7 = { gain = "master" }
    """

  @Test(
    "A pad acts on the frame of its message, not that of the period: in the journal, and in what is heard",
    arguments: [64, 256])
  func midiFrames(period: Int) throws {
    let server = try DummyServer.started("canon-test-midi", period: period)
    defer { server.stop() }
    let pad = try MIDIClient(server: server.name)
    defer { pad.close() }
    let map = try MIDIMapFolder(Self.map)
    let play = try CapturedPlay(on: server, "--midi", environment: map.environment)
    let canon = play.canon
    try waitUntil("the pad is connected") { pad.connections == ["canon:control_in"] }
    for stem in ["violin-a", "violin-b"] { try canon.awaitSamples(of: stem) }
    let clock = ClockMap(canon.output)
    var errors: [Int64] = []
    for (number, offset) in [0, 1, period - 1, period / 2, 17].enumerated() {
      let start = canon.output.count
      pad.send([[0x90, 50, 100], [0x80, 50, 0]], after: offset)
      let sent = try #require(clock.position(at: try pad.flush()))
      let event = try canon.waitForEvent(
        "changed", stem: "violin-a", state: number.isMultiple(of: 2) ? "play" : "mute", from: start)
      errors.append(Int64(try #require(event["frame"] as? Int)) - sent)
      #expect(event["by"] as? String == "midi")
    }
    #expect(errors == [0, 0, 0, 0, 0], "frames late")
    // What is pressed and let go acts on both frames.
    let start = canon.output.count
    pad.send([[0x90, 51, 100]], after: 5)
    let pressed = try #require(clock.position(at: try pad.flush()))
    pad.send([[0x90, 51, 0]], after: 9)
    let released = try #require(clock.position(at: try pad.flush()))
    for (state, frame) in [("play", pressed), ("stop", released)] {
      let event = try canon.waitForEvent("changed", stem: "violin-b", state: state, from: start)
      #expect(event["frame"] as? Int == Int(frame))
    }
    let journal = play.journal
    let (recording, frames) = try play.end()
    #expect(frames > released && recording.left.contains { $0 != 0 })
    let lines = try String(contentsOfFile: journal, encoding: .utf8)
    #expect(
      lines.contains("@\(pressed) start violin-b now") && lines.contains("@\(released) stop violin-b now"))
  }

  @Test(
    "A pedal and a knob act through the desk; a locked stem is refused with its date, and undo takes a pad back"
  )
  func midiWords() throws {
    let server = try DummyServer.started("canon-test-midi-words")
    defer { server.stop() }
    let pad = try MIDIClient(server: server.name)
    defer { pad.close() }
    let map = try MIDIMapFolder(Self.map)
    let canon = try CanonProcess.play(
      "Schedules/advent-2015.toml", on: server, "--midi", "--as-of", "2015-12-13", "--no-connect",
      environment: map.environment)
    let note = try canon.waitForEvent("note") { ($0["code"] as? String) == "midi" }
    #expect((note["message"] as? String)?.contains("canon/midi.toml says what it does") == true)
    try waitUntil("the pad is connected") { pad.connections == ["canon:control_in"] }
    for value: UInt8 in [40, 63, 64, 90, 127, 80, 0] { pad.send([[0xB0, 64, value]]) }
    try canon.waitForEvent("changed", stem: "violin-c", state: "play")
    // The knob is at 0 dB first, where the master is.
    pad.send([[0xB0, 7, 115], [0xB0, 7, 116], [0xB0, 7, 77]])
    try canon.waitForEvent("level") { ($0["gain"] as? Double).map { abs($0 + 19.98) < 0.1 } ?? false }
    pad.send([[0x90, 52, 100]])
    let refused = try canon.waitForEvent("refused")
    #expect(refused["code"] as? String == "locked" && refused["by"] as? String == "midi")
    #expect((refused["message"] as? String)?.contains("2015-12-20") == true)
    pad.send([[0x90, 50, 100]])
    try canon.waitForEvent("changed", stem: "violin-a", state: "play")
    let start = canon.output.count
    pad.send([[0x90, 53, 100]])
    try canon.waitForEvent("changed", stem: "violin-a", state: "stop", from: start)
    try #expect(canon.quit() == 0)
  }

  @Test("Devices are connected when they come; what people connect comes back, and what they cut stays cut")
  func midiConnections() throws {
    let server = try DummyServer.started("canon-test-midi-ports")
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server, "--midi", "--no-connect")
    let message = try canon.waitForEvent("note") { ($0["code"] as? String) == "midi" }["message"] as? String
    #expect(message?.contains("the notes 36 to 51 press the stems") == true)
    let device = try MIDIClient(server: server.name, name: "device")
    defer { device.close() }
    var program = try MIDIClient(server: server.name, name: "program", isDevice: false)
    try waitUntil("the device is connected") { device.connections == ["canon:control_in"] }
    #expect(program.connections == [])
    device.connect("canon:control_in", false)
    program.connect("canon:control_in")
    // What is sent in a cycle that an xrun cuts short, as one in which the graph changes, is lost: people press again.
    var next = ContinuousClock.now
    try waitUntil("the pad is heard") {
      if ContinuousClock.now >= next {
        program.send([[0x99, 37, 100]])
        next += .seconds(1)
      }
      return canon.hasTold("accepted", stem: "violin-a")
    }
    // Once canon has connected another device, it has seen what is connected and what is gone.
    func letLook() throws {
      let other = try MIDIClient(server: server.name, name: "other")
      defer { other.close() }
      try waitUntil("the other device is connected") { other.connections == ["canon:control_in"] }
    }
    for _ in 0..<2 {
      try letLook()
      program.close()
      try letLook()
      program = try MIDIClient(server: server.name, name: "program", isDevice: false)
      try waitUntil("what people have connected is back") { program.connections == ["canon:control_in"] }
    }
    #expect(device.connections == [])
    program.close()
    try #expect(canon.quit() == 0)
  }

  @Test("A map that cannot be read ends canon before it plays, with all its problems")
  func midiMapIsWrong() throws {
    let map = try MIDIMapFolder("[note]\n36 = \"quit\"\n200 = \"panic\"\n")
    let result = try CanonProcess.run(
      ["play", "Schedules/always.toml", "--midi"], environment: map.environment)
    #expect(result.status == 65, "\(result)")
    #expect(
      result.errors.joined().contains("midi.toml:2: note: 36:")
        && result.errors.joined().contains("midi.toml:3: note: 200:"))
  }

  @Test("After the server has died pads play on under the next one")
  func midiAfterServerLoss() throws {
    let server = try DummyServer.started("canon-test-midi-loss")
    defer { server.stop() }
    let map = try MIDIMapFolder(Self.map)
    let canon = try CanonProcess.play(on: server, "--midi", "--no-connect", environment: map.environment)
    server.kill()
    try canon.waitForEvent("lost")
    let start = canon.output.count
    try server.start()
    try canon.waitForEvent("connected", from: start)
    let pad = try MIDIClient(server: server.name)
    defer { pad.close() }
    try waitUntil("the pad is connected") { pad.connections == ["canon:control_in"] }
    pad.send([[0x90, 50, 100]], after: 33)
    let sent = try pad.flush()
    let event = try canon.waitForEvent("changed", stem: "violin-a", state: "play", from: start)
    let frame = ClockMap(canon.output[start...]).position(at: sent)
    #expect(event["frame"] as? Int == frame.map(Int.init))
    try #expect(canon.quit() == 0)
  }
}
