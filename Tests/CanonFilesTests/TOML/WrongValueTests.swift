import Testing

@testable import CanonFiles

/// What is said of a value that is not what it should be, and of keys that nobody knows.
@Suite struct WrongValueTests {
  /// What is said when `read` reads this text.
  private func problems(_ text: String, _ read: (TableReader) -> Void) throws -> [String] {
    let file = try TOMLFile(path: "t.toml", text: text)
    read(file.root)
    return file.problems.map(\.message)
  }

  private static let wanted = Advice(expected: "e", remedy: "R.")

  private static func readers() -> [(text: String, shown: String, read: (TableReader) -> Void)] {
    [
      ("1_0", "1_0", { _ = $0.string("a", wanted) }),
      ("[]", "an array", { _ = $0.string("a", wanted) }),
      ("{}", "a table", { _ = $0.string("a", wanted) }),
      ("\"x\\u0007\"", "\"x\\u{7}\"", { _ = $0.number("a", in: 0...1, wanted) }),
      ("1.01", "1.01", { _ = $0.number("a", in: 0...1, wanted) }),
      ("nan", "nan", { _ = $0.number("a", in: 0...1, wanted) }),
      ("1.0", "1.0", { _ = $0.integer("a", in: 0...1, wanted) }),
      ("2", "2", { _ = $0.integer("a", in: 0...1, wanted) }),
      ("-1", "-1", { _ = $0.integer("a", in: 0...1, wanted) }),
      ("true", "true", { _ = $0.strings("a", count: 1...2, wanted) }),
      ("[]", "an array of 0", { _ = $0.strings("a", count: 1...2, wanted) }),
      ("['', '', '']", "an array of 3", { _ = $0.strings("a", count: 1...2, wanted) }),
      ("['', 3]", "3", { _ = $0.strings("a", count: 1...2, wanted) }),
      ("0", "0", { _ = $0.bool("a", wanted) }),
      ("12:00:00", "12:00:00", { _ = $0.subtable("a", wanted) }),
      ("[{}]", "an array", { _ = $0.subtable("a", wanted) }),
      ("{}", "a table", { _ = $0.subtables("a", wanted) }),
      ("[{}, 1]", "1", { _ = $0.subtables("a", wanted) }),
    ]
  }

  @Test("A wrong value is shown with its line, as it is written", arguments: 0..<18)
  func shown(number: Int) throws {
    let reader = Self.readers()[number]
    #expect(
      try problems("# one\na = \(reader.text)", reader.read) == [
        "t.toml:2: a: found \(reader.shown), expected e. R."
      ])
  }

  @Test("The ends of a range belong to it")
  func ranges() throws {
    let root = try TOMLFile(path: "t.toml", text: "a = 0\nb = 1\nc = ['x', 'y']\nd = -0.5\n").root
    for key in ["a", "b"] {
      #expect(root.integer(key, in: 0...1, Advice(expected: "", remedy: "")) != nil)
      #expect(root.number(key, in: 0...1, Advice(expected: "", remedy: "")) != nil)
    }
    #expect(root.strings("c", count: 2...2, Advice(expected: "", remedy: "")) == ["x", "y"])
    #expect(root.number("d", in: -0.5...0, Advice(expected: "", remedy: "")) == -0.5)
    #expect(root.problemCount == 0)
  }

  @Test("An unknown key is told with the one that was meant, or what to do about it")
  func unknownKeys() throws {
    let text = "gain = 1\ngian = 2\nreverb = 3\nold = 4\n"
    let found = try problems(text) { root in
      _ = root.value("gain")
      _ = root.value("pan")
      root.finish { key, known in
        key == "old" ? Advice(expected: TableAdvice.oneOf(known), remedy: "It is called new now.") : nil
      }
    }
    let known = "found an unknown key, expected one of \"gain\", \"pan\". "
    #expect(
      found == [
        "t.toml:2: gian: \(known)Did you mean \"gain\"?",
        "t.toml:3: reverb: \(known)Remove the line, or correct the key.",
        "t.toml:4: old: \(known)It is called new now.",
      ])
  }

  @Test("The table's title stands before the field; a missing key has the table's line")
  func titles() throws {
    let file = try TOMLFile(path: "t.toml", text: "\n[a]\n\"\" = 1\n")
    let table = try #require(file.root.subtable("a", Advice(expected: "", remedy: "")))
    table.report("b", found: nil, Self.wanted)
    table.title = "stem \"x\""
    table.report("", found: "1", Self.wanted)
    table.report("b\n", found: nil, Self.wanted)
    table.report(nil, found: nil, Self.wanted)
    #expect(
      file.problems.map(\.message) == [
        "t.toml:2: b: expected e. R.", "t.toml:3: stem \"x\": \"\": found 1, expected e. R.",
        "t.toml:2: stem \"x\": b\\u{a}: expected e. R.", "t.toml:2: stem \"x\": expected e. R.",
      ])
    file.root.report(nil, found: nil, Self.wanted)
    #expect(file.problems.last?.message == "t.toml: expected e. R.")
  }

  @Test("A value is shown in sixty characters at most")
  func longValues() throws {
    let number = String(repeating: "1_", count: 8) + "1", long = "0." + String(repeating: "1", count: 80)
    let root = try TOMLFile(path: "t.toml", text: "a = \(number)\nb = \(long)\nc = 'x'\n").root
    #expect(root.value("a").map(TableReader.show) == number)
    #expect(root.value("b").map(TableReader.show) == String(long.prefix(60)))
    #expect(root.value("c").map(TableReader.show) == "\"x\"")
  }

  @Test("A value that is not TOML is reported only once, whatever was expected")
  func brokenValues() throws {
    let file = try TOMLFile(path: "t.toml", text: "a = ['x', \"y\\q\"]\nb = [{}, {}]\nc = yes\n")
    #expect(file.problems.count == 2)
    #expect(file.root.strings("a", count: 1...9, Self.wanted) == nil)
    #expect(file.root.subtables("b", Self.wanted).count == 2)
    #expect(file.root.string("c", Self.wanted) == nil)
    #expect(file.root.number("c", in: 0...1, Self.wanted) == nil)
    #expect(file.root.subtable("c", Self.wanted) == nil)
    #expect(file.root.problemCount == 2)
    #expect(throws: FileProblems.self) { try file.throwProblems() }
    #expect(throws: Never.self) { try TOMLFile(path: "t.toml", text: "").throwProblems() }
  }

  @Test("Keys stand in the order of their lines, and of one line as they are written")
  func keyOrder() throws {
    let root = try TOMLFile(path: "t.toml", text: "z = 1\ny = { c = 1, a = 2, b = 3 }\n[x]\n[w]\n").root
    #expect(root.keys == ["z", "y", "x", "w"])
    #expect(root.subtable("y", Advice(expected: "", remedy: ""))?.keys == ["c", "a", "b"])
    #expect(root.line(of: "x") == 3)
    #expect(root.line(of: nil) == nil)
    #expect(root.subtable("w", Advice(expected: "", remedy: ""))?.line(of: "none") == 4)
  }
}
