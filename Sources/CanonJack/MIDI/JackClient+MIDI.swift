import CJack
import Glibc

/// The ports for MIDI messages. All of this blocks, so it runs on ``ServerThread``.
extension JackClient {
  /// Has the ports that are asked for. They stay as long as the client.
  func offer(_ ports: MIDIPorts) throws(JackProblem) {
    for port in MIDIPort.allCases where ports.choice(for: port) != nil && watch.pointee[port] == nil {
      let direction = port.isInput ? JackPortIsInput : JackPortIsOutput
      guard
        let new = jack_port_register(
          pointer, port.rawValue, canon_jack_midi_type(), UInt(direction.rawValue), 0)
      else { throw .port(port.rawValue) }
      watch.pointee[port] = new
    }
  }

  /// Connects what is wanted and there.
  func connect(_ wirings: [MIDIPort: MIDIWiring], by ports: MIDIPorts) -> [MIDIPort: MIDIWiring] {
    var wirings = wirings
    let events = watch.pointee.midiEvents.drain()
    for port in MIDIPort.allCases where watch.pointee[port] != nil {
      guard let choice = ports.choice(for: port) else { continue }
      var wiring = wirings[port] ?? MIDIWiring()
      let (all, connected) = (others(for: port, physical: false), Set(connections(of: port)))
      let news = events.map { $0.compactMap { self.news(of: port, $0) } }
      if port == .lights, let listeners = wiring.newListeners(connected, news: news) {
        ports.outbox?.connected(to: listeners)
      }
      let missing = wiring.look(
        all, wanted: choice(all, others(for: port, physical: true)), connected: connected, news: news,
        at: .now)
      for other in missing where connect(port, to: other) { wiring.made(other) }
      wirings[port] = wiring
    }
    return wirings
  }

  /// The ports of other clients that each port is connected to.
  var midiConnections: [MIDIPort: [String]] {
    Dictionary(uniqueKeysWithValues: MIDIPort.allCases.map { ($0, connections(of: $0)) })
  }

  /// - Returns: Whether it is connected.
  @discardableResult
  func connect(_ port: MIDIPort, to other: String) -> Bool {
    guard let own = watch.pointee[port].flatMap({ jack_port_name($0) }) else { return false }
    let result = port.isInput ? jack_connect(pointer, other, own) : jack_connect(pointer, own, other)
    return result == 0 || result == EEXIST
  }

  private func connections(of port: MIDIPort) -> [String] {
    watch.pointee[port].map { Self.names(jack_port_get_connections($0)) } ?? []
  }

  /// The names of other clients' MIDI ports that a port can be connected to, in the server's order.
  private func others(for port: MIDIPort, physical: Bool) -> [String] {
    let direction = port.isInput ? JackPortIsOutput : JackPortIsInput
    let flags = direction.rawValue | (physical ? JackPortIsPhysical.rawValue : 0)
    return Self.names(jack_get_ports(pointer, nil, canon_jack_midi_type(), UInt(flags)))
      .filter { !$0.hasPrefix(name + ":") }
  }

  /// What has happened to the ports that a port was connected to.
  private func news(of port: MIDIPort, _ event: PortEvents.Event) -> MIDIWiring.News? {
    if event.kind == .gone { return .gone(event.port) }
    let own = watch.pointee[port].flatMap { jack_port_name($0) }.map { String(cString: $0) }
    let ends = port.isInput ? (event.input, event.port) : (event.port, event.input)
    guard event.kind == .connected, portName(ends.0) == own, let other = portName(ends.1) else { return nil }
    return .connected(other, ends.1)
  }
}
