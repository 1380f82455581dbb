/// Keeps the connections of a MIDI port: those that are wanted are made whenever the other ports are there. One that people cut stays cut,
/// and one that people make is made again.
struct MIDIWiring: Hashable, Sendable {
  /// What has happened to other ports, by the server's numbers: a name may belong to another port by now.
  enum News: Equatable {
    case connected(String, UInt32)
    /// Also ports that never were connected.
    case gone(UInt32)
  }

  /// What people have made.
  private var added: Set<String> = []
  private var cut: Set<String> = []
  /// What was connected after the last look.
  private var connected: Set<String> = []
  /// What could not be connected.
  private var missing: Set<String> = []
  /// The server's number of each port that is connected.
  private var numbers: [String: UInt32] = [:]
  /// What is no longer connected, and since when: people have cut it, or the other port is about to go.
  private var doubtful: [String: ContinuousClock.Instant] = [:]
  /// Those that are known to hear what is sent.
  private var listeners: Set<String> = []

  /// How long the server may take to tell that a port has gone whose connection is no longer there.
  static let patience = Duration.milliseconds(500)

  /// Whether another look would change nothing.
  var isSettled: Bool { missing.isEmpty && doubtful.isEmpty }

  /// Looks at what is there.
  /// - Parameters:
  ///   - all: The MIDI ports of other clients.
  ///   - wanted: Those of them that are to be connected unless people cut them.
  ///   - connections: Those that are connected.
  ///   - news: What has happened since the last look; nil if some of that is not known.
  /// - Returns: What to connect.
  mutating func look(
    _ all: [String], wanted: [String], connected connections: Set<String>, news: [News]?,
    at now: ContinuousClock.Instant
  ) -> [String] {
    let new = connections.subtracting(connected).subtracting(doubtful.keys)
    added.formUnion(new)
    cut.subtract(new)
    for port in connected.subtracting(connections) { doubtful[port] = now }
    let gone = learn(news)
    // A port that has gone and come back was not cut.
    doubtful = doubtful.filter { port, _ in
      all.contains(port) && !connections.contains(port) && news != nil && !gone.contains(port)
    }
    for (port, since) in doubtful where now - since >= Self.patience {
      cut.insert(port)
      added.remove(port)
      doubtful[port] = nil
    }
    connected = connections
    let toMake = all.filter {
      (wanted.contains($0) || added.contains($0)) && !cut.contains($0) && !connections.contains($0)
        && doubtful[$0] == nil
    }
    missing = Set(toMake)
    return toMake
  }

  /// Who hears what is sent from now on, if they are others than before, or may have missed something. A connection counts only once the
  /// server has it: what is sent in the cycle in which it is made may reach nobody.
  /// - Parameters:
  ///   - connections: Those that are connected.
  ///   - news: What has happened since the last call; nil if some of that is not known.
  mutating func newListeners(_ connections: Set<String>, news: [News]?) -> Set<String>? {
    let known = numbers
    let isMissing = news.map { news in
      news.contains { event in
        switch event {
        case .connected(let port, _): listeners.contains(port)
        case .gone(let number): known.contains { $0.value == number && listeners.contains($0.key) }
        }
      }
    }
    if connections == listeners, isMissing == false { return nil }
    listeners = connections
    return connections
  }

  /// - Returns: The ports that were connected and have gone.
  private mutating func learn(_ news: [News]?) -> Set<String> {
    var gone: Set<String> = []
    for event in news ?? [] {
      switch event {
      case .connected(let port, let number): numbers[port] = number
      case .gone(let number):
        for port in numbers.filter({ $0.value == number }).keys {
          gone.insert(port)
          numbers[port] = nil
        }
      }
    }
    return gone
  }

  /// Notes that a port was connected.
  mutating func made(_ port: String) {
    connected.insert(port)
    missing.remove(port)
  }

  /// For a new client, which has no connections.
  func begunAgain() -> MIDIWiring {
    var wiring = self
    (wiring.connected, wiring.numbers, wiring.doubtful, wiring.missing) = ([], [:], [:], [])
    wiring.listeners = []
    return wiring
  }
}
