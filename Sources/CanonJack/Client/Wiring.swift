import CanonSession

/// Keeps the wanted connections: those of a patch, and those that people have made. Whenever both ends of one are there it is made.
/// One that people cut stays cut.
struct WiringState {
  /// A connection that is there, as far as is known.
  private struct Link {
    var ends: PortNews.Ends?
    var broken: Break?
  }

  /// A connection that is no longer there, while it is not known whether its target has gone.
  private struct Break {
    let since: ContinuousClock.Instant
    /// Whether the server has told of it.
    var isTold: Bool
  }

  /// How long the server may take to tell that the target of a broken connection has gone.
  private static let patience = Duration.milliseconds(500)

  private var made: [Wire: Link] = [:]
  /// What people have connected and cut.
  private var added: Set<Wire> = []
  private var cut: Set<Wire> = []
  /// What the patch wanted at the last look.
  private var wanted: Set<Wire> = []
  /// The physical ports that are in use. Others that appear before them get nothing.
  private var physical: [String] = []
  /// What the patch wants and is not connected; nil before the first look. A target may be visible before it can be connected (its
  /// client is not active yet), so canon retries until this is empty.
  private(set) var missing: [String]?

  /// Whether nothing needs another look until something happens.
  var isSettled: Bool { (missing?.isEmpty ?? false) && !made.values.contains { $0.broken != nil } }

  init(_ kept: KeptWiring = KeptWiring()) { (added, cut) = (kept.added, kept.cut) }

  /// What people have connected and cut.
  var kept: KeptWiring { KeptWiring(added: added, cut: cut) }

  /// The wiring for another server: what people have connected and cut is remembered.
  func begunAgain() -> WiringState { WiringState(kept) }

  /// Connects what is wanted and there. Blocks, so it runs on ``ServerThread``.
  /// - Parameter patch: nil if nothing is to be connected but what people have.
  mutating func connect(_ client: some PatchBay, by patch: Patch?, at now: ContinuousClock.Instant) {
    learn(client.news(), at: now)
    let inputs = client.inputs(physical: false), ids = client.ids
    let (allInputs, allIDs) = (Set(inputs), Set(ids))
    func isThere(_ wire: Wire) -> Bool { allInputs.contains(wire.input) && allIDs.contains(wire.id) }
    made = made.filter { isThere($0.key) }
    judge(client, at: now)
    physical = stay(among: client.inputs(physical: true))
    let (wishes, absent) =
      patch?.wishes(of: ids, among: Patch.Inputs(all: inputs, physical: physical)) ?? ([], [])
    let old = wanted
    wanted = Set(wishes)
    for wire in old.subtracting(wanted).subtracting(added) {
      if made.removeValue(forKey: wire) != nil { client.disconnect(wire) }
    }
    // What has gone for a while, with a server too, stays cut.
    cut = cut.filter { wanted.contains($0) || !isThere($0) }
    for wire in wishes + added.filter(isThere) where made[wire] == nil && !cut.contains(wire) {
      if client.connect(wire) { made[wire] = Link() }
    }
    let refused = Set(wanted.filter { made[$0] == nil && !cut.contains($0) }.map(\.input))
    missing = absent.map(\.description) + inputs.filter(refused.contains)
  }

  /// Learns what the server has told.
  private mutating func learn(_ news: [PortNews]?, at now: ContinuousClock.Instant) {
    guard let news else {
      for wire in made.keys { made[wire] = Link() }
      return
    }
    for event in news {
      switch event {
      case .connected(let wire, let ends):
        if made[wire] == nil, !wanted.contains(wire) { added.insert(wire) }
        cut.remove(wire)
        made[wire] = Link(ends: ends)
      case .disconnected(let wire, let ends):
        for old in made.keys where old == wire || made[old]?.ends == ends {
          made[old] = Link(ends: ends, broken: Break(since: now, isTold: true))
        }
      case .gone(let port):
        made = made.filter { $0.value.ends?.input != port && $0.value.ends?.output != port }
      }
    }
  }

  /// Decides what has become of connections that are not there: a target has gone, or people have cut them.
  private mutating func judge(_ client: some PatchBay, at now: ContinuousClock.Instant) {
    for (wire, link) in made {
      if client.isConnected(wire) {
        made[wire]?.broken = nil
      } else if let broken = link.broken, now - broken.since >= Self.patience {
        made[wire] = nil
        if broken.isTold, added.remove(wire) == nil { cut.insert(wire) }
      } else if link.broken == nil {
        made[wire]?.broken = Break(since: now, isTold: false)
      }
    }
  }

  /// The physical ports in the order in which they were found first; what has gone leaves.
  private func stay(among now: [String]) -> [String] {
    physical.filter(now.contains) + now.filter { !physical.contains($0) }
  }
}
