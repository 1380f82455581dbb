import CanonSession

/// What the desk answers to what somebody has said.
public enum Reply: Sendable {
  /// Received by the engine: it is done, pending, or was so already.
  case done
  /// It will be received when there is a server.
  case later
  /// For some stem, or all: the reasons. Nothing else was changed.
  case refused([CommandProblem])
  /// Asks for something to be shown.
  case view(View)
  /// The performance ends.
  case quit

  init(_ outcome: Outcome) {
    switch outcome {
    case .done: self = .done
    case .later: self = .later
    case .refused(let problems): self = .refused(problems)
    }
  }
}

/// What can be shown, beside what is done.
public enum View: String, CaseIterable, Sendable {
  case status, doors, help

  /// The words, as one types them.
  package static let words = allCases.map(\.rawValue)

  /// Reads `status`, `doors`, `help` (whatever follows it), `?` and `h`; nil for anything else.
  package init?(_ line: String) {
    let words = line.split(whereSeparator: \.isWhitespace)
    switch (words.first, words.count) {
    case ("status", 1): self = .status
    case ("doors", 1): self = .doors
    case ("help", _), ("?", 1), ("h", 1): self = .help
    default: return nil
    }
  }
}
