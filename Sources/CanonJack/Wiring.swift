/// What the master's ports are connected to by themselves.
public enum Wiring: Hashable, Sendable {
  /// The first two physical playback ports: the loudspeakers. Found by flags, since names differ.
  case speakers
  /// Named ports or clients: of a client the first two audio inputs are meant.
  case named([String])
  case nothing
}

/// Makes the wanted connections as their targets appear, each once: what people change afterwards in a patch bay
/// stays as they want it.
struct WiringState {
  private let wiring: Wiring
  /// Master port (0 left, 1 right) and target, as made.
  private var made: Set<String> = []

  init(_ wiring: Wiring) { self.wiring = wiring }

  /// Connects what can be connected now. Blocking: for ``ServerThread``.
  mutating func connect(_ client: JackClient) {
    let inputs = client.inputs(physical: false)
    switch wiring {
    case .nothing: return
    case .speakers:
      if !made.isEmpty { return }
      connect(client, Array(client.inputs(physical: true).prefix(2)))
    case .named(let names):
      var targets: [String] = []
      for name in names {
        if inputs.contains(name) {
          targets.append(name)
        } else {
          targets += inputs.filter { $0.hasPrefix(name + ":") }.prefix(2)
        }
      }
      connect(client, targets)
    }
  }

  /// Targets in pairs: left, right. A single one gets both channels.
  private mutating func connect(_ client: JackClient, _ targets: [String]) {
    let pairs = targets.count == 1 ? [(0, targets[0]), (1, targets[0])] : targets.enumerated().map { ($0 % 2, $1) }
    for (port, target) in pairs where !made.contains("\(port) \(target)") {
      if client.connect(port, to: target) { made.insert("\(port) \(target)") }
    }
  }
}
