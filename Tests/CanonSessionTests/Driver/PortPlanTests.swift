import Testing

@testable import CanonSession
@testable import CanonStems

/// Connections as a plan, which read back gives the same ones.
@Suite struct PortPlanTests {
  private static let ids = ["master", "hall", "cello", "violin-a", "violin-b"]
  private static let strange = [
    "re verb:in_l", "re verb:in_r", "desk:a*", "desk:a\"b\"", "/dev:x/", "physical:1", "机:入力", "a,b:[c]",
    "desk:back\\slash", "plain:1", "plain:2",
  ]
  private static let inputs = Patch.Inputs(
    all: ["card:1", "card:2", "late:x"] + strange, physical: ["card:1", "card:2"])

  private func set() throws -> StemSet {
    try StemSetFile.parse(
      path: "set.toml",
      text: "title = \"Canon \\\"in D\\\"\"\n[[bus]]\nid = \"hall\"\n"
        + ["cello", "violin-a", "violin-b"].map {
          "[[stem]]\nid = \"\($0)\"\nfile = \"a.wav\"\nbase = true\n"
        }.joined())
  }

  private func map(
    _ patch: Patch?, added: Set<Patch.Wish> = [], cut: Set<Patch.Wish> = [], gone: Set<Patch.Wish> = []
  ) -> PortMap {
    let wants = patch?.wants(of: Self.ids, among: Self.inputs) ?? []
    let wires = (wants.there + added.sorted { $0.input < $1.input }).filter { !cut.contains($0) }
    return PortMap(
      client: "canon", ids: Self.ids, patch: patch, wants: wants, connected: wires,
      kept: KeptWiring(added: added.union(gone), cut: cut))
  }

  private func rule(_ output: String, _ targets: String...) throws -> PatchRule {
    PatchRule(try #require(PatchOutput(output)), try targets.map { try #require(PatchTarget($0)) })
  }

  /// What the plan means, read as the user's file and as the table of a set.
  private func readBack(_ plan: PortPlan) throws -> Set<Patch.Wish> {
    let set = try set()
    let rules = try PatchFile.parse(path: "patch.toml", text: plan.text, for: set)
    let table = "[patch]\n" + plan.text.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n"
    let same = try StemSetFile.parse(path: "set.toml", text: set.text + table).patch
    #expect(rules == same)
    return Set(Patch(file: rules).wants(of: Self.ids, among: Self.inputs).there)
  }

  @Test("Outputs that nobody has touched keep their rules as they are written")
  func rules() throws {
    let patch = try Patch([rule("cello", "plain", "late:?")]).above(
      [rule("violin-*", "re verb:in_*"), rule("violin-b_1", "card:1")], file: [rule("hall")])
    let plan = PortPlan(map(patch), title: try set().title)
    #expect(
      plan.text == """
        ["Canon \\"in D\\""]
        master = "physical:1"
        hall = []
        cello = ["plain", "late:?"]
        violin-a = "re verb:in_*"
        violin-b_1 = "card:1"
        violin-b = "re verb:in_*"

        """)
    #expect(try readBack(plan) == Set(map(patch).connected) && plan.omitted.isEmpty)
  }

  @Test("What people have connected and cut is written port by port, whatever the names have in them")
  func people() throws {
    let names = Self.strange
    var added: Set<Patch.Wish> = []
    for (place, name) in names.enumerated() {
      added.insert(Patch.Wish("cello", place % 3 == 0 ? .left : .right, name))
      added.insert(Patch.Wish("hall", .left, name))
      added.insert(Patch.Wish("hall", .right, name))
    }
    added.insert(Patch.Wish("violin-a", .left, "plain:1"))
    added.insert(Patch.Wish("violin-a", .right, "plain:2"))
    added.insert(Patch.Wish("violin-b", .right, "plain:2"))
    let map = map(Patch(), added: added, cut: [Patch.Wish("master", .right, "card:2")])
    let plan = PortPlan(map, title: try set().title)
    #expect(try readBack(plan) == Set(map.connected))
    #expect(plan.text.contains("violin-a = [\"plain:1\", \"plain:2\"]\n"))
    #expect(plan.text.contains("violin-b_1 = []\nviolin-b_2 = \"plain:2\"\n"))
    #expect(plan.text.contains("master_1 = \"card:1\"\nmaster_2 = []\n"))
  }

  @Test("One port for both channels is one name")
  func both() throws {
    let wires: Set = [Patch.Wish("cello", .left, "plain:1"), Patch.Wish("cello", .right, "plain:1")]
    let map = map(Patch(), added: wires)
    let plan = PortPlan(map, title: try set().title)
    #expect(plan.text.contains("\ncello = \"plain:1\"\n"))
    #expect(try readBack(plan) == Set(map.connected))
  }

  @Test("What a person had connected to a port that is away stays in the plan")
  func away() throws {
    let plan = PortPlan(map(Patch(), gone: [Patch.Wish("cello", .left, "gone:in")]), title: "T")
    #expect(plan.text.contains("cello_1 = \"gone:in\"\ncello_2 = []\n"))
  }

  @Test("What else an output waits for stays where it can; what cannot is told")
  func waiting() throws {
    let patch = try Patch([rule("cello", "nobody:*"), rule("violin-a", "nobody:*")])
    let map = map(
      patch,
      added: [
        Patch.Wish("cello", .left, "plain:1"), Patch.Wish("cello", .right, "plain:2"),
        Patch.Wish("violin-a", .left, "plain:1"),
      ])
    let plan = PortPlan(map, title: try set().title)
    #expect(plan.text.contains("cello = [\"plain:1\", \"plain:2\", \"nobody:*\"]\n"))
    #expect(plan.omitted == [PortPlan.Omission(id: "violin-a", target: "nobody:*")])
    #expect(try readBack(plan) == Set(map.connected))
  }

  @Test("Several patterns for one output are written as the ports that they mean")
  func severalPatterns() throws {
    let patch = try Patch([rule("violin-*", "plain:1"), rule("*", "plain:2")])
    let plan = PortPlan(map(patch), title: try set().title)
    #expect(try readBack(plan) == Set(map(patch).connected))
  }

  @Test("Where canon connects nothing by itself, every output is written, so that no other rule counts")
  func nothing() throws {
    let plan = PortPlan(map(nil), title: try set().title)
    for id in Self.ids { #expect(plan.text.contains("\(id) = []\n")) }
    #expect(try readBack(plan) == [])
  }
}
