import Testing

@testable import CanonJack

/// Which connections are made by themselves, and which are left to people.
@Suite struct WiringTests {
  /// A server with other applications' ports, in its order.
  private final class OtherPorts: PatchBay {
    var ports: [String] = []
    var physical: Set<String> = []
    var connections: Set<Connection> = []
    /// Ports that are there but cannot be connected yet.
    var inactive: Set<String> = []
    /// How often a connection was asked for.
    var asked = 0

    init(_ ports: [String], physical: Set<String> = []) { (self.ports, self.physical) = (ports, physical) }

    func inputs(physical onlyPhysical: Bool) -> [String] {
      onlyPhysical ? ports.filter(physical.contains) : ports
    }
    func isConnected(_ port: Int, to target: String) -> Bool {
      connections.contains(Connection(port: port, target: target))
    }
    func connect(_ port: Int, to target: String) -> Bool {
      asked += 1
      guard ports.contains(target), !inactive.contains(target) else { return false }
      connections.insert(Connection(port: port, target: target))
      return true
    }
    func remove(_ port: String) {
      ports.removeAll { $0 == port }
      connections = connections.filter { $0.target != port }
    }
    func wires(_ port: Int) -> Set<String> { Set(connections.filter { $0.port == port }.map(\.target)) }
  }

  @Test("The first two physical inputs are the loudspeakers: left and right, and no others")
  func speakers() {
    let server = OtherPorts(
      ["app:in", "card:1", "card:2", "card:3"], physical: ["card:1", "card:2", "card:3"])
    var wiring = WiringState(.speakers)
    wiring.connect(server, portsGone: false)
    #expect(
      server.connections == [Connection(port: 0, target: "card:1"), Connection(port: 1, target: "card:2")])
    #expect(wiring.isComplete)
  }

  @Test("A single loudspeaker gets both channels")
  func oneSpeaker() {
    let server = OtherPorts(["card:1"], physical: ["card:1"])
    var wiring = WiringState(.speakers)
    wiring.connect(server, portsGone: false)
    #expect(
      server.connections == [Connection(port: 0, target: "card:1"), Connection(port: 1, target: "card:1")])
  }

  @Test("Without loudspeakers the wiring is incomplete, until they appear")
  func speakersLater() {
    let server = OtherPorts(["app:in"])
    var wiring = WiringState(.speakers)
    wiring.connect(server, portsGone: false)
    #expect(server.connections.isEmpty && !wiring.isComplete)
    (server.ports, server.physical) = (["app:in", "card:1", "card:2"], ["card:1", "card:2"])
    wiring.connect(server, portsGone: false)
    #expect(server.connections.count == 2 && wiring.isComplete)
  }

  @Test("A loudspeaker that comes later gets nothing while another is connected")
  func moreSpeakers() {
    let server = OtherPorts(["card:1", "card:2"], physical: ["card:1", "card:2", "new:1"])
    var wiring = WiringState(.speakers)
    wiring.connect(server, portsGone: false)
    server.ports.insert("new:1", at: 0)
    wiring.connect(server, portsGone: false)
    #expect(server.wires(0) == ["card:1"] && server.wires(1) == ["card:2"])
  }

  @Test("A client means its first two inputs; named ports get left and right in turn")
  func named() {
    let server = OtherPorts(["desk:a", "desk:b", "desk:c", "deskette:a", "other:in"])
    var client = WiringState(.named(["desk"]))
    client.connect(server, portsGone: false)
    #expect(
      server.connections == [Connection(port: 0, target: "desk:a"), Connection(port: 1, target: "desk:b")])
    server.connections = []
    var ports = WiringState(.named(["desk:c", "other:in", "desk:a"]))
    ports.connect(server, portsGone: false)
    #expect(server.wires(0) == ["desk:c", "desk:a"] && server.wires(1) == ["other:in"])
    #expect(client.isComplete && ports.isComplete)
  }

  @Test("The wiring is complete once every named target is there and connected")
  func incomplete() {
    let server = OtherPorts(["desk:a", "desk:b"])
    server.inactive = ["desk:b"]
    var wiring = WiringState(.named(["desk", "late:in"]))
    wiring.connect(server, portsGone: false)
    #expect(server.wires(0) == ["desk:a"] && !wiring.isComplete)
    server.inactive = []
    wiring.connect(server, portsGone: false)
    #expect(server.wires(1) == ["desk:b"] && !wiring.isComplete)
    server.ports.append("late:in")
    wiring.connect(server, portsGone: false)
    #expect(server.wires(0) == ["desk:a", "late:in"] && wiring.isComplete)
  }

  @Test("A target that is there but cannot be connected leaves the wiring incomplete")
  func inactiveTarget() {
    let server = OtherPorts(["desk:a", "desk:b"])
    server.inactive = ["desk:b"]
    var wiring = WiringState(.named(["desk"]))
    wiring.connect(server, portsGone: false)
    #expect(!wiring.isComplete)
  }

  @Test("A connection is made once: one that people cut stays cut while other ports come and go")
  func cutByPeople() {
    let server = OtherPorts(["desk:a", "desk:b", "app:in"])
    var wiring = WiringState(.named(["desk"]))
    wiring.connect(server, portsGone: false)
    #expect(server.asked == 2)
    server.connections.remove(Connection(port: 0, target: "desk:a"))
    wiring.connect(server, portsGone: false)
    server.remove("app:in")
    wiring.connect(server, portsGone: true)
    wiring.connect(server, portsGone: false)
    #expect(server.connections == [Connection(port: 1, target: "desk:b")])
    #expect(wiring.isComplete && server.asked == 2)
  }

  @Test("A target that has gone and come back is connected again, whether or not it was seen to be away")
  func returned() {
    let server = OtherPorts(["desk:a", "desk:b"])
    var wiring = WiringState(.named(["desk"]))
    wiring.connect(server, portsGone: false)
    for port in ["desk:a", "desk:b"] { server.remove(port) }
    wiring.connect(server, portsGone: true)
    #expect(!wiring.isComplete)
    server.ports = ["desk:a", "desk:b"]
    wiring.connect(server, portsGone: false)
    #expect(server.wires(0) == ["desk:a"] && server.wires(1) == ["desk:b"])
    // Both at once, between two looks.
    server.connections = []
    wiring.connect(server, portsGone: true)
    #expect(server.wires(0) == ["desk:a"] && server.wires(1) == ["desk:b"])
  }

  @Test("With --no-connect nothing is connected, and nothing is missing")
  func nothing() {
    let server = OtherPorts(["card:1"], physical: ["card:1"])
    var wiring = WiringState(.nothing)
    #expect(!wiring.isComplete)
    wiring.connect(server, portsGone: false)
    #expect(server.asked == 0 && wiring.isComplete)
  }

  @Test("A missing target is reported in a sentence")
  func missing() {
    #expect(Wiring.speakers.missing == .noSpeakers)
    #expect(Wiring.named(["desk", "other:in"]).missing == .notConnected(["desk", "other:in"]))
    #expect(Wiring.nothing.missing == nil)
  }
}
