import CanonStems

/// What goes where: canon's outputs under one server, what each is connected to and why, and what is waited for. A driver reports it
/// when it changes.
public struct PortMap: Hashable, Sendable {
  public typealias Wire = Patch.Wish

  /// Why there is a connection, or is to be one.
  public enum Origin: Hashable, Sendable {
    /// A rule, by its source and its target as it is written.
    case rule(Patch.Source, PatchTarget)
    /// People have made it.
    case person
  }

  /// The name of canon's client.
  public let client: String
  /// The ids of the outputs, in the order in which people read them.
  public let ids: [String]
  /// By what canon connects; nil if it connects nothing by itself.
  public let patch: Patch?
  /// What the patch says of these outputs.
  public let wants: [Patch.Want]
  /// The ids of the outputs whose ports are still to come, and what the patch says of those.
  let toCome: [String]
  private let wantsToCome: [Patch.Want]
  /// What the patch says of all outputs, there or to come.
  var allWants: [Patch.Want] { wants + wantsToCome }
  /// The connections that are there, in the order of the outputs and of the server's inputs.
  public let connected: [Wire]
  /// What people have connected, also what is waited for, and cut; and the physical ports by their numbers, as far as they are used.
  public let kept: KeptWiring
  /// What is waited for: each target once for each origin, in the order of the outputs.
  public let waiting: [Waiting]

  public init(
    client: String, ids: [String], patch: Patch?, wants: [Patch.Want], connected: [Wire],
    kept: KeptWiring = KeptWiring(), toCome: [String] = [], wantsToCome: [Patch.Want] = []
  ) {
    (self.client, self.ids, self.patch, self.wants) = (client, ids, patch, wants)
    (self.toCome, self.wantsToCome) = (toCome, wantsToCome)
    (self.connected, self.kept) = (connected, kept)
    waiting = Waiting.all(ids, wants, connected, kept)
  }
}

/// One port after the other.
extension PortMap {
  public struct Connection: Hashable, Sendable {
    public let input: String
    public let origin: Origin
  }

  public struct Port: Hashable, Sendable {
    public let id: String
    public let side: Wire.Side
    /// In the server's order.
    public fileprivate(set) var connections: [Connection] = []
    /// The inputs that people have cut it from.
    public fileprivate(set) var cut: [String] = []

    /// Without the name of the client: `master_1`.
    public var name: String { "\(id)_\(side.rawValue + 1)" }
  }

  /// The two ports of each output, the left one first.
  public var ports: [Port] { ports(of: ids) }

  /// The same of the outputs whose ports are still to come.
  var portsToCome: [Port] { ports(of: toCome) }

  private func ports(of ids: [String]) -> [Port] {
    var ports: [Port] = []
    var places: [String: Int] = [:]
    for id in ids {
      places[id] = ports.count
      ports += Wire.Side.allCases.map { Port(id: id, side: $0) }
    }
    let origins = origins
    for wire in connected {
      guard let place = places[wire.id] else { continue }
      ports[place + wire.side.rawValue].connections.append(
        Connection(input: wire.input, origin: origins[wire] ?? .person))
    }
    for wire in kept.cut.sorted(by: { $0.input < $1.input }) {
      guard let place = places[wire.id] else { continue }
      ports[place + wire.side.rawValue].cut.append(wire.input)
    }
    return ports
  }

  /// The inputs to which the master is connected, those of its left channel first.
  public var masterInputs: [String] {
    connected.filter { $0.id == PatchOutput.master }.map(\.input)
  }

  /// The rule of each connection that one names, whether it is there or not.
  private var origins: [Wire: Origin] {
    var origins: [Wire: Origin] = [:]
    for want in wants {
      for wire in want.wishes where origins[wire] == nil { origins[wire] = .rule(want.source, want.target) }
    }
    return origins
  }
}

/// What is waited for.
extension PortMap {
  public struct Waiting: Hashable, Sendable {
    /// As it is written; the name of a port that people had connected, or that is there and cannot be connected yet.
    public let target: String
    public let origin: Origin
    /// The names of canon's ports that are to be connected to it, without the name of the client.
    public fileprivate(set) var ports: [String]
  }

  /// How the wait for a target has ended.
  public enum WaitEnd: Sendable {
    case connected
    /// No output is to be connected to it any more.
    case dropped
  }

  /// - Returns: nil while outputs are still to be connected to the target, which may be there without being ready.
  public func end(ofWaitFor target: String) -> WaitEnd? {
    let (there, wants) = (Set(connected), allWants)
    let named = wants.filter { $0.target.description == target }
    let wires =
      named.flatMap(\.wishes) + wants.there.filter { $0.input == target }
      + kept.added.filter { $0.input == target }
    if wires.contains(where: there.contains) { return .connected }
    let isWanted = named.contains(where: \.inputs.isEmpty) || wires.contains { !kept.cut.contains($0) }
    return isWanted ? nil : .dropped
  }
}

extension PortMap.Waiting {
  fileprivate static func all(
    _ ids: [String], _ wants: [Patch.Want], _ connected: [PortMap.Wire], _ kept: KeptWiring
  ) -> [PortMap.Waiting] {
    var waiting: [PortMap.Waiting] = []
    var places: [PortMap.Origin: [String: Int]] = [:]
    func wait(_ target: String, _ origin: PortMap.Origin, _ id: String, _ side: PortMap.Wire.Side) {
      let port = PortMap.Port(id: id, side: side).name
      if let place = places[origin]?[target] {
        if waiting[place].ports.last != port { waiting[place].ports.append(port) }
      } else {
        places[origin, default: [:]][target] = waiting.count
        waiting.append(PortMap.Waiting(target: target, origin: origin, ports: [port]))
      }
    }
    let there = Set(connected)
    for want in wants {
      let origin = PortMap.Origin.rule(want.source, want.target)
      if want.inputs.isEmpty { wait(want.target.description, origin, want.id, want.side) }
      for wire in want.wishes where !there.contains(wire) && !kept.cut.contains(wire) {
        wait(wire.input, origin, want.id, want.side)
      }
    }
    let outputs = Set(ids)
    let absent = kept.added.subtracting(there).subtracting(wants.there).filter { outputs.contains($0.id) }
    for wire in absent.sorted(by: { $0.name < $1.name }) { wait(wire.input, .person, wire.id, wire.side) }
    return waiting
  }
}

extension Patch.Wish {
  fileprivate var name: String { "\(id)_\(side.rawValue) \(input)" }
}
