import CanonStems
import Testing

@Suite struct PatchTargetTests {
  private static let inputs = [
    "card:1", "card:2", "card:3", "ardour:a in", "ardour:b in", "ardour:out", "mix [1]:in",
  ]
  private static let physical = ["card:1", "card:2", "card:3"]

  private func ports(_ text: String) throws -> [String] {
    try #require(PatchTarget(text)).ports(among: Self.inputs, physical: Self.physical)
  }

  @Test(
    "A target means ports, clients, patterns, expressions and physical outputs",
    arguments: [
      ("physical:1", ["card:1", "card:2"]), ("physical:3", ["card:3"]), ("physical:4", []),
      ("card:2", ["card:2"]), ("ardour", ["ardour:a in", "ardour:b in"]), ("ard", []),
      ("ardour:?*in", ["ardour:a in", "ardour:b in"]), ("card:[23]", ["card:2", "card:3"]),
      ("/^ardour:.*in$/", ["ardour:a in", "ardour:b in"]), ("/(card:1|out)/", ["card:1", "ardour:out"]),
      ("/no/", []), ("card:[!1]", ["card:2", "card:3"]), ("*:?", ["card:1", "card:2", "card:3"]),
      ("c.rd:*", []),
      ("* [[]1*", ["mix [1]:in"]),
    ])
  func means(text: String, ports: [String]) throws { try #expect(self.ports(text) == ports) }

  @Test("A pair of physical outputs is one of the same device; the last colon ends its name")
  func pairs() throws {
    let mixed = ["Head: set:mono", "Head: phones:l", "Head: phones:r"]
    let found = try (1...3).map {
      try #require(PatchTarget("physical:\($0)")).ports(among: [], physical: mixed)
    }
    #expect(found == [[mixed[0]], [mixed[1], mixed[2]], [mixed[2]]])
  }

  @Test("A name with signs of a pattern means itself first")
  func name() throws { try #expect(ports("mix [1]:in") == ["mix [1]:in"]) }

  @Test(
    "What cannot be meant is no target",
    arguments: [
      "", "physical:", "physical:0", "physical:x", "physical:5000", "//", "/", "/(/", "/a{2}/", #"/(a)\1/"#,
      "a\nb", "a\u{7F}",
    ])
  func wrong(text: String) { #expect(PatchTarget(text) == nil) }

  @Test("It is shown as it is written", arguments: ["physical:3", "reverb", "reverb:in_*", "/^a.*/"])
  func shown(text: String) { #expect(PatchTarget(text)?.description == text) }

  @Test("A pattern takes no long time, whatever it is", .timeLimit(.minutes(1)))
  func fast() throws {
    let name = String(repeating: "a", count: 300)
    for text in [
      String(repeating: "*a", count: 200) + "*b", "/" + String(repeating: "(a*)*", count: 60) + "b/",
    ] {
      try #expect(#require(PatchTarget(text)).ports(among: [name], physical: []) == [])
    }
  }

  @Test("A very long name is no target")
  func long() {
    #expect(PatchTarget(String(repeating: "a", count: 512)) != nil)
    #expect(PatchTarget(String(repeating: "a", count: 513)) == nil)
  }
}
