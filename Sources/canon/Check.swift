import ArgumentParser
import CanonControl
import CanonFiles
import CanonSession
import CanonTerminal

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
    }
    var problems: [Entry]
  }

  func run() async throws {
    let path = try options.path()
    let problems = Source.problems(path)
    let found = problems.isEmpty ? await Source.remarks(path) : problems
    let serious = found.filter { $0.severity == .error || (strict && $0.severity == .warning) }
    if json {
      Output.line(
        JSONText.text(
          Document(
            problems: found.map {
              .init(
                file: $0.file, line: $0.line, field: $0.field, found: $0.found, expected: $0.expected,
                remedy: $0.remedy, message: $0.text(language.surface.json), severity: $0.severity.rawValue)
            })))
    } else {
      for problem in found { Output.line(problem.text(language.text)) }
      if found.allSatisfy({ $0.severity == .note }) { Output.line(language.text.wording.noProblems) }
    }
    if serious.isEmpty { return }
    throw Failure(.badFile, language.text.wording.problems(serious.count))
  }
}
