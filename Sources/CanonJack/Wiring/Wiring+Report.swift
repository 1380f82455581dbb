import CanonSession

/// What a look at the wiring has found, for people.
extension WiringState {
  /// What a look has seen beside the connections.
  struct Seen {
    var ids: [String] = []
    var inputs: [String] = []
    var patch: Patch?
    var wants: [Patch.Want] = []
    /// The outputs whose ports are still to come, and what the patch says of those.
    var toCome: [String] = []
    var wantsToCome: [Patch.Want] = []
  }

  /// - Parameter client: The name of canon's client.
  func portMap(of client: String) -> PortMap {
    func places(_ names: [String]) -> [String: Int] {
      Dictionary(names.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }
    let (ids, inputs) = (places(seen.ids), places(seen.inputs))
    func rank(_ wire: Wire) -> (Int, Int, Int) {
      (ids[wire.id] ?? .max, wire.side.rawValue, inputs[wire.input] ?? .max)
    }
    let (added, cut) = byHand
    return PortMap(
      client: client, ids: seen.ids, patch: seen.patch, wants: seen.wants,
      connected: made.filter { $0.value.broken == nil }.keys.sorted { rank($0) < rank($1) },
      kept: KeptWiring(
        added: added, cut: cut, physical: devices.inUse),
      toCome: seen.toCome, wantsToCome: seen.wantsToCome)
  }
}
