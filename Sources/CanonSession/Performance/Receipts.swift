import CanonEngine

/// What is known of a command as soon as it was given; the engine's answer comes with the next period.
public struct Receipt: Sendable {
  /// Why it was not carried out, or not for every stem.
  public let problems: [CommandProblem]
  /// By which the engine's answers are recognised; nil where none will come.
  let batch: Int?
  /// Whether it waits for an engine or a server.
  let isLater: Bool
  /// What it was about to change; nil where nothing was given to the engine.
  public let change: Change?

  init(problems: [CommandProblem], batch: Int?, isLater: Bool, change: Change? = nil) {
    (self.problems, self.batch, self.isLater, self.change) = (problems, batch, isLater, change)
  }

  static func refused(_ problem: CommandProblem) -> Receipt {
    Receipt(problems: [problem], batch: nil, isLater: false)
  }
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

/// The commands whose answers somebody waits for. The engine answers each in the period that receives it; a command has
/// a batch of answers, one for each stem it means.
struct Receipts {
  private struct Batch {
    /// How many answers are missing; the giving of the command counts as one.
    var missing = 1
    var problems: [CommandProblem] = []
    var waiter: CheckedContinuation<Outcome, Never>?
    /// Once all answers are there.
    var outcome: Outcome?
  }

  private var batches: [Int: Batch] = [:]
  private var last = 0

  /// How many are neither answered nor asked for.
  var count: Int { batches.count }

  mutating func open() -> Int {
    last += 1
    batches[last] = Batch()
    return last
  }

  /// So many answers of the engine belong to the batch.
  mutating func expect(_ count: Int, of batch: Int?) {
    if let batch { batches[batch]?.missing += count }
  }

  /// The engine has answered one of the batch's commands, or the command was given.
  mutating func settle(_ batch: Int?, adding problems: [CommandProblem]) {
    guard let batch, batches[batch] != nil else { return }
    batches[batch]?.missing -= 1
    batches[batch]?.problems += problems
    if batches[batch]?.missing == 0 { close(batch, .done) }
  }

  /// No answer will come any more, or none soon.
  mutating func putOff(_ batch: Int) { close(batch, .later) }
  mutating func putOffAll() { for batch in batches.keys { close(batch, .later) } }

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

  /// What has become of a command, if that is known; it is told once.
  mutating func takeOutcome(of receipt: Receipt) -> Outcome? {
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
