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
