import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// Documentation/Formats.md names every key, and its examples are sets.
@Suite struct FormatsDocumentationTests {
  private let text: String

  init() throws {
    text = try String(contentsOf: projectFolder.appending(path: "Documentation/Formats.md"), encoding: .utf8)
  }

  @Test func everyKeyHasItsRow() {
    let keys = (BrokenSet.stemKeys + ", " + BrokenSet.setKeys + ", \"commands\"").split(separator: ", ")
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
    for key in keys.map({ $0.filter { $0 != "\"" } }) where !["stem", "bus", "patch", "scene"].contains(key) {
      #expect(rows.contains { $0.hasPrefix("| `\(key)` |") }, "\(key)")
    }
    for table in ["stem", "bus", "scene"] { #expect(text.contains("`[[\(table)]]`")) }
    #expect(text.contains("`[patch]`"))
  }

  /// The examples of sets, one after the other, are one set.
  @Test func theExamplesAreRead() throws {
    let sets = try #require(text.components(separatedBy: "\n## Schedules").first)
    let blocks = sets.components(separatedBy: "```toml\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    let tables = blocks.filter { $0.contains("[[") }
    let patches = blocks.filter { $0.hasPrefix("[patch]") }
    let heads = blocks.filter { !$0.contains("[[") && !$0.hasPrefix("[patch]") }
    #expect(tables.count == 5)
    let set = try StemSetFile.parse(
      path: "set.toml", text: (heads + tables + patches).joined(separator: "\n"))
    #expect(set.stems.map(\.id) == ["cello", "violin-a", "organ"])
    #expect(set.stems[2].region?.start == .bars(1))
    #expect(set.scenes.map(\.commands.count) == [3])
    #expect(set.patch.map(\.targets.count) == [1, 2, 1, 0])
    #expect(set.buses.map(\.title) == ["The big hall"])
  }
}
