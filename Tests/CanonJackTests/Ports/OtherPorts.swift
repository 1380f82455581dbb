import CanonSession
import CanonStems

@testable import CanonJack

/// A server with other applications' ports, in its order.
final class OtherPorts: PatchBay {
  var ports: [String] = []
  var physical: Set<String> = []
  private(set) var connections: Set<Wire> = []
  /// Ports that are there but cannot be connected yet.
  var inactive: Set<String> = []
  /// How often a connection was asked for.
  private(set) var asked = 0
  var ids = ["master", "violin-a", "violin-b"]
  /// Those whose ports are still to come, after the others.
  var toCome: [String] = []
  var plannedIDs: [String] { ids + toCome }
  /// What is told at the next look; nil if it is lost.
  var told: [PortNews]? = []

  init(_ ports: [String], physical: Set<String> = []) { (self.ports, self.physical) = (ports, physical) }

  func inputs(physical onlyPhysical: Bool) -> [String] {
    onlyPhysical ? ports.filter(physical.contains) : ports
  }
  func isConnected(_ wire: Wire) -> Bool { connections.contains(wire) }
  func connect(_ wire: Wire) -> Bool {
    asked += 1
    guard ports.contains(wire.input), !inactive.contains(wire.input) else { return false }
    people(connect: wire)
    return true
  }
  func disconnect(_ wire: Wire) { people(cut: wire) }
  func news() -> [PortNews]? {
    defer { told = [] }
    return told
  }

  /// The server's numbers, by name: a port that comes back has its old one.
  private func ends(_ wire: Wire) -> PortNews.Ends {
    PortNews.Ends(output: number("\(wire.id) \(wire.side.rawValue)"), input: number(wire.input))
  }
  private func number(_ port: String) -> UInt32 { port.utf8.reduce(0) { ($0 &* 31) &+ UInt32($1) } }

  func people(connect wire: Wire) {
    if connections.insert(wire).inserted { told?.append(.connected(wire, ends(wire))) }
  }
  func people(cut wire: Wire) {
    if connections.remove(wire) != nil { told?.append(.disconnected(wire, ends(wire))) }
  }
  /// A client ends: its port goes, and the connections with it.
  func end(_ port: String) {
    for wire in connections where wire.input == port { people(cut: wire) }
    ports.removeAll { $0 == port }
    told?.append(.gone(number(port)))
  }
  func wires(_ id: String, _ side: PatchOutput.Side) -> Set<String> {
    Set(connections.filter { $0.id == id && $0.side == side }.map(\.input))
  }
  /// Those of the master.
  var left: Set<String> { wires("master", .left) }
  var right: Set<String> { wires("master", .right) }
}

/// The wiring of one server, looked at every second, so that nothing is undecided for long.
struct Looks {
  var wiring = WiringState()
  var now = ContinuousClock.now

  init() {}

  /// Has looked once.
  init(at server: OtherPorts, _ patch: Patch?) { look(server, patch) }

  mutating func look(_ server: OtherPorts, _ patch: Patch?) {
    now += .seconds(1)
    wiring.connect(server, by: patch, at: now)
  }
}

extension Patch {
  /// A patch of one rule for the master, as an option gives it.
  static func master(to targets: String...) -> Patch {
    Patch([PatchRule(PatchOutput("master")!, targets.map { PatchTarget($0)! })])
  }
}
