import CanonSession

/// The desk's answer to a line or a command.
public enum Reply: Sendable {
  /// Received by the engine: done, pending, or already the case.
  case done
  /// An undo was received: what it has taken back.
  case undone(Note)
  /// The engine receives it when there is a server.
  case later
  /// It is not carried out yet: what it waits for.
  case waits(Note)
  /// The reasons why it was refused for some or all stems. The refused part changed nothing.
  case refused([CommandProblem])
  /// A request to show something.
  case view(View)
  /// The performance ends.
  case quit

  init(_ outcome: Outcome) {
    switch outcome {
    case .done: self = .done
    case .later: self = .later
    case .waits(let note): self = .waits(note)
    case .refused(let problems): self = .refused(problems)
    }
  }
}
