import CanonSession

/// The methods of a client that wiring uses. They block, so they run on ``ServerThread``.
protocol PatchBay {
  /// The ids of the outputs by their pairs of ports.
  var ids: [Int: String] { get }
  /// The names of other clients' audio input ports, in the server's order.
  func inputs(physical: Bool) -> [String]
  func isConnected(_ port: Int, to target: String) -> Bool
  /// Connects one of canon's ports.
  /// - Returns: Whether it is connected now.
  func connect(_ port: Int, to target: String) -> Bool
  func disconnect(_ port: Int, from target: String)
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
  /// The connections made.
  private var made: Set<Connection> = []
  /// Those among them that were cut in a patch bay.
  private var cut: Set<Connection> = []
  /// The physical ports that are in use. Others that appear before them get nothing.
  private var physical: [String] = []
  /// What is wanted and not connected; nil before the first look. A target may be visible before it can be connected (its client is
  /// not active yet), so canon retries until this is empty.
  private(set) var missing: [String]?

  var isComplete: Bool { missing?.isEmpty ?? false }

  /// Connects every available target. Blocks, so it runs on ``ServerThread``.
  /// - Parameters:
  ///   - patch: nil if nothing is to be connected.
  ///   - portsGone: Whether ports have disappeared since the last call. Without it, a target that has come back
  ///     would look like one that was cut.
  mutating func connect(_ client: some PatchBay, by patch: Patch?, portsGone: Bool) {
    guard let patch else {
      missing = []
      return
    }
    let inputs = client.inputs(physical: false)
    made = made.filter { inputs.contains($0.target) }
    let standing = made.filter { client.isConnected($0.port, to: $0.target) }
    if portsGone { made = standing.union(cut.intersection(made)) }
    cut = made.subtracting(standing)
    physical = stay(among: client.inputs(physical: true))
    let outputs = client.ids.sorted { $0.key < $1.key }
    let pairs = Dictionary(outputs.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    let (wishes, absent) = patch.wishes(
      of: outputs.map(\.value), among: Patch.Inputs(all: inputs, physical: physical))
    let wanted = wishes.compactMap { wish in
      pairs[wish.id].map { Connection(port: 2 * $0 + wish.side.rawValue, target: wish.input) }
    }
    for old in made.subtracting(wanted) {
      if !cut.contains(old) { client.disconnect(old.port, from: old.target) }
      made.remove(old)
      cut.remove(old)
    }
    for connection in wanted where !made.contains(connection) {
      if client.connect(connection.port, to: connection.target) { made.insert(connection) }
    }
    let refused = Set(wanted).subtracting(made).map(\.target)
    missing = absent.map(\.description) + inputs.filter(refused.contains)
  }

  /// The physical ports in the order in which they were found first; what has gone leaves.
  private func stay(among now: [String]) -> [String] {
    physical.filter(now.contains) + now.filter { !physical.contains($0) }
  }
}

extension ServerNote {
  /// What is said of targets that are not connected yet.
  init(missing: [String]) {
    self = missing == [Patch.speakers.description] ? .noSpeakers : .notConnected(missing)
  }
}
