import CanonTestSupport
import Testing

@testable import CanonFiles

@Suite struct TableReaderTests {
  /// A table within one of several tables is found below its own, not below the first.
  @Test func innerTablesOfAnArrayHaveTheirOwnLines() throws {
    let file = try TOMLFile(
      path: "t.toml",
      text: """
        [[stem]]
        [stem.quantum]
        start = 1
        [[stem]]
        id = 2
        [stem.quantum]
        start = 3
        """)
    let stems = file.root.subtables("stem", Advice(expected: "", remedy: ""))
    #expect(stems.map { $0.line(of: "quantum") } == [2, 6])
    let quanta = stems.compactMap { $0.subtable("quantum", Advice(expected: "", remedy: "")) }
    #expect(quanta.map { $0.line(of: "start") } == [3, 7])
    #expect(quanta.map { $0.line(of: nil) } == [2, 6])
  }

  /// Of several accessors for one key, each would have named it in the list of known keys.
  @Test func aKeyAskedForTwiceIsKnownOnce() throws {
    let file = try TOMLFile(path: "t.toml", text: "b = 1\n")
    _ = file.root.value("a")
    _ = file.root.subtable("a", Advice(expected: "", remedy: ""))
    file.root.finish()
    #expect(file.problems.map(\.expected) == ["one of \"a\""])
  }

  /// Looking through all lines for each key took 38 seconds.
  @Test(.timeLimit(.minutes(LongCampaign.minutes))) func manyTablesTakeNoTime() throws {
    let file = try TOMLFile(
      path: "t.toml", text: String(repeating: "[[a]]\nb = 1\nc = 2\nd = 3\ne = 4\n", count: 2000))
    let tables = file.root.subtables("a", Advice(expected: "", remedy: ""))
    #expect(tables.last?.keys == ["b", "c", "d", "e"])
    #expect(tables.map { $0.keys.count } == [Int](repeating: 4, count: 2000))
    #expect(tables.last?.line(of: "e") == 10_000)
  }

  @Test("A key is known once it was requested, present or not")
  func knownKeys() throws {
    let text = "a = 'x'\nb = 1.5\nc = 1\nd = ['x']\ne = true\nf = {}\nh = 2026-12-06\n[[g]]\n"
    let file = try TOMLFile(path: "t.toml", text: text), root = file.root
    #expect(root.string("a", Advice(expected: "", remedy: "")) == "x")
    #expect(root.number("b", in: 0...2, Advice(expected: "", remedy: "")) == 1.5)
    #expect(root.integer("c", in: 0...2, Advice(expected: "", remedy: "")) == 1)
    #expect(root.strings("d", count: 1...1, Advice(expected: "", remedy: "")) == ["x"])
    #expect(root.bool("e", Advice(expected: "true or false", remedy: "")) == true)
    #expect(root.subtable("f", Advice(expected: "", remedy: "")) != nil)
    #expect(root.subtables("g", Advice(expected: "", remedy: "")).count == 1)
    #expect(root.value("h")?.dateTime?.date?.year == 2026)
    #expect(root.string("i", Advice(expected: "", remedy: "")) == nil)
    root.finish()
    #expect(file.problems.isEmpty, "\(file.problems.map(\.message))")
  }
}
