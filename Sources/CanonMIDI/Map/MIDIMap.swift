import CanonEngine
import CanonSession
import CanonStems

/// What the messages of devices do: the content of `midi.toml`, for any set.
public struct MIDIMap: Hashable, Sendable {
  /// What numbers do to the stems, in the order of the set.
  struct StemRow: Hashable, Sendable {
    enum Effect: String, CaseIterable, Sendable { case notes, controls, gains }

    let effect: Effect
    /// The number of each stem.
    let numbers: [Int]
  }

  var actions: [MIDISource: MIDIAction] = [:]
  var rows: [StemRow] = []
  /// The outputs that `control_in` is connected to; nil for those of all devices.
  var ports: [PatchTarget]?
  /// The inputs that `clock_out` is connected to; nil for no such port.
  var clock: [PatchTarget]?
  /// The inputs that `lights_out` is connected to; nil for those of ``device``.
  var lights: [PatchTarget]?
  /// Whether start, stop, continue and song positions lead the clock; nil if the map says nothing of it.
  var transport: Bool?
  public var followsTransport: Bool { transport ?? false }
  /// What a set says of its own: the user's file does not change it.
  var ofSet: Set<MIDISource> = []
  /// Whose lights are set; nil to tell by the names of ports.
  var device: LightDevice?

  /// What there is without a file: the notes of a pad from 36 on press the stems, as most pads send them.
  public static let usual: MIDIMap = {
    var map = MIDIMap()
    map.rows = [StemRow(effect: .notes, numbers: Array(36...51))]
    return map
  }()

  /// The actions for stems with these ids. A line of its own comes before a row, in which the other stems keep their places.
  func actions(for stems: [String]) -> [MIDISource: MIDIAction] {
    var all = actions
    for row in rows {
      for (number, stem) in zip(row.numbers, stems) where actions[row.effect.source(number)] == nil {
        all[row.effect.source(number)] = row.effect.action(on: stem)
      }
    }
    // A device's pads are the stems' unless the map says anything else, which moves no other stem.
    if let device, !rows.contains(where: { $0.effect == .notes }) {
      let own = Set(all.keys.filter { $0.kind == .note && ($0.channel ?? 1) == 1 }.map(\.number))
      for (pad, stem) in zip(device.pads, stems) where !own.contains(pad) {
        all[StemRow.Effect.notes.source(pad)] = StemRow.Effect.notes.action(on: stem)
      }
    }
    return all
  }

  /// The outputs that are to be connected.
  /// - Parameters:
  ///   - outputs: All MIDI outputs of other clients.
  ///   - physical: Those among them that belong to devices.
  public func sources(among outputs: [String], physical: [String]) -> [String] {
    ports.map { Self.matches($0, among: outputs) } ?? physical
  }

  /// Whether the music's time is sent.
  public var hasClock: Bool { clock != nil }

  /// The inputs that are to receive the music's time.
  /// - Parameter inputs: All MIDI inputs of other clients.
  public func clockTargets(among inputs: [String]) -> [String] {
    Self.matches(clock ?? [], among: inputs)
  }

  /// Whether the states of stems are sent.
  public var hasLights: Bool { lights != nil || device != nil }

  /// The inputs that are to receive the states of stems.
  /// - Parameter inputs: All MIDI inputs of other clients.
  public func lightTargets(among inputs: [String]) -> [String] {
    lights.map { Self.matches($0, among: inputs) } ?? inputs.filter { device?.isLit(by: $0) == true }
  }

  private static func matches(_ patterns: [PatchTarget], among ports: [String]) -> [String] {
    ports.filter { port in
      patterns.contains { pattern in
        if case .named(let name) = pattern, !pattern.isOnePort { return port.hasPrefix(name + ":") }
        return pattern.ports(among: [port], physical: []) == [port]
      }
    }
  }
}

extension MIDIMap.StemRow.Effect {
  /// On every channel.
  func source(_ number: Int) -> MIDISource {
    MIDISource(kind: self == .notes ? .note : .control, channel: nil, number: number)
  }

  func action(on stem: String) -> MIDIAction {
    switch self {
    case .notes, .controls: .button(press: .request(.press, StemSelection([stem]), nil), release: nil)
    case .gains: .fader(MIDIFader(target: stem, parameter: .gain(MIDIFader.usualGains), encoding: nil))
    }
  }
}

extension [MIDISource: MIDIAction] {
  /// The action of a message: that of its channel before that of all channels.
  func action(of source: MIDISource) -> MIDIAction? { self[source] ?? self[source.onAnyChannel] }
}
