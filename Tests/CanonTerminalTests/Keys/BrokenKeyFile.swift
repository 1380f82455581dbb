import CanonControl
import CanonFiles
import CanonTerminal
import CanonTestSupport
import Testing

/// A file of keys with something wrong in it, and the very sentences that its writer reads.
struct BrokenKeyFile: CustomTestStringConvertible, Sendable {
  var name: String
  var text: String
  var message: String
  var testDescription: String { name }

  /// Reads cases as the tests write them: a line `## name`, the file, and the messages, each after `->`.
  static func cases(_ text: String) -> [BrokenKeyFile] {
    text.split(separator: "## ").map { section in
      let lines = section.split(separator: "\n")
      let messages = lines.filter { $0.hasPrefix("-> ") }.map { $0.dropFirst(3) }
      return BrokenKeyFile(
        name: lines.first.map(String.init) ?? "",
        text: lines.dropFirst().filter { !$0.hasPrefix("-> ") }.joined(separator: "\n"),
        message: messages.joined(separator: "\n"))
    }
  }

  /// Reads the file, and expects it to be refused with just these messages, in Japanese too.
  func expectItsMessage() {
    let problems = #expect(throws: FileProblems.self) { try KeyTable.parse(path: "keys.toml", text: text) }
    #expect(problems?.message == message)
    for problem in problems?.problems ?? [] {
      #expect(JapaneseText.englishWords(in: problem.text(.japanese)) == [], "\(problem.text(.japanese))")
      let words = problem.words(.japanese)
      #expect([words.expected, words.remedy].allSatisfy(JapaneseText.isJapanese), "\(words)")
    }
  }
}
