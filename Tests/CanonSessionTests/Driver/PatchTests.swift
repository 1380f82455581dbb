import CanonSession
import CanonStems
import Testing

/// Which source's rule counts for a port, and which channel an input gets.
@Suite struct PatchTests {
  private static let inputs = Patch.Inputs(
    all: ["card:1", "card:2", "hall:in_l", "hall:in_r", "desk:1", "desk:2", "desk:3"],
    physical: ["card:1", "card:2"])
  private static let ids = ["master", "violin-a", "violin-b"]

  private func rule(_ output: String, _ targets: String...) throws -> PatchRule {
    PatchRule(try #require(PatchOutput(output)), try targets.map { try #require(PatchTarget($0)) })
  }

  /// `violin-a_1 desk:1`, in the order of the outputs.
  private func there(_ patch: Patch) -> [String] {
    patch.wants(of: Self.ids, among: Self.inputs).there.map {
      "\($0.id)_\($0.side.rawValue + 1) \($0.input)"
    }
  }

  @Test("Without a rule the master goes to the loudspeakers, and nothing else goes anywhere")
  func usual() { #expect(there(Patch()) == ["master_1 card:1", "master_2 card:2"]) }

  @Test(
    "Several inputs get left and right in turn, a single one both, and ports named one after the other as well"
  )
  func channels() throws {
    let patch = try Patch([rule("master", "hall", "desk:3"), rule("violin-a", "desk:1", "desk:2", "desk:3")])
    #expect(
      there(patch) == [
        "master_1 hall:in_l", "master_1 desk:3", "master_2 hall:in_r", "master_2 desk:3",
        "violin-a_1 desk:1", "violin-a_1 desk:3", "violin-a_2 desk:2",
      ])
  }

  @Test("A named port keeps its channel while the others are not there")
  func absent() throws {
    let patch = try Patch([rule("master", "late:l", "hall:in_r")])
    #expect(there(patch) == ["master_2 hall:in_r"])
    #expect(patch.wants(of: Self.ids, among: Self.inputs).missing.map(\.description) == ["late:l"])
  }

  @Test("One channel has all inputs of its rule")
  func oneChannel() throws {
    let patch = try Patch([rule("violin-a_2", "desk:*"), rule("master")])
    #expect(there(patch) == ["violin-a_2 desk:1", "violin-a_2 desk:2", "violin-a_2 desk:3"])
  }

  @Test("The first source that names a port counts for it; the others still count for the rest")
  func sources() throws {
    let patch = try Patch([rule("violin-a_1", "desk:3")])
      .above([rule("*", "desk:1"), rule("master")], file: [rule("violin-*", "hall")])
    #expect(
      there(patch) == [
        "violin-a_1 desk:3", "violin-a_2 hall:in_r", "violin-b_1 hall:in_l", "violin-b_2 hall:in_r",
      ])
    let sources = patch.wants(of: Self.ids, among: Self.inputs).map(\.source)
    #expect(sources == [.option, .file, .file, .file])
    #expect(Patch().wants(of: ["master"], among: Self.inputs).map(\.source) == [.usual, .usual])
  }

  @Test("A client of which one input is left gives it both channels, so that nothing of the music is missing")
  func oneInputLeft() throws {
    let patch = try Patch([rule("master", "hall")])
    func wires(_ inputs: String...) -> [String] {
      patch.wants(of: ["master"], among: Patch.Inputs(all: inputs, physical: [])).there.map {
        "\($0.side) \($0.input)"
      }
    }
    #expect(wires("hall:in_l", "hall:in_r") == ["left hall:in_l", "right hall:in_r"])
    #expect(wires("hall:in_r") == ["left hall:in_r", "right hall:in_r"])
  }

  @Test("In one source an id counts before a pattern, and a channel before both; equals add up")
  func specific() throws {
    let patch = try Patch([
      rule("violin-*", "desk:1"), rule("*", "desk:2"), rule("violin-b", "hall"), rule("violin-b_1", "desk:3"),
      rule("master"),
    ])
    #expect(
      there(patch) == [
        "violin-a_1 desk:1", "violin-a_1 desk:2", "violin-a_2 desk:1", "violin-a_2 desk:2",
        "violin-b_1 desk:3", "violin-b_2 hall:in_r",
      ])
  }
}
