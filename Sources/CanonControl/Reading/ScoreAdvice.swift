import CanonFiles
import CanonSession

/// Problems of the lines of a score, and of the commands of a scene.
enum ScoreAdvice: FileAdvice {
  /// The line has no time.
  case noTime(String)
  case notATime(String)
  case command(CommandProblem)
  case unknownVersion(String)
  /// A bar of a set that has none.
  case noBars(Int64)
  /// A command of a scene.
  case sceneCommand(String, CommandProblem)

  var code: String? { Self.code("score", self) }

  var words: Advice {
    let times = "a time (@FRAME, \"loop N:\", \"bar N:\" or \"SECONDS s:\") and a command"
    return switch self {
    case .noTime(let text):
      Advice(
        found: CleanText.quote(text), expected: times, remedy: "Write e.g. \"loop 3: start violin-a\".")
    case .notATime(let text):
      Advice(
        found: CleanText.quote(text), expected: times,
        remedy: "Loops and bars count from 1, frames and seconds from 0.")
    case .unknownVersion(let version):
      Advice(
        found: CleanText.quote(version), expected: "a journal of version 1 to \(JournalHeader.version)",
        remedy: "Use a newer canon.")
    case .command(let problem):
      Advice(expected: "a command of the vocabulary", remedy: problem.message)
    case .noBars(let number):
      Advice(
        found: "bar \(number)", expected: "a set with bars",
        remedy:
          "Give the set a tempo and a loop of whole bars, or write \"loop N:\", \"SECONDS s:\" or @FRAME.")
    case .sceneCommand(let text, let problem):
      Advice(
        found: CleanText.quote(text),
        expected:
          "start, stop, mute, unmute, press, cancel, gain, pan, solo, pause, resume or fade, with stems of this set",
        remedy: problem.message)
    }
  }

  /// The part of the line that it concerns.
  var field: String? {
    switch self {
    case .noTime, .sceneCommand: nil
    case .notATime, .noBars: "time"
    case .command: "command"
    case .unknownVersion: "version"
    }
  }

  func at(path: String, line: Int) -> FileProblem {
    FileProblem(file: path, line: line, field: field, self)
  }
}
