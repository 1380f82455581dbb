import CanonFiles
import CanonLiveSupport
import CanonTerminal
import Testing

/// The one table of keys, and the page that shows it.
@Suite struct KeyRowTests {
  @Test func everyActionHasOneRow() {
    let words = KeyRow.all.map(\.action.word).sorted()
    #expect(words == KeyAction.allCases.map(\.word).sorted())
  }

  @Test func noKeyStandsInTwoRows() {
    let keys = KeyRow.all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }

  @Test("Every key of a row can be named in a file", arguments: KeyRow.all)
  func names(row: KeyRow) {
    #expect(!row.keys.isEmpty)
    for key in row.keys { #expect(Key(name: key.name) == key) }
  }

  @Test("What an action does is one sentence, and its word is one for a file", arguments: KeyRow.all)
  func sentences(row: KeyRow) {
    #expect(row.summary.hasSuffix(".") && !row.summary.contains("|"))
    #expect(row.summary.first?.isUppercase == true)
    #expect(row.action.word.allSatisfy { ("a"..."z").contains($0) || $0 == "-" })
  }

  @Test(
    "The keys that musicians know from other programs do what they do there",
    arguments: [
      ("j", .selectNext), ("k", .selectPrevious), (.down, .selectNext), (.up, .selectPrevious), (" ", .pause),
      ("m", .mute), ("s", .solo), ("c", .cancel), ("x", .stop), ("+", .gainUp), ("-", .gainDown),
      ("[", .panLeft),
      ("]", .panRight), ("u", .undo), ("?", .help), ("h", .help), (":", .commandLine), ("q", .quit),
      (.control("l"), .redraw),
    ] as [(Key, KeyAction)])
  func conventions(key: Key, action: KeyAction) {
    #expect(KeyTable.usual.action(for: key) == action)
  }

  // MARK: - Documentation/Keys.md

  private static func page() throws -> [Substring] {
    try TextFile.read(CanonProcess.projectFolder + "/Documentation/Keys.md", kind: "the documentation")
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func thePageHasEveryRow() throws {
    let text = try Self.page()
    let head = try #require(text.firstIndex(of: "| Keys | Action | What it does |"))
    let rows = text[(head + 2)...].prefix { $0.hasPrefix("|") }
    let expected = KeyRow.all.map { row in
      let keys = row.keys.map { "`\($0.name)`" }.joined(separator: ", ")
      return "| \(keys) | `\(row.action.word)` | \(row.summary) |"
    }
    #expect(rows.map { String($0) } == expected)
  }

  @Test func theExampleOnThePageIsAGoodFile() throws {
    let text = try Self.page()
    let first = try #require(text.firstIndex(of: "```toml"))
    let example = text[(first + 1)...].prefix { $0 != "```" }.joined(separator: "\n")
    let table = try KeyTable.parse(path: "keys.toml", text: example)
    #expect(!table.confirmsQuit)
    #expect(table.action(for: .function(5)) == .redraw)
    #expect(table.keys(for: .doors).isEmpty)
    #expect(table.pressed("§", count: 3) == "2 now")
    #expect(table.pressed("=", count: 10) == "9 now")
  }

  @Test func thePageNamesEveryKeyWithAWordAndTheLettersForControl() throws {
    let text = try Self.page().joined(separator: "\n")
    for key in [
      Key.enter, .tab, .backTab, .escape, .backspace, .delete, .home, .end, .pageUp, .pageDown, " ",
    ] {
      #expect(text.contains("`\(key.name)`"), "\(key.name)")
    }
    #expect(text.contains("`\(Key.controlLetters)`"))
    #expect(text.contains("`f1` to `f\(Key.functionCount)`"))
  }
}
