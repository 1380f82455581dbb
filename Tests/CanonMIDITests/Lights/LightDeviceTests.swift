import Testing

@testable import CanonMIDI

/// The lights of devices, by their makers' tables.
@Suite struct LightDeviceTests {
  private static let pad = MIDISource(kind: .note, channel: nil, number: 11)
  private static let button = MIDISource(kind: .control, channel: nil, number: 91)

  private func bytes(
    _ device: LightDevice, _ state: LightState, _ source: MIDISource = pad, isOn: Bool = true
  ) -> [[UInt8]] { device.messages(for: source, state, isOn: isOn) }

  @Test(
    "A port's name tells the device",
    arguments: [
      (
        "Midi-Bridge:Launchpad Mini MK3 1:(playback_1) Launchpad Mini MK3 LPMiniMK3 MI",
        LightDevice.launchpadMini
      ),
      ("a2j:Launchpad X [28] (playback): Launchpad X LPX MIDI In", .launchpadX),
      ("system:midi_playback_LPProMK3 MIDI", .launchpadPro),
      ("a2j:APC MINI [24] (playback): APC MINI MIDI 1", .apcMini),
      ("a2j:APC mini mk2 [24] (playback): APC mini mk2 Control", .apcMini2),
    ])
  func names(port: String, device: LightDevice) {
    #expect(LightDevice(port: port) == device)
    #expect(device.isLit(by: port))
  }

  @Test("Other ports are no device's; a device's ports for other purposes take no lights")
  func otherPorts() {
    #expect(LightDevice(port: "synth:in") == nil)
    for port in [
      "Launchpad Mini MK3 LPMiniMK3 DA", "Launchpad X LPX DAW In", "Launchpad Pro MK3 LPProMK3 DIN",
      "APC mini mk2 Notes",
    ] {
      #expect(LightDevice.allCases.allSatisfy { !$0.isLit(by: port) })
    }
    #expect(!LightDevice.plain.isLit(by: "synth:in"))
  }

  @Test(
    "Launchpads: channel 1 is steady, 2 flashes, 3 pulses; buttons are controllers",
    arguments: [LightDevice.launchpadMini, .launchpadX, .launchpadPro])
  func launchpads(device: LightDevice) {
    #expect(bytes(device, .unused) == [[0x90, 11, 0]])
    #expect(bytes(device, .stopped) == [[0x90, 11, 1]])
    #expect(bytes(device, .waiting) == [[0x92, 11, 21]])
    #expect(bytes(device, .playing) == [[0x90, 11, 21]])
    #expect(bytes(device, .ending) == [[0x90, 11, 21], [0x91, 11, 5]])
    #expect(bytes(device, .muted) == [[0x90, 11, 13]])
    #expect(bytes(device, .locked) == [[0x90, 11, 7]])
    #expect(bytes(device, .waiting, Self.button) == [[0xB2, 91, 21]])
    #expect(device.pads.prefix(9) == [81, 82, 83, 84, 85, 86, 87, 88, 71] && device.pads.last == 18)
  }

  @Test(
    "Launchpads are put into the mode in which pads take colours, and back",
    arguments: zip([LightDevice.launchpadX, .launchpadMini, .launchpadPro], [0x0C, 0x0D, 0x0E] as [UInt8]))
  func modes(device: LightDevice, product: UInt8) {
    #expect(device.greeting == [[0xF0, 0, 0x20, 0x29, 2, product, 0x0E, 1, 0xF7]])
    #expect(device.farewell == [[0xF0, 0, 0x20, 0x29, 2, product, 0x0E, 0, 0xF7]])
  }

  @Test("APC mini: velocities are colours; what is pending goes on and off; the buttons have one colour")
  func apcMini() {
    let states: [LightState] = [.unused, .stopped, .waiting, .playing, .ending, .muted, .locked]
    let button = MIDISource(kind: .note, channel: nil, number: 64)
    func colours(_ source: MIDISource, isOn: Bool) -> [UInt8] {
      states.flatMap { bytes(.apcMini, $0, source, isOn: isOn) }.map { $0[2] }
    }
    #expect(colours(Self.pad, isOn: true) == [0, 0, 1, 1, 1, 5, 3])
    #expect(colours(Self.pad, isOn: false) == [0, 0, 0, 1, 3, 5, 3])
    #expect(colours(button, isOn: true) == [0, 0, 1, 1, 1, 0, 0])
    #expect(colours(button, isOn: false) == [0, 0, 0, 1, 0, 0, 0])
    #expect(LightDevice.apcMini.pads.prefix(2) == [56, 57] && LightDevice.apcMini.pads.last == 7)
  }

  @Test("APC mini mk2: the channel is the brightness, the velocity the colour")
  func apcMini2() {
    #expect(bytes(.apcMini2, .stopped) == [[0x90, 11, 3]])
    #expect(bytes(.apcMini2, .waiting) == [[0x96, 11, 21]])
    #expect(bytes(.apcMini2, .waiting, isOn: false) == [[0x90, 11, 21]])
    #expect(bytes(.apcMini2, .playing) == [[0x96, 11, 21]])
    #expect(bytes(.apcMini2, .ending) == [[0x96, 11, 21]])
    #expect(bytes(.apcMini2, .ending, isOn: false) == [[0x96, 11, 5]])
    #expect(bytes(.apcMini2, .muted) == [[0x96, 11, 13]])
    #expect(bytes(.apcMini2, .locked) == [[0x90, 11, 5]])
    let scene = MIDISource(kind: .note, channel: nil, number: 112)
    #expect(bytes(.apcMini2, .playing, scene) == [[0x90, 112, 1]])
  }

  @Test(
    "An APC's controllers are no lights: their numbers are other pads'",
    arguments: [LightDevice.apcMini, .apcMini2])
  func controllers(device: LightDevice) { #expect(bytes(device, .playing, Self.button) == []) }

  @Test("Any other device gets velocities, on the channel of its pad; what is pending goes on and off")
  func plain() {
    let pad = MIDISource(kind: .note, channel: 10, number: 36)
    #expect(bytes(.plain, .playing, pad) == [[0x99, 36, 127]])
    #expect(bytes(.plain, .muted, pad) == [[0x99, 36, 64]])
    #expect(bytes(.plain, .stopped, pad) == [[0x99, 36, 0]])
    for state in [LightState.waiting, .ending] {
      #expect(bytes(.plain, state, pad, isOn: true) == [[0x99, 36, 127]])
      #expect(bytes(.plain, state, pad, isOn: false) == [[0x99, 36, 0]])
    }
    #expect(bytes(.plain, .playing, Self.button) == [[0xB0, 91, 127]])
  }

  @Test("A program change has no light", arguments: LightDevice.allCases)
  func programs(device: LightDevice) {
    #expect(bytes(device, .playing, MIDISource(kind: .program, channel: nil, number: 1)) == [])
  }

  @Test("Every message is one of MIDI, and fits on its way", arguments: LightDevice.allCases)
  func valid(device: LightDevice) {
    let lights = LightState.allCases.flatMap { state in
      [Self.pad, Self.button].flatMap { source in
        [true, false].flatMap { bytes(device, state, source, isOn: $0) }
      }
    }
    for message in lights {
      #expect(message.count == 3 && message[0] >= 0x80 && message[1...].allSatisfy { $0 < 0x80 })
    }
    for message in device.greeting + device.farewell {
      #expect(message.first == 0xF0 && message.last == 0xF7 && message.count <= 16)
      #expect(message.dropFirst().dropLast().allSatisfy { $0 < 0x80 })
    }
  }
}
