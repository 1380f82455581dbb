import CanonFiles
import Testing

@testable import CanonStems

/// The ids of stems, buses and scenes.
@Suite struct IDReaderTests {
  /// What is read of these ids, one table after the other, and what is said.
  private func read(_ ids: String...) throws -> (ids: [String?], titles: [String?], problems: [String]) {
    let text = ids.map { "[[part]]\nid = \($0)\n" }.joined()
    let file = try TOMLFile(path: "f", text: text)
    var reader = IDReader(.scene)
    let tables = file.root.subtables("part", Advice(expected: "", remedy: ""))
    let read = tables.enumerated().map { reader.read($1, number: $0 + 1) }
    return (read, tables.map(\.title), file.problems.map(\.message))
  }

  @Test("Messages name a table by its id once that is known")
  func good() throws {
    let found = try read("\"cello\"", "\"Violin-2\"", "\"\(String(repeating: "x", count: 40))\"")
    #expect(found.ids == ["cello", "Violin-2", String(repeating: "x", count: 40)])
    #expect(found.titles.prefix(2) == ["scene \"cello\"", "scene \"Violin-2\""])
    #expect(found.problems == [])
  }

  @Test(
    "What is no id is none, and its table keeps its number",
    arguments: [
      "\"\"", "\"-a\"", "\"a b\"", "\"ä\"", "\"a_b\"", "3", "\"\(String(repeating: "x", count: 41))\"",
    ])
  func bad(id: String) throws {
    let found = try read("\"a\"", id)
    #expect(found.ids == ["a", nil])
    #expect(found.titles.last == "scene 2")
    #expect(found.problems.count == 1)
  }

  @Test("An id is taken in small letters and in large ones")
  func twice() throws {
    let found = try read("\"cello\"", "\"Cello\"", "\"cello\"")
    #expect(found.ids == ["cello", nil, nil])
    #expect(found.problems.count == 2)
    #expect(found.problems[0].hasPrefix("f:4: scene 2: id: found \"Cello\" (line 2 has it too), expected "))
    #expect(found.problems[1].hasPrefix("f:6: scene 3: id: found \"cello\" (line 2 has it too), expected "))
  }

  @Test("A word of the vocabulary cannot be an id", arguments: ["master", "Master", "all", "cue"])
  func reserved(id: String) throws {
    let found = try read("\"\(id)\"")
    #expect(found.ids == [nil])
    #expect(found.problems.first?.hasPrefix("f:2: scene 1: id: found \"\(id)\", expected ") == true)
  }

  @Test("A table without an id is reported at its first line")
  func missing() throws {
    let file = try TOMLFile(path: "f", text: "\n[[part]]\n")
    var reader = IDReader(.scene)
    #expect(reader.read(file.root.subtables("part", Advice(expected: "", remedy: ""))[0], number: 7) == nil)
    #expect(file.problems.map(\.message).first?.hasPrefix("f:2: scene 7: id: expected ") == true)
  }
}
