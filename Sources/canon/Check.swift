import ArgumentParser
import CanonSession
import CanonTerminal

/// `canon check`: everything that is or will be wrong, with the remedy.
struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Report everything that is wrong with a schedule, its set and its sound files.")

  @OptionGroup var options: SourceOptions
  @Flag(help: "One JSON object on standard output.") var json = false

  private struct Document: Encodable {
    struct Entry: Encodable {
      var file: String
      var line: Int?
      var field: String?
      var found: String?
      var expected: String
      var remedy: String
      var message: String
    }
    var problems: [Entry]
  }

  func run() async throws {
    let problems = Source.problems(try options.path())
    if json {
      Output.line(
        JSONText.text(
          Document(
            problems: problems.map {
              .init(
                file: $0.file, line: $0.line, field: $0.field, found: $0.found, expected: $0.expected,
                remedy: $0.remedy, message: $0.message)
            })))
    } else if problems.isEmpty {
      Output.line("Nothing is wrong.")
    } else {
      for problem in problems { Output.line(problem.message) }
    }
    if problems.isEmpty { return }
    throw Failure(.badFile, problems.count == 1 ? "1 problem." : "\(problems.count) problems.")
  }
}
