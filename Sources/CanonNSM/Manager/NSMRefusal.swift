import CanonControl
import CanonFiles
import CanonSession

/// Why something that the session manager asked for was not done.
public enum NSMRefusal: Error, Translated, Hashable, Sendable {
  /// An `open` without a path, a title and a name that JACK takes.
  case project
  /// The session cannot be opened; the lines that say why, and whether one of its files is damaged.
  case notOpened([String], isDamaged: Bool)
  /// Another canon has the session's folder.
  case shared(path: String)
  /// Its folder or one of its files cannot be made.
  case notMade(path: String, DiskError)
  case notSaved([EveningProblem])
  /// Nothing is open yet.
  case notNow

  /// NSM's number ("Error Code Definitions" of its interface, version 1.1.2).
  var code: Int32 {
    switch self {
    case .project, .shared, .notSaved: -1
    case .notNow: -8
    case .notOpened(_, let isDamaged): isDamaged ? -9 : -1
    case .notMade: -10
    }
  }

  /// In English.
  package var message: String {
    switch self {
    case .project:
      "An open needs an absolute path, a title, and a name of 1 to \(NSMProject.longestName) bytes without \":\"."
    case .shared(let path):
      "Another canon has \(CleanText.quote(path)) open. End that one, or add canon to the session anew."
    case .notOpened(let lines, _): lines.joined(separator: " ")
    case .notMade(let path, let error):
      "\(CleanText.quote(path)) cannot be made: \(Language.english.wording.disk(error))."
    case .notSaved(let problems):
      problems.map {
        "\(CleanText.quote($0.path)) was not saved: \(Language.english.wording.disk($0.error))."
      }.joined(separator: " ")
        + " What was saved before is still there."
    case .notNow: "Nothing is open yet."
    }
  }
}
