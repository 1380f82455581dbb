import CanonControl
import CanonFiles
import CanonJack

/// Why the self-test has no result.
package enum SelfTestProblem: Error, Hashable, Sendable, Translated {
  case server(JackProblem)
  /// The set cannot be played.
  case files(FileProblems)
  /// A folder for temporary files.
  case noFolder(String)
  /// It did not play within this number of seconds.
  case tooSlow(Int)
  case other(String)

  /// - Parameter error: Of any part of canon.
  init(_ error: any Error) {
    switch error {
    case let problem as SelfTestProblem: self = problem
    case let problem as JackProblem: self = .server(problem)
    case let problems as FileProblems: self = .files(problems)
    case let problem as FileProblem: self = .files(FileProblems([problem]))
    default: self = .other(CleanText.clean("\(error)"))
    }
  }

  package var message: String {
    switch self {
    case .server(let problem): "Self-test: \(problem.text(.english))"
    case .files(let problems): "Self-test: \(problems.text(.english))"
    case .noFolder(let path):
      "Self-test: no temporary folder can be made in \(path). Set TMPDIR to a folder that you can write to."
    case .tooSlow(let seconds):
      "Self-test: the silent server has not played for \(seconds) seconds. The machine may be too busy: end other programs."
    case .other(let text): "Self-test: it failed: \(text). Run it again; if it stays so, report it."
    }
  }
}
