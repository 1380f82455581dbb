import CanonControl
import CanonFiles
import CanonSession
import Testing

@testable import CanonMIDI

/// What `midi.toml` says, and what is said of it.
@Suite struct MIDIMapTests {
  private static let stems = ["cello", "violin-a", "violin-b"]

  private func map(_ text: String) throws -> MIDIMap { try MIDIMap.parse(path: "midi.toml", text: text) }

  private func command(_ line: String) throws -> ControlCommand {
    try CommandParser.parse(line, at: .network)
  }

  private func note(_ number: Int, channel: Int? = nil) -> MIDISource {
    MIDISource(kind: .note, channel: channel, number: number)
  }

  @Test("Notes, controllers and programs do what stands beside their numbers")
  func everything() throws {
    let actions = try map(
      """
      [note]
      40 = "panic"
      "10:41" = { press = "start violin-a now", release = "stop violin-a now" }
      [control]
      64 = "press violin-a bar"
      7 = { gain = "master" }
      1 = { gain = "cello", from = -40, to = 0 }
      16 = { pan = "violin-a", encoder = "sign" }
      [program]
      5 = "scene verse"
      """
    ).actions(for: Self.stems)
    func control(_ number: Int) -> MIDISource { MIDISource(kind: .control, channel: nil, number: number) }
    #expect(
      try actions == [
        note(40): .button(press: command("panic"), release: nil),
        note(41, channel: 10): .button(
          press: command("start violin-a now"), release: command("stop violin-a now")),
        control(64): .button(press: command("press violin-a bar"), release: nil),
        control(7): .fader(MIDIFader(target: "master", parameter: .gain(-60...6), encoding: nil)),
        control(1): .fader(MIDIFader(target: "cello", parameter: .gain(-40...0), encoding: nil)),
        control(16): .fader(MIDIFader(target: "violin-a", parameter: .pan, encoding: .sign)),
        MIDISource(kind: .program, channel: nil, number: 5): .button(
          press: command("scene verse"), release: nil),
      ])
  }

  @Test(
    "A row of numbers belongs to the stems in the order of the set; what is too much waits for more stems")
  func rows() throws {
    let map = try map("[stems]\nnotes = [36, 38]\ngains = [20, 21, 22, 23]")
    let actions = map.actions(for: Self.stems)
    #expect(actions.count == 5)
    #expect(try actions[note(38)] == .button(press: command("press violin-a"), release: nil))
    #expect(
      actions[MIDISource(kind: .control, channel: nil, number: 22)]
        == .fader(MIDIFader(target: "violin-b", parameter: .gain(-60...6), encoding: nil)))
    #expect(try map.actions(for: ["x"])[note(36)] == .button(press: command("press x"), release: nil))
  }

  @Test("Without a file the notes from 36 on press the stems")
  func usual() throws {
    let actions = MIDIMap.usual.actions(for: Self.stems)
    #expect(actions.count == 3)
    #expect(try actions[note(37)] == .button(press: command("press violin-a"), release: nil))
    #expect(try MIDIMap.loadUsual(environment: ["XDG_CONFIG_HOME": "/nonexistent"]) == .usual)
  }

  @Test("A message of its channel comes before one of all channels")
  func channels() throws {
    let actions = try map("[note]\n36 = \"panic\"\n\"2:36\" = \"undo\"").actions(for: [])
    #expect(try actions.action(of: note(36, channel: 1)) == .button(press: command("panic"), release: nil))
    #expect(try actions.action(of: note(36, channel: 2)) == .button(press: command("undo"), release: nil))
    #expect(actions.action(of: note(37, channel: 2)) == nil)
  }

  @Test("Ports are those of devices, or the ones that the file names")
  func ports() throws {
    let all = ["pad:out", "system:midi_capture_1", "seq:out"]
    func sources(_ text: String) throws -> [String] {
      try map(text).sources(among: all, physical: ["system:midi_capture_1"])
    }
    #expect(try sources("") == ["system:midi_capture_1"])
    #expect(try sources("ports = [\"pad\", \"*eq:*\"]") == ["pad:out", "seq:out"])
    #expect(try sources("ports = [\"nothing\"]") == [])
    // A client's name means all its outputs.
    #expect(
      try map("ports = [\"a2j\"]").sources(among: ["a2j:1", "a2j:2", "a2j:3", "a2jx:1"], physical: [])
        == ["a2j:1", "a2j:2", "a2j:3"])
  }

  @Test("The clock is sent when the file says so, to the ports that it names")
  func clock() throws {
    #expect(try !map("").hasClock && !MIDIMap.usual.hasClock)
    let all = ["pad:in", "synth:in", "synth:in 2"]
    #expect(try map("clock = []").hasClock)
    #expect(try map("clock = []").clockTargets(among: all) == [])
    #expect(try map("clock = [\"synth\"]").clockTargets(among: all) == ["synth:in", "synth:in 2"])
  }

  @Test("A line of its own comes before a row, in which the other stems keep their places")
  func rowAndLine() throws {
    let actions = try map("[note]\n37 = \"panic\"\n[stems]\nnotes = [36, 37, 38]").actions(for: Self.stems)
    #expect(try actions[note(37)] == .button(press: command("panic"), release: nil))
    #expect(try actions[note(38)] == .button(press: command("press violin-b"), release: nil))
  }

  @Test("Another clock leads only if the map says so")
  func transport() throws {
    #expect(try map("transport = true").followsTransport)
    #expect(try !map("transport = false").followsTransport && !map("").followsTransport)
  }

  @Test(
    "A device says how lights are set, to which ports, and which pads are the stems' if nothing else says so")
  func lights() throws {
    #expect(try !map("").hasLights && !MIDIMap.usual.hasLights)
    let all = ["a2j:Launchpad X LPX MIDI In", "a2j:Launchpad X LPX DAW In", "synth:in"]
    let device = try map("device = \"launchpad-x\"")
    #expect(device.hasLights && device.device == .launchpadX)
    #expect(device.lightTargets(among: all) == [all[0]])
    #expect(try map("device = \"launchpad-x\"\nlights = [\"synth\"]").lightTargets(among: all) == [all[2]])
    #expect(try map("lights = [\"*Launchpad*\"]").lightTargets(among: all) == Array(all[..<2]))
    #expect(try map("lights = []").hasLights)
    #expect(try map("lights = []").lightTargets(among: all) == [])
    func stem(_ map: MIDIMap, on number: Int) throws -> String? {
      for stem in Self.stems {
        let press = try MIDIAction.button(press: command("press \(stem)"), release: nil)
        if map.actions(for: Self.stems)[note(number)] == press { return stem }
      }
      return nil
    }
    #expect(try [81, 82, 83].map { try stem(device, on: $0) } == Self.stems)
    // A pad that does something else is none of a stem's, and moves no other stem.
    let mixed = try map("device = \"launchpad-x\"\n[note]\n82 = \"panic\"")
    #expect(try [81, 82, 83, 84].map { try stem(mixed, on: $0) } == ["cello", nil, "violin-b", nil])
    let own = try map("device = \"launchpad-x\"\n[stems]\nnotes = [11]")
    #expect(try [11, 81].map { try stem(own, on: $0) } == ["cello", nil])
  }

  @Test(
    "What is wrong is named with its place, what was expected, and a remedy",
    arguments: [
      ("[note]\n128 = \"panic\"", "midi.toml:2: note: 128: expected a note's number from 0 to 127"),
      ("[note]\n36 = \"quit\"", "midi.toml:2: note: 36: found \"quit\""),
      ("[note]\n36 = \"pres violin-a\"", "midi.toml:2: note: 36: found \"pres violin-a\""),
      ("[note]\n36 = \"status\"", "midi.toml:2: note: 36: found \"status\""),
      ("[note]\n36 = 5", "midi.toml:2: note: 36: found 5, expected a command in double quotes"),
      ("[note]\n36 = { gain = \"master\" }", "expected \"press\" in [note]"),
      (
        "[control]\n7 = { gain = \"master\", press = \"panic\" }",
        "expected one of \"press\", \"gain\" and \"pan\""
      ),
      ("[control]\n7 = {}", "expected one of \"press\", \"gain\" and \"pan\""),
      ("[control]\n7 = { gain = \"master\", from = 6, to = -60 }", "from = 6.0, to = -60.0"),
      ("[control]\n7 = { gain = \"master\", from = -200 }", "found -200, expected decibels from -120 to 24"),
      ("[control]\n7 = { gain = \"master\", encoder = \"x\" }", "\"complement\""),
      ("[control]\n64 = { release = \"panic\" }", "expected \"press\" beside \"release\""),
      ("[stems]\nnotes = [36, 128]", "midi.toml:2: stems: notes: found"),
      ("[stems]\nnotes = [36, 36]", "found 36 twice"),
      ("[stems]\nnote = [36]", "Did you mean \"notes\"?"), ("note = 5", "midi.toml:1: note: found 5"),
      ("[notes]\n36 = \"panic\"", "Did you mean \"note\"?"), ("ports = []", "at most 20 patterns"),
      ("[program]\n5 = { press = \"panic\", release = \"panic\" }", "midi.toml:2: program 5: release: found"),
      ("ports = [\"physical:1\"]", "midi.toml:1: ports: found \"physical:1\""),
      ("ports = [\"/(/\"]", "midi.toml:1: ports: found \"/(/\""),
      ("clock = true", "midi.toml:1: clock: found true, expected an array of at most 20 patterns"),
      ("clock = [\"physical:1\"]", "or [] for a port that you connect yourself"),
      ("transport = 1", "midi.toml:1: transport: found 1, expected true or false"),
      ("lights = 5", "midi.toml:1: lights: found 5, expected an array of at most 20 patterns"),
      ("device = \"launchpad\"", "midi.toml:1: device: found \"launchpad\", expected one of"),
    ])
  func wrong(text: String, message: String) throws {
    do {
      _ = try map(text)
      Issue.record("it was read")
    } catch let error as FileProblems {
      let english = error.problems.map(\.message).joined(separator: "\n")
      #expect(english.contains(message), "\(english)")
      #expect(error.problems.map { $0.text(.japanese) } != error.problems.map { $0.text(.english) })
    }
  }

  @Test("A file that is missing, or no text, is named")
  func noFile() {
    #expect(throws: FileProblems.self) { try MIDIMap.load("/nonexistent/midi.toml") }
    #expect(throws: FileProblems.self) { try MIDIMap.load("/proc/self/exe") }
  }
}
