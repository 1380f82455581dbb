import CanonControl
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
    let head = try #require(text.firstIndex(of: "| Word | Use | What it does | Example | Where |"))
    #expect(text[head + 1] == "|---|---|---|---|---|")
    let rows = text[(head + 2)...].prefix { $0.hasPrefix("|") }
    #expect(Array(rows) == Vocabulary.words.map { Self.row($0)[...] })
  }

  private static func row(_ word: Word) -> String {
    // A bar would end the cell.
    let usage = word.usage.replacing("|", with: "\\|")
    return "| `\(word.name)` | `\(usage)` | \(word.summary) | `\(word.example)` | \(word.places.text) |"
  }

  @Test func everyWordThatNeedsMoreHasASectionOrASentence() {
    for word in Vocabulary.words where word.forms[0].count > 1 {
      #expect(text.drop { !$0.hasPrefix("## ") }.contains { $0.contains("`\(word.name)") }, "\(word.name)")
    }
  }

  @Test func everyExampleBelowTheTableIsACommand() throws {
    var (isExample, count) = (false, 0)
    for line in text {
      if line.hasPrefix("```") {
        isExample = line == "```commands"
      } else if isExample, !line.hasPrefix("#") {
        #expect(throws: Never.self, "\(line)") { try CommandParser.parse(String(line)) }
        count += 1
      }
    }
    #expect(count >= 11)
  }

  @Test func theScoreAmongTheExamplesIsAScore() throws {
    let first = try #require(text.firstIndex { $0.hasPrefix("# two loops alone") })
    let score = text[first...].prefix { !$0.hasPrefix("```") }.joined(separator: "\n")
    #expect(throws: Never.self) { try Score.parse(path: "evening.score", text: score) }
  }

  @Test("The meanings of STEM and QUANTUM are one line each", arguments: Vocabulary.notes(at: .lines))
  func notes(note: String) {
    #expect(text.contains(note[...]))
  }

  @Test func whatAWordDoesIsOneSentenceInOneCell() {
    for word in Vocabulary.words {
      #expect(!(word.summary + word.example).contains("|"))
      #expect(word.summary.hasSuffix("."))
    }
  }
}
