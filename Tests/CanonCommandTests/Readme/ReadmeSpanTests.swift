import CanonControl
import Testing

@testable import canon

/// What README.md tells people to type within its text is accepted.
@Suite struct ReadmeSpanTests {
  private let spans: [String]

  init() throws { spans = try Readme().spans }

  @Test func theCommandsOfTheShell() throws {
    // With a subcommand alone the text names it.
    let commands = spans.filter { $0.hasPrefix("canon ") && $0.split(separator: " ").count > 2 }
    #expect(commands.count > 10)
    for command in commands {
      let words = command.split(separator: " ").dropFirst().map(String.init)
      #expect(throws: Never.self, "\(command)") { _ = try canon.Canon.parseAsRoot(words) }
    }
  }

  @Test func theWordsOfTheVocabulary() throws {
    let words = Set(Vocabulary.words(at: .lines).map(\.name))
    let lines = spans.filter { line in
      let parts = line.split(separator: " ")
      return parts.count > 1 && words.contains(String(parts[0]))
    }
    #expect(lines.count > 5)
    for line in lines {
      #expect(throws: Never.self, "\(line)") { _ = try CommandParser.read(line, at: .lines) }
    }
  }
}
