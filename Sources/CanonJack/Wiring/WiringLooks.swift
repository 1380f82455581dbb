import CanonSession

/// A driver's looks at the wiring: one at a time, on ``ServerThread``. libjack may be slow, and a server that is lost meanwhile must be
/// noticed.
struct WiringLooks: Sendable {
  /// What a look has found.
  struct Found: Sendable {
    var wiring = WiringState()
    var midi: [MIDIPort: MIDIWiring] = [:]
    var map: PortMap?

    /// What is waited for, but for the ports of devices, whose absence is told in another way.
    var untold: [String] { map?.waiting.map(\.target).filter { !wiring.isAwaited($0) } ?? [] }
  }

  private(set) var found = Found()
  private var underWay: Answer<Found>?

  init(_ found: Found = Found()) { self.found = found }

  var isUnderWay: Bool { underWay != nil }

  /// What the last look has found, also one that ended after its server was lost. On ``ServerThread`` no look is under way.
  var last: Found { underWay?.value ?? found }

  /// Takes what a look has found.
  /// - Returns: Whether one has ended since the last call.
  mutating func collect() -> Bool {
    guard let value = underWay?.value else { return false }
    (found, underWay) = (value, nil)
    return true
  }

  /// What is to be done since devices have gone, come back, or changed.
  mutating func drainActions() -> [DeviceWatch.Action] { found.wiring.drainActions() }

  /// Begins a look, after one that is under way.
  /// - Parameter look: Runs on ``ServerThread``.
  mutating func begin(_ look: @escaping @Sendable (Found) -> Found) {
    let (before, answer) = (self, Answer<Found>())
    underWay = answer
    ServerThread.detach { answer.give(look(before.last)) }
  }
}

extension WiringLooks.Found {
  /// Connects what is wanted and there (``WiringState/connect(_:by:at:)``), and says what goes where then.
  /// - Parameter ports: What the ports for MIDI are for; nil without any.
  func look(at client: JackClient, by patch: Patch?, _ ports: MIDIPorts?) -> Self {
    var wiring = wiring
    wiring.connect(client, by: patch, at: .now)
    let midi = ports.map { client.connect(self.midi, by: $0) } ?? self.midi
    return Self(wiring: wiring, midi: midi, map: wiring.portMap(of: client.name))
  }

  /// Whether an output, by its id, is to be connected to anything: by a patch, or by what people have connected.
  func connects(_ id: String, by patch: Patch?) -> Bool {
    patch?.connects(id) ?? false || wiring.added.contains { $0.id == id }
  }

  /// What is left when the server is lost, with what it has told since the last look. Nothing is asked of the server.
  func lastLook(at client: JackClient) -> Self {
    var wiring = wiring
    wiring.learn(client.lastNews(), at: .now)
    return Self(wiring: wiring, midi: midi)
  }

  /// For a new client.
  func begunAgain() -> Self { Self(wiring: wiring.begunAgain(), midi: midi.mapValues { $0.begunAgain() }) }
}
