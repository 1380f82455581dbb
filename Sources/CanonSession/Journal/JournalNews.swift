/// Notes for people about the journal while it is written.
enum JournalNews: Equatable {
  /// A file with this name exists, so another name was used.
  case taken(String, path: String)
  case waits(JournalProblem)
  case goesOn(path: String)
  /// The performance has ended, and the last lines could not be written.
  case incomplete(JournalProblem, lines: Int)

  var message: String {
    switch self {
    case .taken(let name, let path):
      "The journal \(name) exists and stays as it is. This performance is written to \(path)."
    case .waits(let problem):
      "The journal \(problem.path) cannot be written: \(problem.reason). Its lines wait in memory; canon tries again "
        + "every second."
    case .goesOn(let path): "The journal \(path) is written again; no line is missing."
    case .incomplete(let problem, let lines):
      "The journal \(problem.path) lacks its last \(lines == 1 ? "line" : "\(lines) lines"): \(problem.reason)."
    }
  }
}

/// The journal could not be written.
public struct JournalProblem: Error, Equatable, Sendable {
  public let path: String
  public let reason: String

  public var message: String {
    "the journal \(path) cannot be written: \(reason). Expected a place for a new file; name another with --journal."
  }
}
