import CJack
import CanonEngine
import CanonSession

/// The client's place in the server's graph, in which its callback calls the engine.
extension JackClient {
  /// Activates the client, whose callback then calls the engine.
  /// - Parameters:
  ///   - engine: Nothing else may use it until ``retire()`` has returned.
  ///   - slot: From where the callback takes the tap of a recording.
  ///   - midi: What the ports for MIDI are for; nil for none.
  func activate(
    engine: UnsafeMutablePointer<Engine>, recordingTo slot: TapSlot, usesServerClock: Bool,
    resume: ResumePoint?, midi: MIDIPorts? = nil
  ) throws(JackProblem) {
    if let midi { try offer(midi) }
    let state = UnsafeMutablePointer<AudioState>.allocate(capacity: 1)
    state.initialize(
      to: AudioState(
        engine: engine, client: pointer, watch: watch, sampleRate: Int64(sampleRate), report: report,
        usesServerClock: usesServerClock, resume: resume, slot: slot.memory,
        midi: midi?.link.memory, hasClock: watch.pointee.clock != nil,
        followsTransport: midi?.followsTransport ?? false, lights: midi?.outbox?.memory))
    (self.slot, self.midi) = (slot, midi)
    // What was held under another client counts as let go, and nobody hears this one yet.
    midi?.link.letGo()
    midi?.outbox?.connected(to: [])
    self.state = state
    jack_set_process_callback(pointer, process, state)
    guard jack_activate(pointer) == 0 else { throw .cannotActivate }
  }

  /// Leaves the graph after the fade: the ports stay, their connections are cut.
  /// - Returns: The connections, for ``goOn(from:wiredAs:)``.
  func leave() -> (wires: [Wire], midi: [MIDIPort: [String]]) {
    let wires = outputIDs.sorted { $0.key < $1.key }.flatMap { pair, id in
      Wire.Side.allCases.flatMap { side in
        connections(of: 2 * pair + side.rawValue).map { Wire(id, side, $0) }
      }
    }
    let midi = midiConnections
    jack_deactivate(pointer)
    return (wires, midi)
  }

  /// Returns to the graph after ``leave()``, with the same engine.
  func goOn(
    from point: ResumePoint?, wiredAs connections: (wires: [Wire], midi: [MIDIPort: [String]])
  ) throws(JackProblem) {
    state?.pointee.goOn(from: point)
    report.pointee.beginAgain()
    guard jack_activate(pointer) == 0 else { throw .cannotActivate }
    for wire in connections.wires { _ = connect(wire) }
    for (port, others) in connections.midi { for other in others { connect(port, to: other) } }
    // Devices have missed what was sent meanwhile, and may have been elsewhere.
    if let lights = connections.midi[.lights] { midi?.outbox?.connected(to: Set(lights)) }
  }
}
