import CanonSession

/// Keeps the wanted connections: those of a patch, and those that people have made. Whenever both ends of one are there it is made.
/// One that people cut stays cut.
struct WiringState {
  /// A connection that is there, as far as is known.
  struct Link {
    var ends: PortNews.Ends?
    var broken: Break?
  }

  /// A connection that is no longer there, while it is not known whether its target has gone.
  struct Break {
    let since: ContinuousClock.Instant
    /// Whether the server has told of it.
    var isTold: Bool
  }

  /// How long the server may take to tell that the target of a broken connection has gone.
  private static let patience = Duration.milliseconds(500)

  private(set) var made: [Wire: Link] = [:]
  /// What people have connected and cut.
  private(set) var added: Set<Wire> = []
  private(set) var cut: Set<Wire> = []
  /// What was there at the last look, for its report.
  private(set) var seen = Seen()
  /// What the patch wanted at the last look.
  private var wanted: Set<Wire> = []
  /// The devices behind `physical:N`.
  private(set) var devices: DeviceWatch
  /// Where what they have numbered goes.
  private var places: [Wire: Wire] = [:]
  /// What has followed from their looks, and is still to be done.
  private var actions: [DeviceWatch.Action] = []
  /// What the patch wants and is not connected; nil before the first look. A target may be visible before it can be connected (its
  /// client is not active yet), so canon retries until this is empty.
  private(set) var missing: [String]?

  /// Whether nothing needs another look until something happens.
  var isSettled: Bool { (missing?.isEmpty ?? false) && !made.values.contains { $0.broken != nil } }

  /// Whether to look again every second, because no server tells of another default device.
  var hasDevices: Bool { devices.isInUse }

  init(_ policy: DevicePolicy = .pause, _ kept: KeptWiring = KeptWiring()) {
    devices = DeviceWatch(policy, kept.physical)
    (added, cut) = (kept.added, kept.cut)
  }

  /// The wiring for another server: what people have connected and cut is remembered, and the devices.
  func begunAgain() -> WiringState {
    var next = WiringState()
    (next.added, next.cut) = byHand
    (next.devices, next.actions) = (devices, actions)
    next.places = places
    next.devices.beginAgain()
    return next
  }

  /// What people have connected and cut, with what they have just cut: whatever becomes of that, it is not to be.
  var byHand: (added: Set<Wire>, cut: Set<Wire>) {
    let justCut = Set(made.filter { $0.value.broken?.isTold == true }.keys)
    return (added.subtracting(justCut), cut.union(justCut.subtracting(added)))
  }

  /// What is to be done since devices have gone, come back, or changed.
  mutating func drainActions() -> [DeviceWatch.Action] {
    defer { actions = [] }
    return actions
  }

  /// Connects what is wanted and there. Blocks, so it runs on ``ServerThread``.
  /// - Parameter patch: nil if nothing is to be connected but what people have.
  mutating func connect(_ client: some PatchBay, by patch: Patch?, at now: ContinuousClock.Instant) {
    learn(client.news(), at: now)
    let inputs = client.inputs(physical: false), ids = client.ids
    let (allInputs, allIDs) = (Set(inputs), Set(ids))
    func isThere(_ wire: Wire) -> Bool { allInputs.contains(wire.input) && allIDs.contains(wire.id) }
    made = made.filter { isThere($0.key) }
    judge(client, at: now)
    // Devices are judged by all outputs, also by those whose ports are still to come: else they would count as no longer used.
    let wants = wants(patch, client.plannedIDs, inputs, client.inputs(physical: true), at: now)
    seen = Seen(ids: ids, inputs: inputs, patch: patch, wants: wants.filter { allIDs.contains($0.id) })
    seen.toCome = client.plannedIDs.filter { !allIDs.contains($0) }
    seen.wantsToCome = wants.filter { !allIDs.contains($0.id) }
    let (all, absent) = (wants.there, wants.missing.map(\.description))
    let wishes = all.filter(isThere)
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
    let away = all.map(\.input).filter { !allInputs.contains($0) && !devices.isAwaited($0) }
    missing =
      absent + inputs.filter(refused.contains) + Set(away).sorted()
  }

  /// What a patch wants: what it names, and what it numbers where the devices' policy has it now. Numbered ports may be absent.
  private mutating func wants(
    _ patch: Patch?, _ ids: [String], _ inputs: [String], _ physical: [String],
    at now: ContinuousClock.Instant
  ) -> [Patch.Want] {
    devices.find(physical, at: now)
    var wants = patch?.wants(of: ids, among: Patch.Inputs(all: inputs, physical: devices.numbered)) ?? []
    var (places, uses): ([Wire: Wire], Set<String>) = ([:], [])
    for (number, want) in wants.enumerated() where want.target.isPhysical {
      let inputs = want.inputs.map { input in
        let wire = Wire(want.id, want.side, input)
        let place = Wire(want.id, want.side, devices.place(of: input, want.side))
        // What people have cut stays cut where it would be now.
        if let before = self.places[wire], before != place {
          if cut.contains(before) { cut.insert(place) } else { cut.remove(place) }
        }
        places[wire] = place
        if !cut.contains(place) { uses.insert(input) }
        return place.input
      }
      wants[number] = Patch.Want(want.id, want.side, want.source, want.target, inputs)
    }
    self.places = places
    actions += devices.judge(Set(places.keys.map(\.input)), uses: uses, at: now)
    return wants
  }

  /// Whether people know, or will know in a moment, why a port is not there.
  func isAwaited(_ port: String) -> Bool { devices.isAwaited(port) }

  /// Learns what the server has told.
  mutating func learn(_ news: [PortNews]?, at now: ContinuousClock.Instant) {
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
        // The server may tell of a cut a cycle before the connection goes.
        let isToGo = link.broken.map { $0.isTold && now - $0.since < Self.patience } ?? false
        if !isToGo { made[wire]?.broken = nil }
      } else if let broken = link.broken, now - broken.since >= Self.patience {
        made[wire] = nil
        if broken.isTold, added.remove(wire) == nil { cut.insert(wire) }
      } else if link.broken == nil {
        made[wire]?.broken = Break(since: now, isTold: false)
      }
    }
  }
}
