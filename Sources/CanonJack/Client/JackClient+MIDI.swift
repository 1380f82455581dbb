import CJack
import CanonSession
import Glibc

/// The input `control_in` for MIDI messages. All of this blocks, so it runs on ``ServerThread``.
extension JackClient {
  func offerMIDI() throws(JackProblem) {
    guard watch.pointee.midi == nil else { return }
    let name = "control_in"
    guard
      let port = jack_port_register(
        pointer, name, canon_jack_midi_type(), UInt(JackPortIsInput.rawValue), 0)
    else { throw .port(name) }
    watch.pointee.putMIDI(port)
  }

  /// Connects what is wanted and there.
  func connectMIDI(_ wiring: MIDIWiring, by input: MIDIInput) -> MIDIWiring {
    var wiring = wiring
    let (gone, connections) = (watch.pointee.gonePorts, Set(midiConnections))
    let (all, physical) = (midiOutputs(physical: false), midiOutputs(physical: true))
    let wanted = input.sources(all, physical)
    let missing = wiring.look(all, wanted: wanted, connected: connections, gone: gone, at: .now)
    for output in missing where connectMIDI(output) { wiring.made(output) }
    return wiring
  }

  /// The outputs that `control_in` is connected to.
  var midiConnections: [String] {
    watch.pointee.midi.map { Self.names(jack_port_get_connections($0)) } ?? []
  }

  /// - Returns: Whether it is connected.
  @discardableResult
  func connectMIDI(_ output: String) -> Bool {
    guard let port = watch.pointee.midi else { return false }
    let result = jack_connect(pointer, output, jack_port_name(port))
    return result == 0 || result == EEXIST
  }

  /// The names of other clients' MIDI outputs, in the server's order.
  private func midiOutputs(physical: Bool) -> [String] {
    let flags = JackPortIsOutput.rawValue | (physical ? JackPortIsPhysical.rawValue : 0)
    return Self.names(jack_get_ports(pointer, nil, canon_jack_midi_type(), UInt(flags)))
      .filter { !$0.hasPrefix(name + ":") }
  }
}
