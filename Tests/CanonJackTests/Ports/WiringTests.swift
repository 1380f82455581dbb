import CanonSession
import CanonStems
import Testing

@testable import CanonJack

/// Which connections are made by themselves, and which are left to people.
@Suite struct WiringTests {
  @Test("The first two physical inputs are the loudspeakers: left and right, and no others")
  func speakers() {
    let server = OtherPorts(
      ["app:in", "card:1", "card:2", "card:3"], physical: ["card:1", "card:2", "card:3"])
    var looks = Looks(at: server, Patch())
    #expect(
      server.connections == [Wire("master", .left, "card:1"), Wire("master", .right, "card:2")])
    #expect(looks.wiring.isSettled)
  }

  @Test("A single loudspeaker gets both channels, until there is a second one")
  func oneSpeaker() {
    let server = OtherPorts(["card:1"], physical: ["card:1"])
    var looks = Looks(at: server, Patch())
    #expect(server.left == ["card:1"] && server.right == ["card:1"])
    (server.ports, server.physical) = (["card:1", "card:2"], ["card:1", "card:2"])
    looks.look(server, Patch())
    #expect(server.left == ["card:1"] && server.right == ["card:2"])
  }

  @Test(
    "A device that is used by an output whose ports are still to come stays in use, under another server too")
  func outputToCome() {
    let ports = ["card:1", "card:2"]
    let server = OtherPorts(ports, physical: Set(ports))
    let patch = Patch([
      PatchRule(PatchOutput("master")!, []), PatchRule(PatchOutput("violin-a")!, [Patch.speakers]),
    ])
    var looks = Looks(at: server, patch)
    #expect(looks.wiring.devices.inUse == ports)
    let next = OtherPorts(ports, physical: Set(ports))
    (next.ids, next.toCome) = (["master"], ["violin-a"])
    looks.wiring = looks.wiring.begunAgain()
    looks.look(next, patch)
    #expect(looks.wiring.devices.inUse == ports && next.connections == [] && next.asked == 0)
    let map = looks.wiring.portMap(of: "canon")
    #expect(map.wants == [], "nothing is shown of it yet")
    #expect(map.end(ofWaitFor: Patch.speakers.description) == nil, "what it waits for is not dropped")
    #expect(PortPlan(map, title: "").text.contains("violin-a = "), "a saved plan has its rule")
    (next.ids, next.toCome) = (["master", "violin-a"], [])
    looks.look(next, patch)
    #expect(next.connections == [Wire("violin-a", .left, "card:1"), Wire("violin-a", .right, "card:2")])
  }

  @Test("Without loudspeakers the wiring is incomplete, until they appear")
  func speakersLater() {
    let server = OtherPorts(["app:in"])
    var looks = Looks(at: server, Patch())
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
    var looks = Looks(at: server, Patch())
    server.ports.insert(contentsOf: ["new:1", "new:2"], at: 0)
    looks.look(server, Patch())
    #expect(server.left == ["card:1"] && server.right == ["card:2"])
    server.people(cut: Wire("master", .right, "card:2"))
    for _ in 0..<2 { looks.look(server, Patch()) }
    for port in ["card:1", "card:2"] { server.end(port) }
    looks.look(server, Patch())
    #expect(server.connections == [] && looks.wiring.missing == [] && looks.wiring.hasDevices)
    #expect(
      looks.wiring.drainActions() == [
        .tell(.defaultChanged(from: "card", to: "new", stays: "card")),
        .tell(.deviceLost("card", .pauses)), .pause,
      ])
    server.ports += ["card:1", "card:2"]
    looks.look(server, Patch())
    #expect(server.connections == [Wire("master", .left, "card:1")], "what was cut stays cut")
    #expect(looks.wiring.drainActions() == [.tell(.deviceBack("card")), .resume])
    #expect(looks.wiring.drainActions() == [])
  }

  @Test("A device that an earlier canon has used is waited for, and no other one is played to")
  func deviceOfAnEvening() {
    let server = OtherPorts(
      ["speakers:1", "speakers:2"], physical: ["speakers:1", "speakers:2", "phones:1", "phones:2"])
    var looks = Looks()
    looks.wiring = WiringState(.pause, KeptWiring(physical: ["phones:1", "phones:2"])).begunAgain()
    for _ in 0..<20 { looks.look(server, Patch()) }
    #expect(server.connections == [])
    #expect(looks.wiring.drainActions() == [.tell(.deviceLost("phones", .pauses)), .pause])
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
      #expect(server.connections == [] && looks.wiring.drainActions() == [], "\(policy)")
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
    var looks = Looks(at: server, Patch.master(to: "desk", "card:1"))
    #expect(!looks.wiring.hasDevices)
    server.end("card:1")
    looks.look(server, Patch.master(to: "desk", "card:1"))
    #expect(looks.wiring.drainActions() == [] && looks.wiring.missing == ["card:1"])
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
    var looks = Looks(at: server, Patch.master(to: "desk"))
    server.people(cut: Wire("master", .left, "desk:a"))
    server.people(connect: Wire("master", .left, "hall:b"))
    for _ in 0..<2 { looks.look(server, Patch.master(to: "desk")) }
    looks.look(server, Patch.master(to: "hall:a"))
    #expect(server.left == ["hall:a", "hall:b"] && server.right == ["hall:a"])
    looks.look(server, Patch.master(to: "desk"))
    #expect(server.left == ["desk:a", "hall:b"] && server.right == ["desk:b"])
  }

  @Test("The wiring is settled once every named target is there and connected, and says what is missing")
  func missingTargets() {
    let server = OtherPorts(["desk:a", "desk:b"])
    server.inactive = ["desk:b"]
    let patch = Patch.master(to: "desk", "late:in")
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

  @Test("With --no-connect nothing is connected, and nothing is missing")
  func nothing() {
    let server = OtherPorts(["card:1"], physical: ["card:1"])
    var looks = Looks(at: server, nil)
    #expect(server.asked == 0 && looks.wiring.isSettled)
  }

  @Test(
    "A target that was away for a moment is connected at once when it is back, though the server's news were lost"
  )
  func backAtOnce() {
    let server = OtherPorts(["app:in"])
    let wire = Wire("master", .left, "app:in")
    var wiring = WiringState()
    var now = ContinuousClock.now
    func look() {
      now += .milliseconds(100)
      wiring.connect(server, by: nil, at: now)
    }
    server.people(connect: wire)
    look()
    #expect(wiring.added == [wire])
    server.end("app:in")
    server.told = nil
    look()
    #expect(server.connections == [])
    server.ports = ["app:in"]
    look()
    #expect(server.connections == [wire])
  }
}
