import Testing

@testable import CanonMIDI

/// The messages of MIDI 1.0 that canon understands.
@Suite struct MIDIMessageTests {
  @Test(
    "Notes, controllers and programs, with channels from 1",
    arguments: [
      ([0x90, 36, 100], .note(channel: 1, number: 36, velocity: 100)),
      ([0x9F, 0, 0], .note(channel: 16, number: 0, velocity: 0)),
      ([0x84, 36, 64], .note(channel: 5, number: 36, velocity: 0)),
      ([0xB9, 7, 127], .control(channel: 10, number: 7, value: 127)),
      ([0xC0, 5], .program(channel: 1, number: 5)),
    ] as [([UInt8], MIDIMessage)])
  func understood(bytes: [UInt8], message: MIDIMessage) { #expect(MIDIMessage(bytes) == message) }

  @Test(
    "Anything else is none",
    arguments: [
      [], [36], [0x90], [0x90, 36], [0x90, 36, 100, 1], [0x90, 0x80, 1], [0xC0, 1, 2], [0xE0, 0, 64],
      [0xD0, 64], [0xA0, 36, 64], [0xF8], [0xF0, 0x7E, 0xF7], [0xFF, 0, 0], [36, 100, 1],
    ] as [[UInt8]])
  func others(bytes: [UInt8]) { #expect(MIDIMessage(bytes) == nil) }

  @Test("The key of a table is a number, or a channel and a number")
  func keys() {
    #expect(MIDISource(.note, key: "36") == MIDISource(kind: .note, channel: nil, number: 36))
    #expect(MIDISource(.control, key: "16:127") == MIDISource(kind: .control, channel: 16, number: 127))
    for key in ["", "128", "-1", "0:36", "17:36", "1:2:3", ":36", "36:", "x", "3６", "+1", " 1"] {
      #expect(MIDISource(.note, key: key) == nil, "\(key)")
    }
  }
}
