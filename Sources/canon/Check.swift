import ArgumentParser
import CanonControl
import CanonFiles
import CanonSession

/// `canon check`: all present and future problems, with remedies.
struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Report all problems of a schedule, its set and its sound files.")

  @OptionGroup var options: SourceOptions
  @Flag(help: "One JSON object on standard output.") var json = false
  @OptionGroup var language: LanguageOption
  @Flag(help: "Count warnings as problems: exit with status 65.") var strict = false

  private struct Document: Encodable {
    struct Entry: Encodable {
      var file: String
      var line: Int?
      var field: String?
      var found: String?
      var expected: String
      var remedy: String
      var message: String
      var severity: String
      var code: String?

      /// - Parameter language: Of the words.
      init(_ problem: FileProblem, _ language: Language) {
        let words = problem.words(language)
        (file, line, field, severity) = (problem.file, problem.line, problem.field, problem.severity.rawValue)
        (found, expected, remedy) = (words.found, words.expected, words.remedy)
        (message, code) = (problem.text(language), problem.code)
      }
    }
    var problems: [Entry]
  }

  func run() async throws {
    let origin = try options.origin(language.text)
    let problems = Source.problems(origin)
    let found = problems.isEmpty ? await Source.remarks(origin) : problems
    let serious = found.filter { $0.severity == .error || (strict && $0.severity == .warning) }
    if json {
      Output.line(JSONText.text(Document(problems: found.map { .init($0, language.surface.json) })))
    } else {
      for problem in found { Output.line(problem.text(language.text)) }
      if found.allSatisfy({ $0.severity == .note }) { Output.line(language.text.wording.noProblems) }
    }
    if serious.isEmpty { return }
    throw Failure(.badFile, language.text.wording.problems(serious.count))
  }
}
