/// How the lights of a device are set. The numbers are those of its maker's tables; no device was at hand.
///
/// Sources: Novation, *Launchpad Mini [MK3]*, *Launchpad X* and *Launchpad Pro [MK3] Programmer's Reference Manual* (programmer mode, lighting
/// by notes, palette); Akai, *APC mini Communications Protocol* and *APC mini mk2 Communication Protocol* (notes, velocities, channels).
enum LightDevice: String, CaseIterable, Sendable {
  case launchpadMini = "launchpad-mini-mk3"
  case launchpadX = "launchpad-x"
  case launchpadPro = "launchpad-pro-mk3"
  case apcMini = "apc-mini"
  case apcMini2 = "apc-mini-mk2"
  /// Any device whose pads light by the velocity of their own notes.
  case plain = "notes"

  /// The device that a port belongs to; nil if its name does not tell.
  init?(port: String) {
    let port = port.lowercased()
    // "apc mini" is in the name of both.
    let devices: [Self] = [.launchpadMini, .launchpadX, .launchpadPro, .apcMini2, .apcMini]
    guard let device = devices.first(where: { $0.names.contains(where: port.contains) }) else { return nil }
    self = device
  }

  private var names: [String] {
    switch self {
    case .launchpadMini: ["lpminimk3", "launchpad mini mk3"]
    case .launchpadX: ["lpx", "launchpad x"]
    case .launchpadPro: ["lppromk3", "launchpad pro mk3"]
    case .apcMini: ["apc mini"]
    case .apcMini2: ["apc mini mk2"]
    case .plain: []
    }
  }

  /// Whether a port takes its lights. A Launchpad has another one for a studio's program (DAW), a Pro one for its sockets (DIN), an APC mini mk2 one for notes alone.
  func isLit(by port: String) -> Bool {
    guard Self(port: port) == self else { return false }
    let port = port.lowercased()
    // Names are cut to a length.
    let isOther =
      ["daw", "din", "note"].contains(where: port.contains) || [" da", " di"].contains(where: port.hasSuffix)
    return !isOther
  }

  /// The notes of its pads, row by row from the top left one on.
  var pads: [Int] {
    switch self {
    case .launchpadMini, .launchpadX, .launchpadPro:
      (1...8).reversed().flatMap { row in (1...8).map { 10 * row + $0 } }
    case .apcMini, .apcMini2: (0...7).reversed().flatMap { row in (0...7).map { 8 * row + $0 } }
    case .plain: Array(36...51)
    }
  }

  /// A Launchpad's number in its maker's messages.
  private var launchpad: UInt8? {
    switch self {
    case .launchpadX: 0x0C
    case .launchpadMini: 0x0D
    case .launchpadPro: 0x0E
    case .apcMini, .apcMini2, .plain: nil
    }
  }

  /// What comes before the first light, and what after the last one. A Launchpad has a mode in which its pads send notes and take colours.
  var greeting: [[UInt8]] { launchpad.map { [Self.mode($0, isProgrammer: true)] } ?? [] }
  var farewell: [[UInt8]] { launchpad.map { [Self.mode($0, isProgrammer: false)] } ?? [] }

  private static func mode(_ launchpad: UInt8, isProgrammer: Bool) -> [UInt8] {
    [0xF0, 0x00, 0x20, 0x29, 0x02, launchpad, 0x0E, isProgrammer ? 1 : 0, 0xF7]
  }

  /// Whether a pad has one light, whatever the channel of its messages.
  var hasOwnPads: Bool { self != .plain }

  /// Whether canon switches what is pending on and off; a Launchpad does that itself.
  var isSwitched: Bool { launchpad == nil }

  /// The messages that make a light show a state.
  /// - Parameter isOn: Whether what is pending is shown on or off, in the music's rhythm. A Launchpad has one of its own, that of MIDI clock.
  /// - Returns: None for a program change, which has no light.
  func messages(for source: MIDISource, _ state: LightState, isOn: Bool) -> [[UInt8]] {
    if source.kind == .program { return [] }
    let number = UInt8(source.number)
    switch self {
    case .launchpadMini, .launchpadX, .launchpadPro:
      return launchpadLights(state).map { [status(source, $0.channel), number, $0.colour] }
    case .apcMini, .apcMini2:
      // The numbers of its controllers are no lights.
      if source.kind != .note { return [] }
      if source.number >= 64 { return [[0x90, number, button(state, isOn: isOn)]] }
      let light: (UInt8, UInt8) =
        self == .apcMini ? (0, apcMiniColour(state, isOn: isOn)) : apcMini2Light(state, isOn: isOn)
      return [[0x90 | light.0, number, light.1]]
    case .plain:
      return [[status(source, UInt8((source.channel ?? 1) - 1)), number, velocity(state, isOn: isOn)]]
    }
  }

  private func status(_ source: MIDISource, _ channel: UInt8) -> UInt8 {
    (source.kind == .note ? 0x90 : 0xB0) | channel
  }

  /// Channel 1 is steady, channel 2 flashes between the steady colour and its own, channel 3 pulses; both follow MIDI clock.
  private func launchpadLights(_ state: LightState) -> [(channel: UInt8, colour: UInt8)] {
    switch state {
    case .unused: [(0, 0)]
    case .stopped: [(0, 1)]  // grey
    case .waiting: [(2, 21)]  // green
    case .playing: [(0, 21)]
    case .ending: [(0, 21), (1, 5)]  // green and red
    case .muted: [(0, 13)]  // yellow
    case .locked: [(0, 7)]  // dark red
    case .other: [(0, 47)]  // dark blue
    }
  }

  /// 1 is green, 3 red and 5 yellow.
  private func apcMiniColour(_ state: LightState, isOn: Bool) -> UInt8 {
    switch state {
    case .unused, .stopped, .other: 0
    case .waiting: isOn ? 1 : 0
    case .playing: 1
    case .ending: isOn ? 1 : 3
    case .muted: 5
    case .locked: 3
    }
  }

  /// The buttons beside and below the pads have one colour.
  private func button(_ state: LightState, isOn: Bool) -> UInt8 {
    switch state {
    case .unused, .stopped, .muted, .locked: 0
    case .playing, .other: 1
    case .waiting, .ending: isOn ? 1 : 0
    }
  }

  /// The channels, counted from 0, are the brightness: 0 is a tenth of 6.
  private func apcMini2Light(_ state: LightState, isOn: Bool) -> (UInt8, UInt8) {
    switch state {
    case .unused: (0, 0)
    case .stopped: (0, 3)  // white
    case .waiting: isOn ? (6, 21) : (0, 21)  // green
    case .playing: (6, 21)
    case .ending: isOn ? (6, 21) : (6, 5)  // green and red
    case .muted: (6, 13)  // yellow
    case .locked: (0, 5)
    case .other: (1, 45)  // blue
    }
  }

  private func velocity(_ state: LightState, isOn: Bool) -> UInt8 {
    switch state {
    case .unused, .stopped, .locked, .other: 0
    case .waiting, .ending: isOn ? 127 : 0
    case .playing: 127
    case .muted: 64
    }
  }
}
