import CanonFiles
import CanonLiveSupport
import CanonSession
import Testing

/// Documentation/Commands.md says of each word just what the code says.
@Suite struct VocabularyDocumentationTests {
  private let text: [Substring]

  init() throws {
    text = try TextFile.read(
      CanonProcess.projectFolder + "/Documentation/Commands.md", kind: "the documentation"
    )
    .split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func theTableHasEveryWordRowForRow() throws {
    let head = try #require(text.firstIndex(of: "| Word | Use | What it does | Example |"))
    #expect(text[head + 1] == "|---|---|---|---|")
    let rows = text[(head + 2)...].prefix { $0.hasPrefix("|") }
    #expect(
      Array(rows)
        == Vocabulary.words.map { "| `\($0.name)` | `\($0.usage)` | \($0.summary) | `\($0.example)` |" })
  }

  @Test("What STEM and QUANTUM stand for is a line each", arguments: Vocabulary.notes)
  func notes(note: String) {
    #expect(text.contains(note[...]))
  }

  @Test func noWordHasATableOfItsOwnThatBreaks() {
    for word in Vocabulary.words {
      #expect(!(word.usage + word.summary + word.example).contains("|"))
      #expect(word.summary.hasSuffix("."))
    }
  }
}
