import CanonStems
import Testing

@testable import CanonSession

/// What is shown of connections: where each comes from, and what is waited for.
@Suite struct PortMapTests {
  private static let patch = Patch([PatchRule(option: "cello=desk")!]).above(
    [PatchRule(PatchOutput("violin-a")!, [PatchTarget("reverb:in_?")!, PatchTarget("late:in")!])])
  private static let inputs = ["card:1", "card:2", "desk:1", "desk:2", "reverb:in_l", "reverb:in_r"]
  private static let ids = ["master", "cello", "violin-a"]

  private func map(
    connected: [Patch.Wish]? = nil, added: Set<Patch.Wish> = [], cut: Set<Patch.Wish> = []
  ) -> PortMap {
    let wants = Self.patch.wants(
      of: Self.ids, among: Patch.Inputs(all: Self.inputs, physical: ["card:1", "card:2"]))
    return PortMap(
      client: "canon", ids: Self.ids, patch: Self.patch, wants: wants, connected: connected ?? wants.there,
      kept: KeptWiring(added: added, cut: cut))
  }

  @Test("Each connection has its rule, or people have made it")
  func origins() throws {
    let hand = Patch.Wish("cello", .right, "reverb:in_l")
    let map = map(
      connected: [Patch.Wish("master", .left, "card:1"), Patch.Wish("cello", .left, "desk:1"), hand],
      added: [hand], cut: [Patch.Wish("master", .right, "card:2")])
    let ports = map.ports
    #expect(ports.map(\.name) == ["master_1", "master_2", "cello_1", "cello_2", "violin-a_1", "violin-a_2"])
    #expect(
      ports[0].connections == [
        PortMap.Connection(input: "card:1", origin: .rule(.usual, try #require(PatchTarget("physical:1"))))
      ])
    #expect(ports[1].connections == [] && ports[1].cut == ["card:2"])
    #expect(
      ports[2].connections.map(\.origin) == [.rule(.option, try #require(PatchTarget("desk")))])
    #expect(ports[3].connections.map(\.origin) == [.person])
  }

  @Test("The master's inputs are named in the order of its channels")
  func masterInputs() {
    #expect(map().masterInputs == ["card:1", "card:2"])
    #expect(map(connected: [Patch.Wish("cello", .left, "desk:1")]).masterInputs == [])
  }

  @Test("Targets that are not there are waited for by name or pattern, once for both channels")
  func waiting() throws {
    let late = try #require(PatchTarget("late:in"))
    #expect(
      map().waiting == [
        PortMap.Waiting(target: "late:in", origin: .rule(.set, late), ports: ["violin-a_1", "violin-a_2"])
      ])
  }

  @Test("A port that is there and not connected yet is waited for, and so is one that people had connected")
  func waitingPorts() throws {
    let all = map().connected
    let gone = Patch.Wish("cello", .left, "gone:in")
    let map = map(
      connected: all.filter { $0.input != "desk:2" }, added: [gone, Patch.Wish("left", .left, "gone:in")])
    #expect(map.waiting.map(\.target) == ["desk:2", "late:in", "gone:in"])
    #expect(map.waiting.map(\.ports) == [["cello_2"], ["violin-a_1", "violin-a_2"], ["cello_1"]])
    #expect(map.waiting.last?.origin == .person)
    #expect(map.end(ofWaitFor: "desk:1") == .connected && map.end(ofWaitFor: "desk") == .connected)
    for target in ["desk:2", "late:in", "gone:in", "reverb:in_x"] {
      #expect(map.end(ofWaitFor: target) == (target == "reverb:in_x" ? .dropped : nil), "\(target)")
    }
  }

  @Test("What people have cut is not waited for")
  func cut() {
    let wire = Patch.Wish("cello", .right, "desk:2")
    let map = map(connected: map().connected.filter { $0 != wire }, cut: [wire])
    #expect(map.waiting.map(\.target) == ["late:in"] && map.end(ofWaitFor: "desk:2") == .dropped)
  }

  @Test("A client that is there and not ready yet is still waited for")
  func notReady() {
    let map = map(connected: map().connected.filter { $0.id != "cello" })
    #expect(map.end(ofWaitFor: "desk") == nil)
  }
}
