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
    private(set) var connections: Set<Wire> = []
    /// Ports that are there but cannot be connected yet.
    var inactive: Set<String> = []
    /// How often a connection was asked for.
    private(set) var asked = 0
    var ids = ["master", "violin-a", "violin-b"]
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
  private struct Looks {
    var wiring = WiringState()
    var now = ContinuousClock.now

    mutating func look(_ server: OtherPorts, _ patch: Patch?) {
      now += .seconds(1)
      wiring.connect(server, by: patch, at: now)
    }
  }

  /// A patch of one rule for the master, as an option gives it.
  private func patch(_ targets: String...) -> Patch {
    Patch([PatchRule(PatchOutput("master")!, targets.map { PatchTarget($0)! })])
  }

  @Test("The first two physical inputs are the loudspeakers: left and right, and no others")
  func speakers() {
    let server = OtherPorts(
      ["app:in", "card:1", "card:2", "card:3"], physical: ["card:1", "card:2", "card:3"])
    var looks = Looks()
    looks.look(server, Patch())
    #expect(
      server.connections == [Wire("master", .left, "card:1"), Wire("master", .right, "card:2")])
    #expect(looks.wiring.isSettled)
  }

  @Test("A single loudspeaker gets both channels, until there is a second one")
  func oneSpeaker() {
    let server = OtherPorts(["card:1"], physical: ["card:1"])
    var looks = Looks()
    looks.look(server, Patch())
    #expect(server.left == ["card:1"] && server.right == ["card:1"])
    (server.ports, server.physical) = (["card:1", "card:2"], ["card:1", "card:2"])
    looks.look(server, Patch())
    #expect(server.left == ["card:1"] && server.right == ["card:2"])
  }

  @Test("Without loudspeakers the wiring is incomplete, until they appear")
  func speakersLater() {
    let server = OtherPorts(["app:in"])
    var looks = Looks()
    looks.look(server, Patch())
    #expect(server.connections.isEmpty && looks.wiring.missing == ["physical:1"])
    (server.ports, server.physical) = (["app:in", "card:1", "card:2"], ["card:1", "card:2"])
    looks.look(server, Patch())
    #expect(server.connections.count == 2 && looks.wiring.isSettled)
  }

  @Test(
    "A loudspeaker that comes later gets nothing, nor when the other one has gone, which comes back as it was"
  )
  func moreSpeakers() {
    let server = OtherPorts(["card:1", "card:2"], physical: ["card:1", "card:2", "new:1", "new:2"])
    var looks = Looks()
    looks.look(server, Patch())
    server.ports.insert(contentsOf: ["new:1", "new:2"], at: 0)
    looks.look(server, Patch())
    #expect(server.left == ["card:1"] && server.right == ["card:2"])
    server.people(cut: Wire("master", .right, "card:2"))
    for _ in 0..<2 { looks.look(server, Patch()) }
    for port in ["card:1", "card:2"] { server.end(port) }
    looks.look(server, Patch())
    #expect(server.connections == [] && looks.wiring.missing == [] && looks.wiring.hasDevices)
    #expect(
      looks.wiring.takeActions() == [
        .tell(.defaultChanged(from: "card", to: "new", stays: "card")),
        .tell(.deviceLost("card", .pauses)), .pause,
      ])
    server.ports += ["card:1", "card:2"]
    looks.look(server, Patch())
    #expect(server.connections == [Wire("master", .left, "card:1")], "what was cut stays cut")
    #expect(looks.wiring.takeActions() == [.tell(.deviceBack("card")), .resume])
    #expect(looks.wiring.takeActions() == [])
  }

  @Test("A device that an earlier canon has used is waited for, and no other one is played to")
  func deviceOfAnEvening() {
    let server = OtherPorts(
      ["speakers:1", "speakers:2"], physical: ["speakers:1", "speakers:2", "phones:1", "phones:2"])
    var looks = Looks()
    looks.wiring = WiringState(.pause, KeptWiring(physical: ["phones:1", "phones:2"])).begunAgain()
    for _ in 0..<20 { looks.look(server, Patch()) }
    #expect(server.connections == [])
    #expect(looks.wiring.takeActions() == [.tell(.deviceLost("phones", .pauses)), .pause])
    server.ports += ["phones:1", "phones:2"]
    looks.look(server, Patch())
    #expect(server.left == ["phones:1"] && server.right == ["phones:2"])
  }

  @Test("With follow the physical outputs move with the default, and what is named stays")
  func follow() {
    let server = OtherPorts(
      ["card:1", "card:2", "new:1", "new:2"], physical: ["card:1", "card:2", "new:1", "new:2"])
    var looks = Looks()
    looks.wiring = WiringState(.follow)
    let patch = Patch([PatchRule(option: "violin-a=card:1")!, PatchRule(option: "violin-b=physical:1")!])
    looks.look(server, patch)
    server.ports = ["new:1", "new:2", "card:1", "card:2"]
    for _ in 0..<2 { looks.look(server, patch) }
    #expect(server.left == ["new:1"] && server.right == ["new:2"])
    #expect(server.wires("violin-a", .left) == ["card:1"] && server.wires("violin-b", .right) == ["new:2"])
    #expect(looks.wiring.isSettled)
  }

  @Test("With follow a single port gives its two channels to a pair, and gets them back")
  func followFromOnePort() {
    let all = ["headset:mono", "card:1", "card:2"]
    let server = OtherPorts(all, physical: Set(all))
    var looks = Looks()
    looks.wiring = WiringState(.follow)
    looks.look(server, Patch())
    #expect(server.left == ["headset:mono"] && server.right == ["headset:mono"])
    server.ports = ["card:1", "card:2", "headset:mono"]
    looks.look(server, Patch())
    #expect(server.left == ["card:1"] && server.right == ["card:2"])
    server.ports = all
    looks.look(server, Patch())
    #expect(server.left == ["headset:mono"] && server.right == ["headset:mono"])
  }

  @Test("What people cut from a device stays cut: under another default, and where the default goes")
  func cutFromDevice() {
    for policy in DevicePolicy.allCases {
      let server = OtherPorts(["card:1", "new:1"], physical: ["card:1", "new:1"])
      var looks = Looks()
      looks.wiring = WiringState(policy)
      looks.look(server, Patch())
      for side in PatchOutput.Side.allCases { server.people(cut: Wire("master", side, "card:1")) }
      for _ in 0..<2 { looks.look(server, Patch()) }
      server.ports = ["new:1", "card:1"]
      for _ in 0..<3 { looks.look(server, Patch()) }
      server.end("card:1")
      for _ in 0..<3 { looks.look(server, Patch()) }
      #expect(server.connections == [] && looks.wiring.takeActions() == [], "\(policy)")
      guard policy == .follow else { continue }
      for side in PatchOutput.Side.allCases { server.people(connect: Wire("master", side, "new:1")) }
      looks.look(server, Patch())
      server.ports = ["card:1", "new:1"]
      for _ in 0..<2 { looks.look(server, Patch()) }
      #expect(server.left == ["card:1"], "they have connected it again")
    }
  }

  @Test("What plays to no device has none that can be lost")
  func noDevice() {
    let server = OtherPorts(["card:1", "card:2", "desk:a"], physical: ["card:1", "card:2"])
    var looks = Looks()
    looks.look(server, patch("desk", "card:1"))
    #expect(!looks.wiring.hasDevices)
    server.end("card:1")
    looks.look(server, patch("desk", "card:1"))
    #expect(looks.wiring.takeActions() == [] && looks.wiring.missing == ["card:1"])
  }

  @Test("Stems go where the set says, below what the options say; their ports may come later")
  func stems() {
    let server = OtherPorts(["reverb:in_l", "reverb:in_r", "desk:1"])
    let set = [PatchRule(PatchOutput("violin-*")!, [PatchTarget("reverb:in_*")!])]
    let options = Patch([PatchRule(option: "violin-b=desk")!])
    var looks = Looks()
    server.ids = ["master", "violin-a"]
    looks.look(server, options.above(set))
    #expect(
      server.wires("violin-a", .left) == ["reverb:in_l"]
        && server.wires("violin-a", .right) == ["reverb:in_r"])
    server.ids = ["master", "violin-a", "violin-b"]
    looks.look(server, options.above(set))
    #expect(server.wires("violin-b", .left) == ["desk:1"] && server.wires("violin-b", .right) == ["desk:1"])
  }

  @Test("What a patch no longer says is disconnected; what people have made stays")
  func otherPatch() {
    let server = OtherPorts(["desk:a", "desk:b", "hall:a", "hall:b"])
    var looks = Looks()
    looks.look(server, patch("desk"))
    server.people(cut: Wire("master", .left, "desk:a"))
    server.people(connect: Wire("master", .left, "hall:b"))
    for _ in 0..<2 { looks.look(server, patch("desk")) }
    looks.look(server, patch("hall:a"))
    #expect(server.left == ["hall:a", "hall:b"] && server.right == ["hall:a"])
    looks.look(server, patch("desk"))
    #expect(server.left == ["desk:a", "hall:b"] && server.right == ["desk:b"])
  }

  @Test("The wiring is settled once every named target is there and connected, and says what is missing")
  func missingTargets() {
    let server = OtherPorts(["desk:a", "desk:b"])
    server.inactive = ["desk:b"]
    let patch = patch("desk", "late:in")
    var looks = Looks()
    #expect(looks.wiring.missing == nil && !looks.wiring.isSettled)
    looks.look(server, patch)
    #expect(server.left == ["desk:a"] && looks.wiring.missing == ["late:in", "desk:b"])
    server.inactive = []
    looks.look(server, patch)
    #expect(server.right == ["desk:b"] && looks.wiring.missing == ["late:in"])
    server.ports.append("late:in")
    looks.look(server, patch)
    #expect(server.left == ["desk:a", "late:in"] && looks.wiring.isSettled)
  }

  // MARK: - What people cut and connect

  @Test("One that people cut stays cut while ports come and go, its target too, until they connect it again")
  func cutByPeople() {
    let server = OtherPorts(["desk:a", "desk:b", "app:in"])
    var looks = Looks()
    looks.look(server, patch("desk:a", "desk:b"))
    server.people(cut: Wire("master", .left, "desk:a"))
    looks.look(server, patch("desk:a", "desk:b"))
    #expect(!looks.wiring.isSettled)
    server.end("app:in")
    looks.look(server, patch("desk:a", "desk:b"))
    #expect(looks.wiring.isSettled && server.asked == 2)
    server.end("desk:a")
    looks.look(server, patch("desk:a", "desk:b"))
    server.ports = ["desk:a", "desk:b"]
    for _ in 0..<3 { looks.look(server, patch("desk:a", "desk:b")) }
    #expect(server.left == [] && server.right == ["desk:b"])
    server.people(connect: Wire("master", .left, "desk:a"))
    looks.look(server, patch("desk:a", "desk:b"))
    server.end("desk:a")
    server.ports = ["desk:a", "desk:b"]
    for _ in 0..<3 { looks.look(server, patch("desk:a", "desk:b")) }
    #expect(server.left == ["desk:a"])
  }

  @Test(
    "A target that goes and comes back at once is connected again, whenever the server tells of it",
    arguments: 0..<4)
  func restarted(toldLater: Int) throws {
    let server = OtherPorts(["desk:a"])
    var looks = Looks()
    looks.look(server, patch("desk:a"))
    looks.look(server, patch("desk:a"))
    server.end("desk:a")
    server.ports = ["desk:a"]
    server.inactive = ["desk:a"]
    // The server tells of the two connections and the port one after the other, within a moment.
    let news = try #require(server.told)
    #expect(news.count == 3)
    server.told = Array(news.prefix(toldLater))
    looks.wiring.connect(server, by: patch("desk:a"), at: looks.now + .milliseconds(10))
    server.told = Array(news.dropFirst(toldLater))
    looks.wiring.connect(server, by: patch("desk:a"), at: looks.now + .milliseconds(20))
    server.inactive = []
    for _ in 0..<2 { looks.look(server, patch("desk:a")) }
    #expect(server.left == ["desk:a"] && server.right == ["desk:a"] && looks.wiring.isSettled)
  }

  @Test("What the server tells may be lost: then what is gone is connected again")
  func lost() {
    let server = OtherPorts(["desk:a"])
    var looks = Looks()
    looks.look(server, patch("desk:a"))
    server.end("desk:a")
    server.ports = ["desk:a"]
    server.told = nil
    for _ in 0..<3 { looks.look(server, patch("desk:a")) }
    #expect(server.left == ["desk:a"] && looks.wiring.isSettled)
  }

  @Test("What people connect comes back with its target, and under another server, as does what they cut")
  func people() {
    let server = OtherPorts(["desk:a", "hall:a"])
    var looks = Looks()
    looks.look(server, patch("desk:a"))
    server.people(connect: Wire("violin-a", .left, "hall:a"))
    server.people(cut: Wire("master", .right, "desk:a"))
    for _ in 0..<2 { looks.look(server, patch("desk:a")) }
    server.end("hall:a")
    looks.look(server, patch("desk:a"))
    #expect(server.wires("violin-a", .left) == [] && looks.wiring.isSettled)
    server.ports.append("hall:a")
    looks.look(server, patch("desk:a"))
    #expect(server.wires("violin-a", .left) == ["hall:a"])
    let other = OtherPorts(["desk:a", "hall:a"])
    looks.wiring = looks.wiring.begunAgain()
    #expect(!looks.wiring.isSettled)
    for _ in 0..<2 { looks.look(other, patch("desk:a")) }
    #expect(other.connections == [Wire("master", .left, "desk:a"), Wire("violin-a", .left, "hall:a")])
  }

  @Test("A cut that the server tells before it makes it is a cut all the same")
  func toldBefore() throws {
    let server = OtherPorts(["desk:a"])
    var looks = Looks()
    looks.look(server, patch("desk:a"))
    let wire = Wire("master", .left, "desk:a")
    server.people(cut: wire)
    let news = server.told
    // It is still there at the look that learns of it, and gone at the next, of which nothing is told.
    server.people(connect: wire)
    server.told = news
    looks.wiring.connect(server, by: patch("desk:a"), at: looks.now + .milliseconds(10))
    let early = looks.wiring.portMap(of: "canon")
    #expect(!looks.wiring.isSettled && early.cut == [wire] && early.waiting == [])
    server.people(cut: wire)
    server.told = []
    for _ in 0..<3 { looks.look(server, patch("desk:a")) }
    #expect(server.left == [] && looks.wiring.isSettled && looks.wiring.portMap(of: "canon").cut == [wire])
  }

  @Test("What people have connected is waited for while its target is away, and told")
  func peopleWait() {
    let server = OtherPorts(["hall:a"])
    var looks = Looks()
    looks.look(server, nil)
    server.people(connect: Wire("violin-a", .left, "hall:a"))
    for _ in 0..<2 { looks.look(server, nil) }
    let there = looks.wiring.portMap(of: "canon")
    #expect(there.connected == [Wire("violin-a", .left, "hall:a")] && there.waiting == [])
    #expect(there.ports.flatMap(\.connections).map(\.origin) == [.person])
    server.end("hall:a")
    looks.look(server, nil)
    let away = looks.wiring.portMap(of: "canon")
    #expect(away.connected == [] && away.waiting.map(\.target) == ["hall:a"] && looks.wiring.isSettled)
  }

  @Test("What goes where is as the server has it, in its order, with what people have cut")
  func report() {
    let server = OtherPorts(["desk:b", "desk:a", "hall:a"])
    var looks = Looks()
    looks.look(server, patch("hall:a", "desk:a", "desk:b"))
    #expect(
      looks.wiring.portMap(of: "canon").connected == [
        Wire("master", .left, "desk:b"), Wire("master", .left, "hall:a"), Wire("master", .right, "desk:a"),
      ])
    server.people(cut: Wire("master", .left, "desk:b"))
    for _ in 0..<2 { looks.look(server, patch("hall:a", "desk:a", "desk:b")) }
    let map = looks.wiring.portMap(of: "canon")
    #expect(map.ports[0].connections.map(\.input) == ["hall:a"] && map.ports[0].cut == ["desk:b"])
    #expect(map.client == "canon" && map.ids == server.ids)
  }

  @Test("What people have connected, and cut again, does not come back")
  func cutAgain() {
    let server = OtherPorts(["hall:a"])
    var looks = Looks()
    looks.look(server, nil)
    let wire = Wire("violin-a", .left, "hall:a")
    server.people(connect: wire)
    looks.look(server, nil)
    server.people(cut: wire)
    for _ in 0..<3 { looks.look(server, nil) }
    #expect(server.connections == [] && looks.wiring.isSettled && server.asked == 0)
  }

  @Test("With --no-connect nothing is connected, and nothing is missing")
  func nothing() {
    let server = OtherPorts(["card:1"], physical: ["card:1"])
    var looks = Looks()
    looks.look(server, nil)
    #expect(server.asked == 0 && looks.wiring.isSettled)
  }
}
