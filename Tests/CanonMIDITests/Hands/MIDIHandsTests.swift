import CanonControl
import CanonEngine
import CanonSession
import CanonTestSupport
import Testing

@testable import CanonMIDI

/// Buttons and knobs.
@Suite struct MIDIHandsTests {
  /// What messages ask for, as text; an empty text for nothing.
  private func said(_ map: String, _ bytes: [UInt8]..., current: Double = 0) throws -> [String] {
    var hands = try hands(map)
    return bytes.map { said($0, by: &hands, current: current) }
  }

  private func hands(_ map: String) throws -> MIDIHands {
    MIDIHands(try MIDIMap.parse(path: "midi.toml", text: map).actions(for: ["cello"]))
  }

  private func said(_ bytes: [UInt8], by hands: inout MIDIHands, current: Double) -> String {
    MIDIMessage(bytes).flatMap { hands.command(for: $0, current: current) }?.description ?? ""
  }

  // MARK: - Buttons

  @Test("A note presses when it is struck, and releases when it ends, by either message")
  func notes() throws {
    let map = "[note]\n36 = { press = \"start cello\", release = \"stop cello\" }"
    for end: [UInt8] in [[0x80, 36, 64], [0x90, 36, 0]] {
      #expect(
        try said(map, [0x90, 36, 1], end, end, [0x90, 36, 127], [0x90, 37, 1])
          == ["start cello", "stop cello", "", "start cello", ""])
    }
    #expect(
      try said("[note]\n36 = \"press cello\"", [0x90, 36, 1], [0x90, 36, 1]) == [
        "press cello", "press cello",
      ])
  }

  @Test("A pedal presses once when it passes the middle, however many values it tells")
  func pedal() throws {
    let map = "[control]\n64 = { press = \"start cello\", release = \"stop cello\" }"
    #expect(
      try said(
        map, [0xB0, 64, 10], [0xB0, 64, 63], [0xB0, 64, 64], [0xB0, 64, 100], [0xB0, 64, 127],
        [0xB0, 64, 64],
        [0xB0, 64, 63], [0xB0, 64, 0], [0xB0, 64, 127])
        == ["", "", "start cello", "", "", "", "stop cello", "", "start cello"])
  }

  @Test("A press begins once: not with a knob, and not while a pedal is on its way down or up")
  func begins() throws {
    var hands = try hands("[control]\n7 = { gain = \"master\" }")
    func begins(_ bytes: UInt8...) throws -> Bool { hands.begins(try #require(MIDIMessage(bytes))) }
    #expect(try [begins(0x90, 36, 1), begins(0x90, 36, 0), begins(0xC0, 3)] == [true, false, true])
    #expect(
      try [20, 64, 90, 127, 80, 10, 127].map { try begins(0xB0, 64, $0) }
        == [false, true, false, false, false, false, true])
    #expect(try !begins(0xB0, 7, 127))
  }

  @Test("What is held down by a press that was another's presses no more on its way")
  func hold() throws {
    var hands = try hands("[control]\n64 = \"panic\"")
    hands.hold(MIDISource(kind: .control, channel: 1, number: 64))
    #expect(said([0xB0, 64, 127], by: &hands, current: 0) == "")
    #expect(said([0xB0, 64, 0], by: &hands, current: 0) == "")
    #expect(said([0xB0, 64, 127], by: &hands, current: 0) == "panic")
  }

  @Test("Each channel is a button of its own; a program change presses every time")
  func each() throws {
    #expect(
      try said("[control]\n64 = \"press cello\"", [0xB0, 64, 127], [0xB1, 64, 127], [0xB0, 64, 127])
        == ["press cello", "press cello", ""])
    #expect(try said("[program]\n3 = \"undo\"", [0xC0, 3], [0xC0, 3]) == ["undo", "undo"])
  }

  // MARK: - Knobs

  @Test("A knob moves nothing before it has reached the value that is there; then it follows")
  func pickUp() throws {
    var hands = try hands("[control]\n7 = { gain = \"cello\" }")
    #expect(said([0xB0, 7, 10], by: &hands, current: -20) == "")
    #expect(said([0xB0, 7, 40], by: &hands, current: -20) == "")
    let passed = said([0xB0, 7, 90], by: &hands, current: -20)
    #expect(passed == "gain cello -13.23")
    // It is there as long as nobody else moves it.
    let value = MIDIFader(target: "cello", parameter: .gain(-60...6), encoding: nil).value(at: 90)
    #expect(said([0xB0, 7, 127], by: &hands, current: value) == "gain cello 6.0")
    #expect(
      said([0xB0, 7, 20], by: &hands, current: -1) == "gain cello -49.61", "it passes what is there now")
    #expect(said([0xB0, 7, 30], by: &hands, current: 3) == "")
  }

  @Test("Its lower end is silence if it begins so far down, and the middle of a pan is the centre")
  func ends() {
    let gain = MIDIFader(target: "cello", parameter: .gain(-60...6), encoding: nil)
    #expect(gain.value(at: 0) == -.infinity && gain.value(at: 127) == 6)
    let narrow = MIDIFader(target: "cello", parameter: .gain(-40...0), encoding: nil)
    #expect(narrow.value(at: 0) == -40 && narrow.value(at: 127) == 0)
    let pan = MIDIFader(target: "cello", parameter: .pan, encoding: nil)
    #expect([0, 64, 127].map(pan.value(at:)) == [-1, 0, 1])
    #expect((1...127).allSatisfy { pan.value(at: $0) > pan.value(at: $0 - 1) })
  }

  @Test("A knob at the end of its way picks up silence")
  func silence() throws {
    var hands = try hands("[control]\n7 = { gain = \"cello\" }")
    #expect(said([0xB0, 7, 0], by: &hands, current: -.infinity) == "")
    #expect(said([0xB0, 7, 3], by: &hands, current: -.infinity) == "gain cello -58.44")
    #expect(said([0xB0, 7, 0], by: &hands, current: -58.44) != "")
  }

  @Test(
    "An encoder moves in steps from what is there, in each of three formats",
    arguments: [("complement", 1, 127, 125), ("sign", 1, 65, 67), ("offset", 65, 63, 61)])
  func encoders(format: String, up: UInt8, down: UInt8, threeDown: UInt8) throws {
    let map = "[control]\n7 = { gain = \"cello\", encoder = \"\(format)\" }"
    #expect(
      try said(map, [0xB0, 7, up], [0xB0, 7, down], [0xB0, 7, threeDown], current: -6)
        == ["gain cello -5.5", "gain cello -6.5", "gain cello -7.5"])
    #expect(try said(map, [0xB0, 7, up], current: -.infinity) == ["gain cello -59.5"])
    #expect(try said(map, [0xB0, 7, up], current: 5.8) == ["gain cello 6.0"])
    // At an end, and beyond it, a step away from the range does nothing.
    #expect(try said(map, [0xB0, 7, up], current: 6) == [""])
    #expect(try said(map, [0xB0, 7, up], current: 12) == [""])
    #expect(try said(map, [0xB0, 7, down], current: -.infinity) == [""])
    #expect(try said(map, [0xB0, 7, down], current: -60) == ["gain cello -inf"])
  }

  // MARK: -

  @Test("Another map is taken at any time; a pedal that is held then may still be let go")
  func adopted() throws {
    var hands = try hands("[control]\n64 = { press = \"start cello\", release = \"stop cello\" }")
    #expect(said([0xB0, 64, 127], by: &hands, current: 0) == "start cello")
    hands.adopt(
      try MIDIMap.parse(
        path: "", text: "[control]\n64 = { press = \"mute cello\", release = \"unmute cello\" }"
      )
      .actions(for: []))
    #expect(said([0xB0, 64, 0], by: &hands, current: 0) == "unmute cello")
  }

  @Test("When messages may have been missed, what is held is let go, and presses again")
  func letGo() throws {
    var hands = try hands(
      "[control]\n64 = { press = \"solo cello on\", release = \"solo cello off\" }\n7 = { gain = \"cello\" }")
    #expect(said([0xB0, 64, 127], by: &hands, current: 0) == "solo cello on")
    _ = said([0xB0, 7, 10], by: &hands, current: 0)
    #expect(hands.letGo().map(\.description) == ["solo cello off"])
    #expect(hands.letGo() == [])
    #expect(said([0xB0, 64, 127], by: &hands, current: 0) == "solo cello on")
    #expect(said([0xB0, 7, 127], by: &hands, current: 0) == "", "the knob has not passed its value")
  }

  @Test("Any bytes are nothing worse than a message that does nothing")
  func anyBytes() throws {
    var random = SplitMix64(seed: 150)
    var hands = try hands(
      "[note]\n36 = \"press cello\"\n[control]\n7 = { gain = \"cello\" }\n10 = { pan = \"cello\", encoder = \"offset\" }"
    )
    var commands = 0
    for _ in 0..<LongCampaign.count(20_000, long: 1_000_000) {
      let bits = random.next()
      var bytes = (0..<Int(bits & 3)).map { UInt8(truncatingIfNeeded: bits >> (8 * $0 + 8)) }
      // Half of them are nearly right.
      if bits & 4 != 0 {
        bytes = [[0x90, 0xB0][Int(bits >> 3 & 1)], [36, 7, 10][Int(bits >> 4) % 3]] + bytes
      }
      if let message = MIDIMessage(bytes), hands.command(for: message, current: -6) != nil { commands += 1 }
    }
    #expect(commands > 100)
  }
}
