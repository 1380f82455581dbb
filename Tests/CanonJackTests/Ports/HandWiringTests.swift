import CanonSession
import CanonStems
import Testing

@testable import CanonJack

/// What people cut and connect is theirs.
@Suite struct HandWiringTests {
  @Test("One that people cut stays cut while ports come and go, its target too, until they connect it again")
  func cutByPeople() {
    let server = OtherPorts(["desk:a", "desk:b", "app:in"])
    var looks = Looks(at: server, Patch.master(to: "desk:a", "desk:b"))
    server.people(cut: Wire("master", .left, "desk:a"))
    looks.look(server, Patch.master(to: "desk:a", "desk:b"))
    #expect(!looks.wiring.isSettled)
    server.end("app:in")
    looks.look(server, Patch.master(to: "desk:a", "desk:b"))
    #expect(looks.wiring.isSettled && server.asked == 2)
    server.end("desk:a")
    looks.look(server, Patch.master(to: "desk:a", "desk:b"))
    server.ports = ["desk:a", "desk:b"]
    for _ in 0..<3 { looks.look(server, Patch.master(to: "desk:a", "desk:b")) }
    #expect(server.left == [] && server.right == ["desk:b"])
    server.people(connect: Wire("master", .left, "desk:a"))
    looks.look(server, Patch.master(to: "desk:a", "desk:b"))
    server.end("desk:a")
    server.ports = ["desk:a", "desk:b"]
    for _ in 0..<3 { looks.look(server, Patch.master(to: "desk:a", "desk:b")) }
    #expect(server.left == ["desk:a"])
  }

  @Test(
    "A target that goes and comes back at once is connected again, whenever the server tells of it",
    arguments: 0..<4)
  func restarted(toldLater: Int) throws {
    let server = OtherPorts(["desk:a"])
    var looks = Looks(at: server, Patch.master(to: "desk:a"))
    looks.look(server, Patch.master(to: "desk:a"))
    server.end("desk:a")
    server.ports = ["desk:a"]
    server.inactive = ["desk:a"]
    // The server tells of the two connections and the port one after the other, within a moment.
    let news = try #require(server.told)
    #expect(news.count == 3)
    server.told = Array(news.prefix(toldLater))
    looks.wiring.connect(server, by: Patch.master(to: "desk:a"), at: looks.now + .milliseconds(10))
    server.told = Array(news.dropFirst(toldLater))
    looks.wiring.connect(server, by: Patch.master(to: "desk:a"), at: looks.now + .milliseconds(20))
    server.inactive = []
    for _ in 0..<2 { looks.look(server, Patch.master(to: "desk:a")) }
    #expect(server.left == ["desk:a"] && server.right == ["desk:a"] && looks.wiring.isSettled)
  }

  @Test("What the server tells may be lost: then what is gone is connected again")
  func lost() {
    let server = OtherPorts(["desk:a"])
    var looks = Looks(at: server, Patch.master(to: "desk:a"))
    server.end("desk:a")
    server.ports = ["desk:a"]
    server.told = nil
    for _ in 0..<3 { looks.look(server, Patch.master(to: "desk:a")) }
    #expect(server.left == ["desk:a"] && looks.wiring.isSettled)
  }

  @Test("What people connect comes back with its target, and under another server, as does what they cut")
  func people() {
    let server = OtherPorts(["desk:a", "hall:a"])
    var looks = Looks(at: server, Patch.master(to: "desk:a"))
    server.people(connect: Wire("violin-a", .left, "hall:a"))
    server.people(cut: Wire("master", .right, "desk:a"))
    for _ in 0..<2 { looks.look(server, Patch.master(to: "desk:a")) }
    server.end("hall:a")
    looks.look(server, Patch.master(to: "desk:a"))
    #expect(server.wires("violin-a", .left) == [] && looks.wiring.isSettled)
    server.ports.append("hall:a")
    looks.look(server, Patch.master(to: "desk:a"))
    #expect(server.wires("violin-a", .left) == ["hall:a"])
    let other = OtherPorts(["desk:a", "hall:a"])
    looks.wiring = looks.wiring.begunAgain()
    #expect(!looks.wiring.isSettled)
    for _ in 0..<2 { looks.look(other, Patch.master(to: "desk:a")) }
    #expect(other.connections == [Wire("master", .left, "desk:a"), Wire("violin-a", .left, "hall:a")])
  }

  @Test("What people had connected before the patch wanted it stays when the patch wants it no longer")
  func wantedForAWhile() {
    let server = OtherPorts(["desk:a", "hall:a"])
    var looks = Looks(at: server, Patch.master(to: "desk:a"))
    server.people(connect: Wire("master", .left, "hall:a"))
    for target in ["desk:a", "hall:a", "desk:a"] { looks.look(server, Patch.master(to: target)) }
    #expect(server.left == ["desk:a", "hall:a"] && server.right == ["desk:a"])
    #expect(server.asked == 5, "it is not even cut and made again")
  }

  @Test("What people connect and cut again is as if it had never been")
  func cutWhatTheyHadMade() {
    let server = OtherPorts(["desk:a", "hall:a"])
    let wire = Wire("violin-a", .left, "hall:a")
    var looks = Looks(at: server, Patch.master(to: "desk:a"))
    server.people(connect: wire)
    looks.look(server, Patch.master(to: "desk:a"))
    #expect(looks.wiring.byHand.added == [wire])
    server.people(cut: wire)
    for _ in 0..<3 {
      looks.look(server, Patch.master(to: "desk:a"))
      #expect(looks.wiring.byHand.added == [] && looks.wiring.byHand.cut == [])
    }
  }

  @Test("What people cut from a device stays cut where the default is under another server")
  func cutUnderAnotherServer() {
    let server = OtherPorts(["phones:1", "phones:2"], physical: ["phones:1", "phones:2"])
    var looks = Looks()
    looks.wiring = WiringState(.follow)
    looks.look(server, Patch())
    server.people(cut: Wire("master", .left, "phones:1"))
    for _ in 0..<2 { looks.look(server, Patch()) }
    looks.wiring = looks.wiring.begunAgain()
    let other = OtherPorts(["speakers:1", "speakers:2"], physical: ["speakers:1", "speakers:2"])
    for _ in 0..<6 { looks.look(other, Patch()) }
    #expect(other.connections == [Wire("master", .right, "speakers:2")])
  }

  @Test("A cut that the server tells before it makes it is a cut all the same")
  func toldBefore() throws {
    let server = OtherPorts(["desk:a"])
    var looks = Looks(at: server, Patch.master(to: "desk:a"))
    let wire = Wire("master", .left, "desk:a")
    server.people(cut: wire)
    let news = server.told
    // It is still there at the look that learns of it, and gone at the next, of which nothing is told.
    server.people(connect: wire)
    server.told = news
    looks.wiring.connect(server, by: Patch.master(to: "desk:a"), at: looks.now + .milliseconds(10))
    let early = looks.wiring.portMap(of: "canon")
    #expect(!looks.wiring.isSettled && early.kept.cut == [wire] && early.waiting == [])
    server.people(cut: wire)
    server.told = []
    for _ in 0..<3 { looks.look(server, Patch.master(to: "desk:a")) }
    #expect(
      server.left == [] && looks.wiring.isSettled && looks.wiring.portMap(of: "canon").kept.cut == [wire])
  }

  @Test("For half a second it is open whether a connection was cut, or its target is about to go")
  func patience() {
    let patch = Patch.master(to: "desk:a"), wire = Wire("master", .left, "desk:a")
    func settled(_ change: (OtherPorts) -> Void) -> (at: [Bool], cut: Set<Wire>) {
      let server = OtherPorts(["desk:a"])
      var looks = Looks(at: server, patch)
      looks.look(server, patch)
      change(server)
      let settled = [0, 499, 500].map { milliseconds in
        looks.wiring.connect(server, by: patch, at: looks.now + .milliseconds(milliseconds))
        return looks.wiring.isSettled
      }
      return (settled, looks.wiring.cut)
    }
    let cut = settled { $0.people(cut: wire) }
    #expect(cut.at == [false, false, true] && cut.cut == [wire])
    // It is told, and the connection is there all the same.
    let kept = settled { server in
      server.people(cut: wire)
      let told = server.told
      server.people(connect: wire)
      server.told = told
    }
    #expect(kept.at == [false, false, true] && kept.cut == [])
  }

  @Test("What people cut just before the server ends stays cut under the next one")
  func cutBeforeTheEnd() {
    let server = OtherPorts(["desk:a", "hall:a"])
    var looks = Looks(at: server, Patch.master(to: "desk:a"))
    let (own, added) = (Wire("master", .left, "desk:a"), Wire("violin-a", .left, "hall:a"))
    server.people(connect: added)
    looks.look(server, Patch.master(to: "desk:a"))
    for wire in [own, added] { server.people(cut: wire) }
    looks.wiring.connect(server, by: Patch.master(to: "desk:a"), at: looks.now + .milliseconds(10))
    let other = OtherPorts(["desk:a", "hall:a"])
    looks.wiring = looks.wiring.begunAgain()
    for _ in 0..<2 { looks.look(other, Patch.master(to: "desk:a")) }
    #expect(other.connections == [Wire("master", .right, "desk:a")])
    #expect(looks.wiring.portMap(of: "canon").kept.cut == [own])
  }

  @Test(
    "Of a cut that no look has seen the numbers of the ports are enough; with its target's end it is none")
  func cutAfterTheLastLook() throws {
    let server = OtherPorts(["desk:a", "desk:b"])
    var looks = Looks(at: server, Patch.master(to: "desk:a", "desk:b"))
    looks.look(server, Patch.master(to: "desk:a", "desk:b"))
    let (cut, gone) = (Wire("master", .left, "desk:a"), Wire("master", .right, "desk:b"))
    let ends = try [cut, gone].map { try #require(looks.wiring.made[$0]?.ends) }
    looks.wiring.learn(
      [.disconnected(nil, ends[0]), .disconnected(nil, ends[1]), .gone(ends[1].input)], at: looks.now)
    let other = OtherPorts(["desk:a", "desk:b"])
    looks.wiring = looks.wiring.begunAgain()
    for _ in 0..<2 { looks.look(other, Patch.master(to: "desk:a", "desk:b")) }
    #expect(other.left == [] && other.right == ["desk:b"])
    #expect(looks.wiring.portMap(of: "canon").kept.cut == [cut])
  }

  @Test("What people have connected is waited for while its target is away, and told")
  func peopleWait() {
    let server = OtherPorts(["hall:a"])
    var looks = Looks(at: server, nil)
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
    var looks = Looks(at: server, Patch.master(to: "hall:a", "desk:a", "desk:b"))
    #expect(
      looks.wiring.portMap(of: "canon").connected == [
        Wire("master", .left, "desk:b"), Wire("master", .left, "hall:a"), Wire("master", .right, "desk:a"),
      ])
    server.people(cut: Wire("master", .left, "desk:b"))
    for _ in 0..<2 { looks.look(server, Patch.master(to: "hall:a", "desk:a", "desk:b")) }
    let map = looks.wiring.portMap(of: "canon")
    #expect(map.ports[0].connections.map(\.input) == ["hall:a"] && map.ports[0].cut == ["desk:b"])
    #expect(map.client == "canon" && map.ids == server.ids)
  }

  @Test("What people have connected, and cut again, does not come back")
  func cutAgain() {
    let server = OtherPorts(["hall:a"])
    var looks = Looks(at: server, nil)
    let wire = Wire("violin-a", .left, "hall:a")
    server.people(connect: wire)
    looks.look(server, nil)
    server.people(cut: wire)
    for _ in 0..<3 { looks.look(server, nil) }
    #expect(server.connections == [] && looks.wiring.isSettled && server.asked == 0)
  }
}
