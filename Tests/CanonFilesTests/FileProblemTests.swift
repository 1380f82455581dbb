import Testing

@testable import CanonFiles

/// How what is wrong becomes a sentence.
@Suite struct FileProblemTests {
  private func problem(
    line: Int? = nil, field: String? = nil, found: String? = nil, severity: FileProblem.Severity = .error
  ) -> FileProblem {
    FileProblem(
      file: "a\nb", line: line, field: field, found: found, expected: "e", remedy: "R.", severity: severity)
  }

  @Test("Unknown parts are omitted, and an error is not labelled")
  func messages() {
    #expect(problem().message == "a\\u{a}b: expected e. R.")
    #expect(problem(line: 3).message == "a\\u{a}b:3: expected e. R.")
    #expect(problem(field: "f", found: "x").message == "a\\u{a}b: f: found x, expected e. R.")
    #expect(
      problem(line: 3, field: "f", found: "x", severity: .warning).message
        == "a\\u{a}b:3: warning: f: found x, expected e. R.")
    #expect(problem(severity: .note).message == "a\\u{a}b: note: expected e. R.")
    #expect(FileProblem(file: "f", expected: "e", remedy: "R.").severity == .error)
  }

  @Test(
    "Several stand in the order of their lines, what has none first, and those of one line as they were found"
  )
  func order() {
    let problems = FileProblems([
      problem(line: 10, field: "a"), problem(line: 2, field: "c"), problem(field: "d"),
      problem(line: 2, field: "b"), problem(field: "a"),
    ])
    #expect(problems.problems.map { "\($0.line ?? 0)\($0.field ?? "")" } == ["0d", "0a", "2c", "2b", "10a"])
    #expect(problems.message.split(separator: "\n").count == 5)
    #expect(problems.message.hasPrefix("a\\u{a}b: d: expected e. R.\na\\u{a}b: a: "))
  }
}
