import CanonControl
import CanonFiles
import CanonSession

/// Why something that the session manager asked for was not done.
public enum NSMRefusal: Error, Translated, Hashable, Sendable {
  /// An `open` without a path, a title and a name that JACK takes.
  case project
  /// The session cannot be opened; the lines that say why.
  case notOpened([String])
  /// Its folder or one of its files cannot be made.
  case notMade(path: String, DiskError)
  case notSaved([EveningProblem])
  /// Nothing is open yet.
  case notNow
  /// canon cannot start again for another session; the number of a system's error.
  case notSwitched(Int32)

  /// NSM's number ("Error Code Definitions" of its interface, version 1.1.2).
  var code: Int32 {
    switch self {
    case .project, .notSaved, .notSwitched: -1
    case .notNow: -8
    case .notOpened: -9
    case .notMade: -10
    }
  }

  /// In English.
  package var message: String {
    switch self {
    case .project:
      "An open needs an absolute path, a title, and a name of 1 to \(NSMProject.longestName) bytes without \":\"."
    case .notOpened(let lines): lines.joined(separator: " ")
    case .notMade(let path, let error):
      "\(CleanText.quote(path)) cannot be made: \(Language.english.wording.disk(error))."
    case .notSaved(let problems):
      problems.map {
        "\(CleanText.quote($0.path)) was not saved: \(Language.english.wording.disk($0.error))."
      }.joined(separator: " ")
        + " What was saved before is still there."
    case .notNow: "Nothing is open yet."
    case .notSwitched: "canon cannot start again for another session. Close this one, and open the other."
    }
  }
}
