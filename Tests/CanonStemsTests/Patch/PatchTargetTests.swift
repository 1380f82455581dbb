import CanonStems
import CanonTestSupport
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
      "/a" + String(repeating: "+", count: 200) + "/", "/((((((((((a+)+)+)+)+)+)+)+)+)+/",
      "a\nb", "a\u{7F}",
    ])
  func wrong(text: String) { #expect(PatchTarget(text) == nil) }

  @Test("Eight signs + may repeat, and any number may mean themselves")
  func pluses() throws {
    let eight = String(repeating: "a+b", count: 8), many = String(repeating: "+", count: 30)
    #expect(PatchTarget("/\(eight)/") != nil && PatchTarget("/\(eight)c+/") == nil)
    let plain = try #require(PatchTarget("/^[]\(many)]\(String(repeating: #"\+"#, count: 30))$/"))
    #expect(plain.ports(among: ["]" + many, many + many, "]"], physical: []) == ["]" + many])
  }

  @Test("It is shown as it is written", arguments: ["physical:3", "reverb", "reverb:in_*", "/^a.*/"])
  func shown(text: String) { #expect(PatchTarget(text)?.description == text) }

  @Test("A pattern takes no long time, whatever it is", .timeLimit(.minutes(LongCampaign.minutes)))
  func fast() throws {
    let name = String(repeating: "a", count: 300)
    for text in [
      String(repeating: "*a", count: 200) + "*b", "/" + String(repeating: "(a*)*", count: 60) + "b/",
    ] {
      try #expect(#require(PatchTarget(text)).ports(among: [name], physical: []) == [])
    }
  }

  @Test("A port of a client is never another one whose name begins with its own")
  func beginning() throws {
    let target = try #require(PatchTarget("desk:a"))
    #expect(target.ports(among: ["desk:a:b"], physical: []) == [])
  }

  @Test("A pattern may have signs beyond ASCII")
  func otherSigns() throws {
    let target = try #require(PatchTarget("机♪:*"))
    #expect(target.ports(among: ["机♪:入力", "机♫:入力"], physical: []) == ["机♪:入力"])
  }

  private static let strangeNames = [
    "desk:in", "desk:in 1", "desk:in*", "desk:in?", "desk:in[1]", "desk:in[*]", "desk:in[", "desk:in]",
    "/dev:a/",
    "/^desk.*/", "a/b:c/d", "physical:1", "physical:x", "desk:\"quoted\"", "desk:back\\1", "desk:a\\",
    "desk:a,b",
    "desk:a|b", "desk:a{2}", "desk:(a)", "desk:^a$", "desk:a.b", "desk:a.b*", "desk:a+b?", "机:入力 *", "é:ø/*",
    "desk:a=b", "desk:#1", "desk:[!a]", "desk:a]b[c", "desk:*{1}", "desk:'a'",
  ]

  @Test("Every name of a port can be written as a target that means it alone", arguments: strangeNames)
  func exact(name: String) throws {
    let target = try #require(PatchTarget.exactly(name))
    let written = try #require(PatchTarget(target.description))
    #expect(written.ports(among: Self.strangeNames, physical: []) == [name], "\(written)")
    #expect(written.ports(among: Self.strangeNames.filter { $0 != name }, physical: []) == [], "\(written)")
  }

  @Test("A name that no target can have as it is gets the nearest one")
  func control() throws {
    for name in ["desk:a\nb", "desk:a\tb{1}", "desk:\r\n"] {
      let target = try #require(PatchTarget.exactly(name))
      #expect(target.ports(among: [name, "desk:abc"], physical: []) == [name])
    }
  }

  @Test("A very long name is no target")
  func long() {
    #expect(PatchTarget(String(repeating: "a", count: 512)) != nil)
    #expect(PatchTarget(String(repeating: "a", count: 513)) == nil)
  }
}
