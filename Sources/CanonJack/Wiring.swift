/// What the master's ports are connected to by themselves.
public enum Wiring: Hashable, Sendable {
  /// The first two physical playback ports: the loudspeakers. Found by flags, since names differ.
  case speakers
  /// Named ports or clients: of a client the first two audio inputs are meant.
  case named([String])
  case nothing

  /// What to say when a target is not there.
  var missing: String {
    switch self {
    case .speakers: "There are no loudspeaker ports: no one hears this until they appear."
    case .named(let names):
      "Not all of \(names.map { "\"\($0)\"" }.joined(separator: ", ")) can be connected yet; they will be when they appear."
    case .nothing: "Nothing is connected."
    }
  }
}

/// What wiring needs of a client. Blocking: for ``ServerThread``.
protocol PatchBay {
  /// Names of audio input ports of others, in the server's order.
  func inputs(physical: Bool) -> [String]
  func isConnected(_ port: Int, to target: String) -> Bool
  /// Connects a port of ours; true if it now is connected.
  func connect(_ port: Int, to target: String) -> Bool
}

extension JackClient: PatchBay {}

/// A port of ours, by its index, and where it leads.
struct Connection: Hashable {
  let port: Int
  let target: String
}

/// Makes the wanted connections as their targets appear, each once: what people change afterwards in a patch bay
/// stays as they want it, until a target has gone and come back.
struct WiringState {
  private let wiring: Wiring
  /// Master port (0 left, 1 right) and target, as made.
  private var made: Set<Connection> = []
  /// Those among them that people have cut.
  private var cut: Set<Connection> = []
  /// Whether every wanted target is there and connected. A target may be seen before it can be connected (its client
  /// is not active yet), so until then it is tried again and again.
  private(set) var isComplete = false

  init(_ wiring: Wiring) { self.wiring = wiring }

  /// Connects what can be connected now. Blocking: for ``ServerThread``.
  /// - Parameter portsGone: Whether ports have gone since the last time. A target that has come back since looks as
  ///   though people had cut it.
  mutating func connect(_ client: some PatchBay, portsGone: Bool) {
    let inputs = client.inputs(physical: false)
    made = made.filter { inputs.contains($0.target) }
    let standing = made.filter { client.isConnected($0.port, to: $0.target) }
    if portsGone { made = standing.union(cut.intersection(made)) }
    cut = made.subtracting(standing)
    switch wiring {
    case .nothing: isComplete = true
    case .speakers:
      let targets = Array(client.inputs(physical: true).prefix(2))
      if made.isEmpty { connect(client, targets) }
      isComplete = !made.isEmpty
    case .named(let names):
      let found = names.map { name in
        inputs.contains(name) ? [name] : Array(inputs.filter { $0.hasPrefix(name + ":") }.prefix(2))
      }
      let targets = found.flatMap(\.self)
      connect(client, targets)
      isComplete =
        !found.contains([]) && targets.allSatisfy { target in made.contains { $0.target == target } }
    }
  }

  /// Targets in pairs: left, right. A single one gets both channels.
  private mutating func connect(_ client: some PatchBay, _ targets: [String]) {
    let pairs =
      targets.count == 1 ? [(0, targets[0]), (1, targets[0])] : targets.enumerated().map { ($0 % 2, $1) }
    for (port, target) in pairs {
      let connection = Connection(port: port, target: target)
      if !made.contains(connection), client.connect(port, to: target) { made.insert(connection) }
    }
  }
}
