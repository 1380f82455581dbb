import CanonControl
import CanonFiles
import CanonSchedule
import CanonTestSupport
import Testing

/// A schedule file with something wrong in it, and the very sentences that its writer reads.
struct BrokenSchedule: CustomTestStringConvertible, Sendable {
  var name: String
  var text: String
  var message: String
  var testDescription: String { name }

  /// Reads cases as the tests write them: a line `## name`, the file, and the messages, each after `->`.
  /// A line `...` in a file stands for a good `set` and a good `time_zone`, on two lines.
  static func cases(_ text: String) -> [BrokenSchedule] {
    text.split(separator: "## ").map { section in
      let lines = section.split(separator: "\n")
      let messages = lines.filter { $0.hasPrefix("-> ") }.map { $0.dropFirst(3) }
      let file = lines.dropFirst().filter { !$0.hasPrefix("-> ") }
        .map { $0 == "..." ? "set = \"../Stems/x\"\ntime_zone = \"Asia/Tokyo\"" : $0 }
      return BrokenSchedule(
        name: lines.first.map(String.init) ?? "", text: file.joined(separator: "\n"),
        message: messages.joined(separator: "\n"))
    }
  }

  /// Reads the file, and expects it to be refused with just these messages, in Japanese too.
  func expectItsMessage() {
    let problems = #expect(throws: FileProblems.self) { try ScheduleFile.parse(path: "s.toml", text: text) }
    #expect(problems?.message == message)
    for problem in problems?.problems ?? [] {
      #expect(JapaneseText.englishWords(in: problem.text(.japanese)) == [], "\(problem.text(.japanese))")
      let words = problem.words(.japanese)
      #expect([words.expected, words.remedy].allSatisfy(JapaneseText.isJapanese), "\(words)")
    }
  }
}
