/// Keeps the connections of `control_in`: those that are wanted are made whenever their outputs are there. One that people cut stays cut,
/// and one that people make is made again.
struct MIDIWiring: Hashable, Sendable {
  /// What people have made.
  private var added: Set<String> = []
  private var cut: Set<String> = []
  /// What was connected after the last look.
  private var connected: Set<String> = []
  /// What could not be connected.
  private var missing: Set<String> = []
  /// What is no longer connected, and since when: people have cut it, or its output is about to go.
  private var doubtful: [String: ContinuousClock.Instant] = [:]
  /// The number of ports that had gone by the last look.
  private var gone = 0

  /// How long the server may take to tell that an output has gone whose connection is no longer there.
  static let patience = Duration.milliseconds(500)

  /// Whether another look would change nothing.
  var isSettled: Bool { missing.isEmpty && doubtful.isEmpty }

  /// Looks at what is there.
  /// - Parameters:
  ///   - all: The MIDI outputs of other clients.
  ///   - wanted: Those of them that are to be connected unless people cut them.
  ///   - connections: Those that are connected.
  ///   - gone: The number of ports that have gone so far, of any client.
  /// - Returns: What to connect.
  mutating func look(
    _ all: [String], wanted: [String], connected connections: Set<String>, gone: Int,
    at now: ContinuousClock.Instant
  ) -> [String] {
    let new = connections.subtracting(connected).subtracting(doubtful.keys)
    added.formUnion(new)
    cut.subtract(new)
    // A port that has gone and come back was not cut.
    if gone == self.gone {
      for output in connected.subtracting(connections) { doubtful[output] = doubtful[output] ?? now }
    } else {
      doubtful = [:]
    }
    doubtful = doubtful.filter { all.contains($0.key) && !connections.contains($0.key) }
    for (output, since) in doubtful where now - since >= Self.patience {
      cut.insert(output)
      added.remove(output)
      doubtful[output] = nil
    }
    (connected, self.gone) = (connections, gone)
    let toMake = all.filter {
      (wanted.contains($0) || added.contains($0)) && !cut.contains($0) && !connections.contains($0)
        && doubtful[$0] == nil
    }
    missing = Set(toMake)
    return toMake
  }

  /// Notes that an output was connected.
  mutating func made(_ output: String) {
    connected.insert(output)
    missing.remove(output)
  }

  /// For a new client, which has no connections.
  func begunAgain() -> MIDIWiring {
    var wiring = self
    (wiring.connected, wiring.doubtful, wiring.missing, wiring.gone) = ([], [:], [], 0)
    return wiring
  }
}
