import CanonEngine

/// The lights of the devices that are connected: once all of them, then what has changed.
struct MIDILights: Sendable {
  private let outbox: MIDIOutbox
  /// The device that the map names.
  private let named: LightDevice?
  /// The device that is connected; nil for none.
  private var device: LightDevice?
  /// The last messages of each light; none for one that found no room, which is sent the next time.
  private var shown: [MIDISource: [[UInt8]]] = [:]
  private var isGreeted = false
  /// Whether something in the picture is pending.
  private var isPending = false
  /// The channel on which a pad of any channel was pressed last.
  private var channels: [MIDISource: Int] = [:]
  /// The lights that are to go out because their pads light on another channel now.
  private var left: Set<MIDISource> = []

  /// - Parameter device: Which one it is; nil to tell by the names of ports.
  init(_ outbox: MIDIOutbox, _ device: LightDevice?) { (self.outbox, named) = (outbox, device) }

  /// Whether those who receive the lights have seen the last picture, and nothing in it changes by itself. Others than before have seen nothing.
  mutating func isSeen() -> Bool {
    guard let ports = outbox.consumeConnected() else { return !isPending }
    let known = ports.sorted().lazy.compactMap { LightDevice(port: $0) }.first
    device = ports.isEmpty ? nil : named ?? known ?? .plain
    (shown, left, isGreeted) = ([:], [], false)
    return false
  }

  /// Takes note of a message: a pad may light itself while it is pressed, and tells its channel.
  /// - Returns: Whether its light is to be sent again.
  mutating func heard(_ source: MIDISource) -> Bool {
    guard device == .plain, let channel = source.channel else { return false }
    let general = source.onAnyChannel
    if shown[source] != nil {
      shown[source] = []
    } else if shown[general] != nil {
      let last = lit(general)
      shown[general] = []
      channels[general] = channel
      // Its light on the channel before goes out, unless that is another pad's.
      if last.channel != channel, shown[last] == nil { left.insert(last) }
      left.remove(source)
    } else {
      return false
    }
    return true
  }

  /// Sends what is not shown yet.
  /// - Parameter isOn: Whether what is pending is shown on or off, in the music's rhythm.
  /// - Returns: Whether there was room for all of it.
  mutating func show(_ picture: LightPicture, isOn: Bool) -> Bool {
    isPending = picture.isPending && device?.isSwitched == true
    guard let device else { return true }
    let lights = lights(of: picture, on: device)
    let order = lights.keys.sorted()
    let outbox = outbox
    func put(_ messages: [[UInt8]]) -> Bool {
      messages.allSatisfy { outbox.put(MIDIOutbox.Message($0)) }
    }
    let lit = order.map { self.lit($0) } + left.sorted()
    let last = lit.flatMap { device.messages(for: $0, .unused, isOn: false) } + device.farewell
    outbox.setFarewell(last.map { MIDIOutbox.Message($0) })
    if !isGreeted { isGreeted = put(device.greeting) }
    if !isGreeted { return false }
    for source in left.sorted() where put(device.messages(for: source, .unused, isOn: isOn)) {
      left.remove(source)
    }
    // A light must not go out after it was lit.
    if !left.isEmpty { return false }
    var isAll = true
    for source in order {
      let messages = device.messages(for: self.lit(source), lights[source] ?? .unused, isOn: isOn)
      if shown[source] == messages { continue }
      let isSent = put(messages)
      shown[source] = isSent ? messages : []
      isAll = isAll && isSent
    }
    return isAll
  }

  /// What each light says: those of pads that do nothing, or do nothing any more, are out.
  private func lights(of picture: LightPicture, on device: LightDevice) -> [MIDISource: LightState] {
    var lights = Dictionary(uniqueKeysWithValues: shown.keys.map { ($0, LightState.unused) })
    guard device.hasOwnPads else { return lights.merging(picture.states) { $1 } }
    for pad in device.pads { lights[MIDISource(kind: .note, channel: nil, number: pad)] = .unused }
    // Its pads send on channel 1.
    for (source, state) in picture.states where source.channel == nil { lights[source] = state }
    for (source, state) in picture.states where source.channel == 1 { lights[source.onAnyChannel] = state }
    return lights
  }

  /// The light of a pad: on the channel on which it was pressed.
  private func lit(_ source: MIDISource) -> MIDISource {
    source.channel == nil
      ? MIDISource(kind: source.kind, channel: channels[source] ?? 1, number: source.number) : source
  }
}

extension MIDISource: Comparable {
  static func < (a: MIDISource, b: MIDISource) -> Bool {
    (a.kind.rawValue, a.channel ?? 0, a.number) < (b.kind.rawValue, b.channel ?? 0, b.number)
  }
}
