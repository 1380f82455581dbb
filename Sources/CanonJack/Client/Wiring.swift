import CanonSession

/// The targets to which canon connects the master's ports.
public enum Wiring: Hashable, Sendable {
  /// The first two physical playback ports. They are found by their flags, because names differ.
  case speakers
  /// Named ports or clients; a client stands for its first two audio inputs.
  case named([String])
  case nothing

  /// The message for a missing target.
  var missing: ServerNote? {
    switch self {
    case .speakers: .noSpeakers
    case .named(let names): .notConnected(names)
    case .nothing: nil
    }
  }
}

/// The methods of a client that wiring uses. They block, so they run on ``ServerThread``.
protocol PatchBay {
  /// The names of other clients' audio input ports, in the server's order.
  func inputs(physical: Bool) -> [String]
  func isConnected(_ port: Int, to target: String) -> Bool
  /// Connects one of canon's ports.
  /// - Returns: Whether it is connected now.
  func connect(_ port: Int, to target: String) -> Bool
}

extension JackClient: PatchBay {}

/// One of canon's ports, by its index, and its target.
struct Connection: Hashable {
  let port: Int
  let target: String
}

/// Makes the wanted connections as their targets appear, each once. Later changes in a patch bay are respected until a
/// target has disappeared and come back.
struct WiringState {
  private let wiring: Wiring
  /// The connections made, from a master port (0 left, 1 right) to a target.
  private var made: Set<Connection> = []
  /// Those among them that were cut in a patch bay.
  private var cut: Set<Connection> = []
  /// Whether every wanted target exists and is connected. A target may be visible before it can be connected (its client
  /// is not active yet), so canon retries until this is true.
  private(set) var isComplete = false

  init(_ wiring: Wiring) { self.wiring = wiring }

  /// Connects every available target. Blocks, so it runs on ``ServerThread``.
  /// - Parameter portsGone: Whether ports have disappeared since the last call. Without it, a target that has come back
  ///   would look like one that was cut.
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

  /// Connects targets in pairs of left and right. A single target gets both channels.
  private mutating func connect(_ client: some PatchBay, _ targets: [String]) {
    let pairs =
      targets.count == 1 ? [(0, targets[0]), (1, targets[0])] : targets.enumerated().map { ($0 % 2, $1) }
    for (port, target) in pairs {
      let connection = Connection(port: port, target: target)
      if !made.contains(connection), client.connect(port, to: target) { made.insert(connection) }
    }
  }
}
