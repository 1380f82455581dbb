/// Keeps the connections of `control_in`: those that are wanted are made whenever their outputs are there. One that people cut stays cut,
/// and one that people make is made again.
struct MIDIWiring: Hashable, Sendable {
  /// What people have made.
  private var added: Set<String> = []
  private var cut: Set<String> = []
  /// What was connected after the last look.
  private var connected: Set<String> = []
  /// The number of ports that had gone by then.
  private var gone = 0

  /// Looks at what is there.
  /// - Parameters:
  ///   - all: The MIDI outputs of other clients.
  ///   - wanted: Those of them that are to be connected unless people cut them.
  ///   - now: Those that are connected.
  ///   - gone: The number of ports that have gone so far, of any client.
  /// - Returns: What to connect.
  mutating func look(_ all: [String], wanted: [String], connected now: Set<String>, gone: Int) -> [String] {
    // Otherwise nobody has cut what is no longer there: its output may have gone, and come back.
    let isCut = gone == self.gone
    self.gone = gone
    let new = now.subtracting(connected)
    added.formUnion(new)
    cut.subtract(new)
    for output in connected.subtracting(now) where isCut && all.contains(output) {
      cut.insert(output)
      added.remove(output)
    }
    connected = now
    return all.filter {
      (wanted.contains($0) || added.contains($0)) && !cut.contains($0) && !now.contains($0)
    }
  }

  /// Notes that an output was connected.
  mutating func made(_ output: String) { connected.insert(output) }

  /// For a new client, which has no connections.
  func begunAgain() -> MIDIWiring {
    var wiring = self
    (wiring.connected, wiring.gone) = ([], 0)
    return wiring
  }
}
