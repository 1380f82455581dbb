import CanonEngine

/// The immediate result of giving a command. The engine's answer comes with the next period.
public struct Receipt: Sendable {
  /// The reasons why it was not carried out, or not for every stem.
  public let problems: [CommandProblem]
  /// The batch of the engine's answers; nil if none will come.
  let batch: Int?
  /// Whether it waits for an engine or a server.
  let isLater: Bool

  init(problems: [CommandProblem], batch: Int?, isLater: Bool) {
    (self.problems, self.batch, self.isLater) = (problems, batch, isLater)
  }

  /// There is nothing to wait for.
  static let done = Receipt(problems: [], batch: nil, isLater: false)

  static func refused(_ problem: CommandProblem) -> Receipt {
    Receipt(problems: [problem], batch: nil, isLater: false)
  }
}

/// The outcome of a command.
public enum Outcome: Sendable {
  /// The engine has received it: done, pending, or already the case.
  case done
  /// The engine receives it when there is a server.
  case later
  /// The reasons why it was refused for some or all stems.
  case refused([CommandProblem])
}

/// The commands whose answers are awaited. The engine answers each command in the period that receives it. A command has
/// a batch of answers, one for each of its stems.
struct Receipts {
  private struct Batch {
    /// The number of missing answers; giving the command counts as one.
    var missing = 1
    var problems: [CommandProblem] = []
    var waiter: CheckedContinuation<Outcome, Never>?
    /// The outcome, once all answers have arrived.
    var outcome: Outcome?
  }

  private var batches: [Int: Batch] = [:]
  private var last = 0

  /// The number of batches whose outcome has not been taken.
  var count: Int { batches.count }

  mutating func open() -> Int {
    last += 1
    batches[last] = Batch()
    return last
  }

  /// Adds a number of expected answers to a batch.
  mutating func expect(_ count: Int, of batch: Int?) {
    if let batch { batches[batch]?.missing += count }
  }

  /// Notes an answer to one of the batch's commands, or that the command was given.
  mutating func settle(_ batch: Int?, adding problems: [CommandProblem]) {
    guard let batch, batches[batch] != nil else { return }
    batches[batch]?.missing -= 1
    batches[batch]?.problems += problems
    if batches[batch]?.missing == 0 { close(batch, .done) }
  }

  /// Closes a batch for which no answer will come, or none soon.
  mutating func putOff(_ batch: Int) { close(batch, .later) }
  mutating func putOffAll() { for batch in batches.keys { close(batch, .later) } }

  /// Closes all batches at the end of the performance: what is missing never comes.
  mutating func endAll() {
    for (batch, known) in batches where known.outcome == nil {
      batches[batch]?.problems.append(.ended)
      close(batch, .done)
    }
  }

  private mutating func close(_ batch: Int, _ outcome: Outcome) {
    guard let known = batches[batch], known.outcome == nil else { return }
    let outcome = known.problems.isEmpty ? outcome : .refused(known.problems)
    if let waiter = known.waiter {
      batches[batch] = nil
      waiter.resume(returning: outcome)
    } else {
      batches[batch]?.outcome = outcome
    }
  }

  /// Returns and removes the outcome of a command, if it is known.
  mutating func consumeOutcome(of receipt: Receipt) -> Outcome? {
    if receipt.isLater { return .later }
    guard let batch = receipt.batch, let known = batches[batch] else {
      return receipt.problems.isEmpty ? .done : .refused(receipt.problems)
    }
    guard let outcome = known.outcome else { return nil }
    batches[batch] = nil
    return known.problems.isEmpty ? outcome : .refused(known.problems)
  }

  mutating func wait(for receipt: Receipt, _ waiter: CheckedContinuation<Outcome, Never>) {
    if let batch = receipt.batch { batches[batch]?.waiter = waiter }
  }
}
