import CanonEngine

/// The lights of the devices that are connected: once all of them, then what has changed.
struct MIDILights: Sendable {
  private let outbox: MIDIOutbox
  /// The device that the map names.
  private let named: LightDevice?
  /// The device that is connected; nil for none.
  private var device: LightDevice?
  /// The last messages of each light. What found no room is not among them, and is sent the next time.
  private var shown: [MIDISource: [[UInt8]]] = [:]
  private var isGreeted = false
  /// Whether lights are switched in the music's rhythm.
  private var isSwitching = false

  /// - Parameter device: Which one it is; nil to tell by the names of ports.
  init(_ outbox: MIDIOutbox, _ device: LightDevice?) { (self.outbox, named) = (outbox, device) }

  /// Whether those who receive the lights have seen the last picture, and nothing in it is switched. Others than before have seen nothing.
  mutating func isSeen() -> Bool {
    guard let ports = outbox.consumeConnected() else { return !isSwitching }
    let known = ports.sorted().lazy.compactMap { LightDevice(port: $0) }.first
    (device, shown, isGreeted) = (ports.isEmpty ? nil : named ?? known ?? .plain, [:], false)
    return false
  }

  /// Sends what is not shown yet.
  /// - Parameter isOn: Whether lights that are switched in the music's rhythm are on.
  /// - Returns: Whether there was room for all of it.
  mutating func show(_ picture: LightPicture, isOn: Bool) -> Bool {
    isSwitching = device?.isSwitched == true && picture.isPending
    guard let device else { return true }
    if !isGreeted { isGreeted = device.greeting.allSatisfy { outbox.put(MIDIOutbox.Message($0)) } }
    if !isGreeted { return false }
    // A pad that does nothing any more goes out.
    let gone = Dictionary(uniqueKeysWithValues: shown.keys.map { ($0, LightState.unused) })
    let lights = gone.merging(picture.states) { $1 }
    var isAll = true
    for (source, state) in lights.sorted(by: { $0.key < $1.key }) {
      let messages = device.messages(for: source, state, isOn: isOn)
      if shown[source] == messages { continue }
      let isSent = messages.allSatisfy { outbox.put(MIDIOutbox.Message($0)) }
      shown[source] = isSent ? messages : nil
      isAll = isAll && isSent
    }
    outbox.setFarewell(
      shown.keys.sorted().flatMap { device.messages(for: $0, .unused, isOn: false) }
        .map { MIDIOutbox.Message($0) } + device.farewell.map { MIDIOutbox.Message($0) })
    return isAll
  }
}

extension MIDISource: Comparable {
  static func < (a: MIDISource, b: MIDISource) -> Bool {
    (a.kind.rawValue, a.channel ?? 0, a.number) < (b.kind.rawValue, b.channel ?? 0, b.number)
  }
}
