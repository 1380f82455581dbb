import CanonEngine

/// The immediate result of giving a command. The engine's answer comes with the next period.
public struct Receipt: Sendable {
  /// The reasons why it was not carried out, or not for every stem.
  public let problems: [CommandProblem]
  /// The batch of the engine's answers; nil if none will come.
  let batch: Int?
  /// Whether it waits for an engine or a server.
  let isLater: Bool
  /// What it waits for instead; nil for nothing else.
  let waitsFor: Note?

  init(problems: [CommandProblem], batch: Int?, isLater: Bool, waitsFor: Note? = nil) {
    (self.problems, self.batch, self.isLater) = (problems, batch, isLater)
    self.waitsFor = waitsFor
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
  /// It is not carried out yet: what it waits for, as people are told.
  case waits(Note)
  /// The reasons why it was refused for some or all stems.
  case refused([CommandProblem])
}

/// The commands whose answers are awaited. The engine answers each command in the period that receives it. A command has
/// a batch of answers, one for each of its stems.
struct Receipts {
  private struct Batch {
    /// The number of missing answers; each giving that is under way counts as one.
    var missing = 1
    /// The number of times that commands are being given: their files are read.
    var givings = 1
    var problems: [CommandProblem] = []
    var waiter: CheckedContinuation<Outcome, Never>?
    /// The outcome, once all answers have arrived.
    var outcome: Outcome?
    /// Whether its answers are awaited even if they come later.
    let isAwaitedLate: Bool

    /// Notes an answer.
    mutating func settle(adding new: [CommandProblem]) {
      missing -= 1
      problems += new
    }

    /// Ends the wait, unless it has ended.
    /// - Returns: Whether somebody has received the outcome.
    mutating func close(_ outcome: Outcome) -> Bool {
      guard self.outcome == nil else { return false }
      let outcome = problems.isEmpty ? outcome : .refused(problems)
      self.outcome = outcome
      waiter?.resume(returning: outcome)
      return waiter != nil
    }
  }

  private var batches = NumberedValues<Batch>()
  /// The batches that were put off, and whose answers are awaited all the same.
  private var late: [Int: Batch] = [:]
  private var last = 0

  /// The number of batches whose outcome has not been taken.
  var count: Int { batches.count + late.count }

  /// - Parameter isAwaitedLate: Whether ``waitForLate(_:_:)`` is called if the outcome is `later`.
  mutating func open(isAwaitedLate: Bool) -> Int {
    last += 1
    batches.add(Batch(isAwaitedLate: isAwaitedLate), as: last)
    return last
  }

  /// Adds a number of expected answers to a batch.
  mutating func expect(_ count: Int, of batch: Int?) {
    change(batch) { $0.missing += count }
  }

  /// One of the batch's commands is given again.
  mutating func expectGiving(of batch: Int?) {
    change(batch) { batch in
      batch.missing += 1
      batch.givings += 1
    }
  }

  /// Notes that a command was given, or why it was not.
  mutating func given(_ batch: Int?, adding problems: [CommandProblem]) {
    change(batch) { batch in
      batch.givings -= 1
      batch.settle(adding: problems)
    }
  }

  /// Notes an answer to one of the batch's commands.
  mutating func settle(_ batch: Int?, adding problems: [CommandProblem]) {
    change(batch) { $0.settle(adding: problems) }
  }

  /// Changes a batch, and closes it once all answers have arrived. Each command does so several times: the batch is looked up once.
  private mutating func change(_ batch: Int?, _ change: (inout Batch) -> Void) {
    guard let batch else { return }
    func isOver(_ batch: inout Batch) -> Bool {
      change(&batch)
      return batch.missing == 0 && batch.close(.done)
    }
    if let place = late.index(forKey: batch) {
      if isOver(&late.values[place]) { late.remove(at: place) }
    } else if batches.change(batch, isOver) == true {
      batches.remove(batch)
    }
  }

  /// Closes a batch for which no answer will come, or none soon.
  mutating func putOff(_ batch: Int) {
    if let known = batches[batch], known.isAwaitedLate, known.outcome == nil, known.problems.isEmpty {
      late[batch] = Batch(missing: known.missing, givings: known.givings, isAwaitedLate: true)
    }
    close(batch, .later)
  }

  mutating func putOffAll() { for batch in batches.numbers { putOff(batch) } }

  /// Another engine is given again what the last one has not answered: from now on its answers count, and those to what is being given.
  /// What it is not given was dropped.
  /// - Parameter parts: The batches of the commands that it is given, one for each.
  mutating func beginAgain(_ parts: [Int]) {
    putOffAll()
    for (batch, known) in late where known.outcome == nil {
      late[batch]?.missing = known.givings + parts.count { $0 == batch }
      if late[batch]?.missing == 0 { closeLate(batch, .later) }
    }
  }

  /// Closes such batches of which something is never given to an engine, also those that are not late yet.
  mutating func drop(_ dropped: some Sequence<Int>) {
    for batch in dropped where awaitedLate(batch) != nil {
      putOff(batch)
      closeLate(batch, .later)
    }
  }

  /// The batch, if its answers are awaited even if they come late.
  func awaitedLate(_ batch: Int?) -> Int? {
    batch.flatMap { (late[$0] ?? batches[$0])?.isAwaitedLate == true ? $0 : nil }
  }

  /// Closes all batches at the end of the performance: what is missing never comes.
  mutating func endAll() {
    for batch in batches.numbers {
      batches.change(batch) { if $0.outcome == nil { $0.problems.append(.ended) } }
      close(batch, .done)
    }
    for batch in late.keys { closeLate(batch, .refused([.ended])) }
  }

  private mutating func close(_ batch: Int, _ outcome: Outcome) {
    if batches.change(batch, { $0.close(outcome) }) == true { batches.remove(batch) }
  }

  private mutating func closeLate(_ batch: Int, _ outcome: Outcome) {
    if late[batch]?.close(outcome) == true { late[batch] = nil }
  }

  /// Returns and removes the outcome of a command, if it is known.
  mutating func consumeOutcome(of receipt: Receipt) -> Outcome? {
    if receipt.isLater { return receipt.waitsFor.map { .waits($0) } ?? .later }
    guard let batch = receipt.batch, let isOver = batches.change(batch, { $0.outcome != nil }) else {
      return receipt.problems.isEmpty ? .done : .refused(receipt.problems)
    }
    guard isOver, let known = batches.remove(batch), let outcome = known.outcome else { return nil }
    return known.problems.isEmpty ? outcome : .refused(known.problems)
  }

  mutating func wait(for receipt: Receipt, _ waiter: CheckedContinuation<Outcome, Never>) {
    if let batch = receipt.batch { batches.change(batch) { $0.waiter = waiter } }
  }

  /// Waits for the last answer to a batch whose outcome was `later`; that is the outcome again if none will come.
  mutating func waitForLate(_ receipt: Receipt, _ waiter: CheckedContinuation<Outcome, Never>) {
    guard let batch = receipt.batch, let known = late[batch] else { return waiter.resume(returning: .later) }
    if let outcome = known.outcome {
      late[batch] = nil
      waiter.resume(returning: outcome)
    } else {
      late[batch]?.waiter = waiter
    }
  }
}
