import CanonFiles
import CanonJack
import CanonSchedule
import CanonSession
import Testing

@testable import CanonDoctor

/// Why a self-test has no result.
@Suite struct SelfTestProblemTests {
  private struct Odd: Error, CustomStringConvertible {
    let description: String
  }

  private static let file = FileProblem(file: "set.toml", ScheduleAdvice.set)

  @Test("Errors of canon's parts keep what they know")
  func known() {
    #expect(SelfTestProblem(JackProblem.cannotActivate) == .server(.cannotActivate))
    #expect(SelfTestProblem(SelfTestProblem.tooSlow(30)) == .tooSlow(30))
    let files = FileProblems([Self.file, Self.file])
    #expect(SelfTestProblem(files) == .files(files))
    #expect(SelfTestProblem(Self.file) == .files(FileProblems([Self.file])))
  }

  @Test("Any other error is told as it is, cleaned of what would command a terminal")
  func unknown() {
    #expect(SelfTestProblem(Odd(description: "no memory")) == .other("no memory"))
    guard case .other(let text) = SelfTestProblem(Odd(description: "a\u{1B}[2Jb\n")) else {
      Issue.record("another problem")
      return
    }
    #expect(!text.contains("\u{1B}") && !text.contains("\n"))
  }

  @Test(
    "Each names what failed and, where the cause is known, the remedy",
    arguments: [
      (
        .noFolder("/tmp"),
        "Self-test: no temporary folder can be made in /tmp. Set TMPDIR to a folder that you can write to.",
        "TMPDIR"
      ),
      (
        .tooSlow(30),
        "Self-test: the silent server has not played for 30 seconds. The machine may be too busy: end other programs.",
        "30秒"
      ),
      (
        .other("no memory"),
        "Self-test: it failed: no memory. Run it again; if it stays so, report it.", "no memory"
      ),
      (
        .server(.cannotActivate),
        "Self-test: the JACK server did not let canon begin. Restart the server.",
        JackProblem.cannotActivate.text(.japanese)
      ),
    ] as [(SelfTestProblem, String, String)])
  func sentences(problem: SelfTestProblem, english: String, japanese: String) {
    #expect(Finding.selfTestFailed(problem).text(.english) == english)
    let text = Finding.selfTestFailed(problem).text(.japanese)
    #expect(text.hasPrefix("自己診断：") && text.hasSuffix("。") && text.contains(japanese), "\(text)")
  }

  @Test("A set that cannot be played is told with its file")
  func files() {
    let problem = SelfTestProblem(Self.file)
    #expect(problem.text(.english) == "Self-test: " + Self.file.text(.english))
    #expect(problem.text(.japanese) == "自己診断：" + Self.file.text(.japanese))
  }
}
