/// What is known of a command as soon as it was given; the engine's answer comes with the next period.
public struct Receipt: Sendable {
  /// Why it was not carried out, or not for every stem.
  public let problems: [CommandProblem]
  /// By which the engine's answers are recognised; nil where none will come.
  let batch: Int?
  /// Whether it waits for an engine or a server.
  let isLater: Bool
}

/// What has become of a command.
public enum Outcome: Sendable {
  /// The engine has received it, and does it or did it already.
  case done
  /// It will be received when there is a server.
  case later
  /// Some stem, or all, did not do it: each reason.
  case refused([CommandProblem])
}

/// The answers that one command waits for: one for each stem it means.
struct Batch {
  /// How many are missing; the giving of the command counts as one.
  var missing = 1
  var problems: [CommandProblem] = []
  var waiter: CheckedContinuation<Outcome, Never>?
  /// Once all answers are there.
  var outcome: Outcome?
}
