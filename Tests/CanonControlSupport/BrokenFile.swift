import CanonControl
import CanonFiles
import CanonTestSupport

/// A text file with something wrong in it, and the very sentences that its writer reads.
package struct BrokenFile: CustomStringConvertible, Sendable {
  package let description: String
  package let text: String
  /// A line for each problem.
  package let message: String

  /// Reads cases as the tests write them: a line `## name`, the file, and the messages, each after `->`.
  /// - Parameter head: The good lines for which a line `...` stands.
  package static func cases(_ text: String, head: String = "") -> [BrokenFile] {
    text.split(separator: "## ").map { section in
      let lines = section.split(separator: "\n")
      let messages = lines.filter { $0.hasPrefix("-> ") }.map { $0.dropFirst(3) }
      let file = lines.dropFirst().filter { !$0.hasPrefix("-> ") }.map { $0 == "..." ? head : String($0) }
      return BrokenFile(
        description: lines.first.map(String.init) ?? "", text: file.joined(separator: "\n"),
        message: messages.joined(separator: "\n"))
    }
  }

  /// Reads the file, which is to be refused with just these messages, in Japanese too.
  /// - Returns: What is otherwise; nothing is expected.
  package func surprises(_ read: (String) throws(FileProblems) -> some Any) -> [String] {
    do throws(FileProblems) {
      _ = try read(text)
      return ["it is accepted"]
    } catch {
      let english = error.problems.map { $0.text(.japanese) }
        .filter { JapaneseText.englishWords(in: $0) != [] }
      let words = error.problems.map { $0.words(.japanese) }.flatMap { [$0.expected, $0.remedy] }
        .filter { !JapaneseText.isJapanese($0) }
      return (error.message == message ? [] : [error.message]) + english + words
    }
  }
}
