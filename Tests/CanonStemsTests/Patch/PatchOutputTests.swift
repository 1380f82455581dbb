import CanonStems
import Testing

@Suite struct PatchOutputTests {
  @Test(
    "An output is an id, or a pattern of the ids of stems and buses",
    arguments: [
      ("cello", ["cello"]), ("violin-*", ["violin-a", "violin-b"]), ("violin-[b-z]", ["violin-b"]),
      ("*", ["violin-a", "violin-b", "cello"]), ("master", ["master"]), ("viol", []),
    ])
  func matches(text: String, ids: [String]) throws {
    let output = try #require(PatchOutput(text))
    #expect(
      ["master", "violin-a", "violin-b", "cello"].filter(output.matches)
        == ["master", "violin-a", "violin-b", "cello"].filter(ids.contains))
    #expect(output.side == nil && output.description == text)
  }

  @Test("One channel has the name of its port")
  func side() throws {
    let left = try #require(PatchOutput("violin-a_1")), right = try #require(PatchOutput("violin-*_2"))
    #expect(left.side == .left && left.matches("violin-a") && !left.isPattern)
    #expect(right.side == .right && right.matches("violin-b") && right.isPattern)
  }

  @Test("Other signs are refused", arguments: ["", "_1", "a b", "a:b", "ä", "a_3", "a[b", "a]"])
  func wrong(text: String) { #expect(PatchOutput(text) == nil) }

  @Test("An option is for the master, or names an output before the sign")
  func option() throws {
    let master = try #require(PatchRule(option: "ardour:in=left"))
    #expect(master.output.description == "master" && master.targets.map(\.description) == ["ardour:in=left"])
    let stem = try #require(PatchRule(option: "violin-*=/a=b/"))
    #expect(stem.output.description == "violin-*" && stem.targets.map(\.description) == ["/a=b/"])
    #expect(PatchRule(option: "cello=") == nil && PatchRule(option: "") == nil)
  }
}
