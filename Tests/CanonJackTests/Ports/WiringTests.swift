import CanonSession
import CanonStems
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
    var ids = [0: "master", 17: "violin-a", 18: "violin-b"]

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
    func disconnect(_ port: Int, from target: String) {
      connections.remove(Connection(port: port, target: target))
    }
    func remove(_ port: String) {
      ports.removeAll { $0 == port }
      connections = connections.filter { $0.target != port }
    }
    func wires(_ port: Int) -> Set<String> { Set(connections.filter { $0.port == port }.map(\.target)) }
  }

  /// A patch of one rule for the master, as an option gives it.
  private func patch(_ targets: String...) -> Patch {
    Patch([PatchRule(PatchOutput("master")!, targets.map { PatchTarget($0)! })])
  }

  @Test("The first two physical inputs are the loudspeakers: left and right, and no others")
  func speakers() {
    let server = OtherPorts(
      ["app:in", "card:1", "card:2", "card:3"], physical: ["card:1", "card:2", "card:3"])
    var wiring = WiringState()
    wiring.connect(server, by: Patch(), portsGone: false)
    #expect(
      server.connections == [Connection(port: 0, target: "card:1"), Connection(port: 1, target: "card:2")])
    #expect(wiring.isComplete)
  }

  @Test("A single loudspeaker gets both channels, until there is a second one")
  func oneSpeaker() {
    let server = OtherPorts(["card:1"], physical: ["card:1"])
    var wiring = WiringState()
    wiring.connect(server, by: Patch(), portsGone: false)
    #expect(server.wires(0) == ["card:1"] && server.wires(1) == ["card:1"])
    (server.ports, server.physical) = (["card:1", "card:2"], ["card:1", "card:2"])
    wiring.connect(server, by: Patch(), portsGone: false)
    #expect(server.wires(0) == ["card:1"] && server.wires(1) == ["card:2"])
  }

  @Test("Without loudspeakers the wiring is incomplete, until they appear")
  func speakersLater() {
    let server = OtherPorts(["app:in"])
    var wiring = WiringState()
    wiring.connect(server, by: Patch(), portsGone: false)
    #expect(server.connections.isEmpty && wiring.missing == ["physical:1"])
    (server.ports, server.physical) = (["app:in", "card:1", "card:2"], ["card:1", "card:2"])
    wiring.connect(server, by: Patch(), portsGone: false)
    #expect(server.connections.count == 2 && wiring.isComplete)
  }

  @Test("A loudspeaker that comes later gets nothing while another is connected")
  func moreSpeakers() {
    let server = OtherPorts(["card:1", "card:2"], physical: ["card:1", "card:2", "new:1"])
    var wiring = WiringState()
    wiring.connect(server, by: Patch(), portsGone: false)
    server.ports.insert("new:1", at: 0)
    wiring.connect(server, by: Patch(), portsGone: false)
    #expect(server.wires(0) == ["card:1"] && server.wires(1) == ["card:2"])
  }

  @Test("Stems go where the set says, below what the options say; their ports may come later")
  func stems() {
    let server = OtherPorts(["reverb:in_l", "reverb:in_r", "desk:1"])
    let set = [PatchRule(PatchOutput("violin-*")!, [PatchTarget("reverb:in_*")!])]
    let options = Patch([PatchRule(option: "violin-b=desk")!])
    var wiring = WiringState()
    server.ids[18] = nil
    wiring.connect(server, by: options.above(set), portsGone: false)
    #expect(server.wires(34) == ["reverb:in_l"] && server.wires(35) == ["reverb:in_r"])
    server.ids[18] = "violin-b"
    wiring.connect(server, by: options.above(set), portsGone: false)
    #expect(server.wires(36) == ["desk:1"] && server.wires(37) == ["desk:1"])
  }

  @Test("What a patch no longer says is disconnected; what people have cut of it is forgotten")
  func otherPatch() {
    let server = OtherPorts(["desk:a", "desk:b", "hall:a", "hall:b"])
    var wiring = WiringState()
    wiring.connect(server, by: patch("desk"), portsGone: false)
    server.connections.remove(Connection(port: 0, target: "desk:a"))
    server.connections.insert(Connection(port: 0, target: "hall:b"))
    wiring.connect(server, by: patch("desk"), portsGone: false)
    wiring.connect(server, by: patch("hall:a"), portsGone: false)
    // The connection that people made stays.
    #expect(server.wires(0) == ["hall:a", "hall:b"] && server.wires(1) == ["hall:a"])
    wiring.connect(server, by: patch("desk"), portsGone: false)
    #expect(server.wires(0) == ["desk:a", "hall:b"] && server.wires(1) == ["desk:b"])
  }

  @Test("The wiring is complete once every named target is there and connected, and says what is missing")
  func incomplete() {
    let server = OtherPorts(["desk:a", "desk:b"])
    server.inactive = ["desk:b"]
    let patch = patch("desk", "late:in")
    var wiring = WiringState()
    #expect(wiring.missing == nil && !wiring.isComplete)
    wiring.connect(server, by: patch, portsGone: false)
    #expect(server.wires(0) == ["desk:a"] && wiring.missing == ["late:in", "desk:b"])
    server.inactive = []
    wiring.connect(server, by: patch, portsGone: false)
    #expect(server.wires(1) == ["desk:b"] && wiring.missing == ["late:in"])
    server.ports.append("late:in")
    wiring.connect(server, by: patch, portsGone: false)
    #expect(server.wires(0) == ["desk:a", "late:in"] && wiring.isComplete)
  }

  @Test("A connection is made once: one that people cut stays cut while other ports come and go")
  func cutByPeople() {
    let server = OtherPorts(["desk:a", "desk:b", "app:in"])
    var wiring = WiringState()
    wiring.connect(server, by: patch("desk"), portsGone: false)
    #expect(server.asked == 2)
    server.connections.remove(Connection(port: 0, target: "desk:a"))
    wiring.connect(server, by: patch("desk"), portsGone: false)
    server.remove("app:in")
    wiring.connect(server, by: patch("desk"), portsGone: true)
    wiring.connect(server, by: patch("desk"), portsGone: false)
    #expect(server.connections == [Connection(port: 1, target: "desk:b")])
    #expect(wiring.isComplete && server.asked == 2)
  }

  @Test("A target that has gone and come back is connected again, whether or not it was seen to be away")
  func returned() {
    let server = OtherPorts(["desk:a", "desk:b"])
    var wiring = WiringState()
    wiring.connect(server, by: patch("desk"), portsGone: false)
    for port in ["desk:a", "desk:b"] { server.remove(port) }
    wiring.connect(server, by: patch("desk"), portsGone: true)
    #expect(!wiring.isComplete)
    server.ports = ["desk:a", "desk:b"]
    wiring.connect(server, by: patch("desk"), portsGone: false)
    #expect(server.wires(0) == ["desk:a"] && server.wires(1) == ["desk:b"])
    // Both at once, between two looks.
    server.connections = []
    wiring.connect(server, by: patch("desk"), portsGone: true)
    #expect(server.wires(0) == ["desk:a"] && server.wires(1) == ["desk:b"])
  }

  @Test("With --no-connect nothing is connected, and nothing is missing")
  func nothing() {
    let server = OtherPorts(["card:1"], physical: ["card:1"])
    var wiring = WiringState()
    wiring.connect(server, by: nil, portsGone: false)
    #expect(server.asked == 0 && wiring.isComplete)
  }

  @Test("A missing target is reported in a sentence")
  func missing() {
    #expect(ServerNote(missing: ["physical:1"]) == .noSpeakers)
    #expect(ServerNote(missing: ["desk", "other:in"]) == .notConnected(["desk", "other:in"]))
  }
}
