import CanonEngine

/// The outcomes of commands. The engine answers each command in the period that receives it.
extension Performance {
  /// The longest wait for an answer. A server that stands still gives none.
  private static let longestAnswer = Duration.seconds(2)

  /// Carries commands out on one frame, as ``perform(_:by:)``, or keeps them until there is an engine.
  /// - Parameters:
  ///   - isAwaited: Whether ``outcome(of:)`` will be called once for the receipt.
  ///   - asked: When the commands were requested (``need(of:by:)``); nil for now.
  /// - Returns: A receipt, as soon as the commands are given; their files are read before. If they wait until all stems are read, it
  ///   comes at once.
  public func submit(
    _ commands: [ControlCommand], by asker: Asker, isAwaited: Bool = true, since asked: Interruptions? = nil
  ) async -> Receipt {
    if let receipt = submitAtOnce(commands, by: asker, isAwaited: isAwaited) { return receipt }
    if isAwaited, !late.queue.isEmpty, commands.contains(where: makesEdition) {
      return await giveOnceRead(commands, by: asker, since: asked ?? interruptions)
    }
    return await give(commands, by: asker, isAwaited: isAwaited, as: .change, since: asked)
  }

  /// Does as ``submit(_:by:isAwaited:since:)`` with commands of which nothing is to be decided or read before they are given.
  /// - Returns: nil for all others, with which nothing is done.
  private func submitAtOnce(_ commands: [ControlCommand], by asker: Asker, isAwaited: Bool) -> Receipt? {
    if hasEnded { return refused(.ended, by: asker) }
    if isBeginning { return keepForLater(commands, by: asker) }
    if let problem = refuseFlood(commands, by: asker) { return .refused(problem) }
    guard areGivenAsTheyStand(commands) else { return nil }
    let batch = isAwaited ? receipts.open(isAwaitedLate: false) : nil
    return receipt(batch, adding: performAsTheyStand(commands, by: asker, batch: batch))
  }

  /// Carries out commands that may wait until all stems are read. If they do, nobody else waits for them: what becomes of them is published.
  private func giveOnceRead(
    _ commands: [ControlCommand], by asker: Asker, since asked: Interruptions
  ) async -> Receipt {
    lastWait = nil
    // What they mean is decided in the order of the requests.
    let giving = Task.immediate {
      await give(commands, by: asker, isAwaited: true, as: .change, since: asked)
    }
    guard let note = lastWait.take() else { return await giving.value }
    Task { _ = await outcome(of: giving.value) }
    return Receipt(problems: [], batch: nil, isLater: true, waitsFor: note)
  }

  /// Begins to carry out a command without a receipt, as ``submit(_:by:isAwaited:since:)``. What it means is decided when this returns; the task
  /// ends once its files are read and it is given.
  public func begin(_ command: ControlCommand, by asker: Asker, since asked: Interruptions) -> Task<
    Void, Never
  > {
    Task.immediate { _ = await submit([command], by: asker, isAwaited: false, since: asked) }
  }

  func give(
    _ commands: [ControlCommand], by asker: Asker, isAwaited: Bool, as purpose: Purpose,
    since asked: Interruptions?
  ) async -> Receipt {
    let batch = isAwaited ? receipts.open(isAwaitedLate: purpose == .undo) : nil
    return receipt(
      batch, adding: await perform(commands, by: asker, batch: batch, as: purpose, since: asked))
  }

  /// The receipt of commands that are given.
  private func receipt(_ batch: Int?, adding problems: [CommandProblem]) -> Receipt {
    receipts.given(batch, adding: problems)
    if deck.isAway, let batch { receipts.putOff(batch) }
    return Receipt(problems: problems, batch: batch, isLater: false)
  }

  /// Gives commands of one surface, each by itself, without waiting for the engine's answers in between; up to the first that may not come
  /// before the answers to those before it (``mayFollow(_:by:)``). All at once they are a step of the actor, and not several each.
  /// - Returns: The receipts of those that are given.
  package func submit(following commands: [(command: ControlCommand, by: Asker)]) async -> [Receipt] {
    readAnswers()
    var given: [Receipt] = []
    given.reserveCapacity(commands.count)
    for (command, asker) in commands {
      if case .request = command, !mayFollow(command, by: asker) { break }
      // Nearly every one is given without the way through what may suspend.
      if let receipt = submitAtOnce([command], by: asker, isAwaited: true) {
        given.append(receipt)
      } else {
        given.append(await submit([command], by: asker))
      }
    }
    return given
  }

  /// The outcomes of the first receipts: it waits for the first of them, and adds those behind it that are known by then.
  package func outcomes(of receipts: [Receipt]) async -> [Outcome] {
    guard let first = receipts.first else { return [] }
    readAnswers()
    var outcomes = [await outcome(of: first)]
    outcomes.reserveCapacity(receipts.count)
    for receipt in receipts.dropFirst() {
      guard let outcome = self.receipts.consumeOutcome(of: receipt) else { break }
      outcomes.append(outcome)
    }
    return outcomes
  }

  /// Reads the answers that are there. Whoever has many commands on their way need not wait for the next look, which comes by a timer and after
  /// several changes of threads.
  private func readAnswers() {
    if !hasEnded { readEvents() }
  }

  /// Waits for the engine's answers. Must be called once for each receipt.
  public func outcome(of receipt: Receipt) async -> Outcome {
    if let outcome = receipts.consumeOutcome(of: receipt) { return outcome }
    let giveUp = Task {
      try? await Task.sleep(for: Self.longestAnswer)
      if !Task.isCancelled, let batch = receipt.batch { receipts.putOff(batch) }
    }
    defer { giveUp.cancel() }
    return await withCheckedContinuation { receipts.wait(for: receipt, $0) }
  }

  /// Waits, as long as it takes, for the engine's answers to an undo whose outcome is `later`. Must be called once for each.
  public func lateOutcome(of receipt: Receipt) async -> Outcome {
    await withCheckedContinuation { receipts.waitForLate(receipt, $0) }
  }

  /// Keeps commands until the first engine exists. A command that can never be carried out is refused at once.
  private func keepForLater(_ commands: [ControlCommand], by asker: Asker) -> Receipt {
    for command in commands {
      if let problem = problem(with: command) { return refused(problem, by: asker) }
    }
    if let problem = refuseFlood(commands, by: asker) { return .refused(problem) }
    // A panic does not wait for files, and what waits when it comes starts nothing. A later one takes the place of an earlier one.
    if commands.contains(.panic) {
      early.removeAll { $0.isDroppedByPanic || $0.command == .panic }
      keeper.past.openedBefore = []
    }
    for command in commands {
      early.append(Early(command: command, by: asker))
      note(.waitsForClock(command.description))
    }
    return Receipt(problems: [], batch: nil, isLater: true)
  }

  private func refused(_ problem: CommandProblem, by asker: Asker) -> Receipt {
    publish.yield(.refused(problem, by: asker))
    return .refused(problem)
  }

  /// Refuses commands if too many are waiting because no engine receives them, or until all stems are read: of one asker, so that it harms no
  /// other, or of all. A panic is accepted while others are not.
  func refuseFlood(_ commands: [ControlCommand], by asker: Asker) -> CommandProblem? {
    let all = early.count + unanswered + awaitingRead.values.reduce(0, +)
    // Nobody has more than there are.
    if all < Self.mostOfOne { return nil }
    if commands.contains(.panic), unanswered < 2 * Self.mostWaiting { return nil }
    let own = waitingCount(of: asker)
    if own >= Self.mostOfOne { return refused(.tooMany(own), by: asker).problems.first }
    return all < Self.mostWaiting ? nil : refused(.tooMany(all), by: asker).problems.first
  }

  /// The number of an asker's commands that no engine has received, each once, whatever the number of its stems, and of those that wait for
  /// stems to be read.
  private func waitingCount(of asker: Asker) -> Int {
    var count = early.count { $0.by == asker } + awaitingRead[asker, default: 0], last: Int?
    // Read in place: a copy of each is most of the work, for each command of clients that have thousands on their way.
    let sent = deck.sent
    for place in sent.indices where sent[place].by == asker && sent[place].step != last {
      (count, last) = (count + 1, sent[place].step)
    }
    return count
  }

  /// The number of commands that may wait for an engine, a server, or stems that are still being read.
  package static let mostWaiting = 10_000
  /// The number of those that may be one asker's.
  package static let mostOfOne = 2000

  private func problem(with command: ControlCommand) -> CommandProblem? {
    do throws(CommandProblem) {
      if let selection = command.selection {
        let stems = try selection.indices(in: set, for: command)
        if command.leadsToSound, let refusal = keeper.refusalByDate(of: stems, at: deck.moment) {
          throw .locked(refusal)
        }
      }
      switch command {
      case .wait(_, let inner) where !inner.canWait: throw .cannotWait(inner.word)
      case .scene: _ = try scene(of: command, after: lastScene)
      case .next where scenes.isEmpty && set.sections.isEmpty && program.piece == nil,
        .previous where scenes.isEmpty && set.sections.isEmpty && program.piece == nil:
        throw .noMoreScenes(after: nil)
      default: break
      }
      return nil
    } catch {
      return error
    }
  }

  /// A command that was given before the clock started.
  struct Early {
    let command: ControlCommand
    let by: Asker
    /// Whether it would start a stem, or read a file before the panic is given.
    var isDroppedByPanic: Bool {
      switch command {
      case .scene, .next, .previous, .piece, .section(.goTo), .replace, .wait: true
      default: command.leadsToSound
      }
    }
    /// Whether the asker has left; its number may belong to another asker now.
    var hasLeft = false
  }

  /// Lets the music stand on its first downbeat, if that was asked for first: given later than the start of the clock, the command may
  /// come a period after it.
  func freezeOnFirstDownbeat() {
    guard arriving == nil, let first = early.first, case .freeze(nil) = first.command, !first.hasLeft else {
      return
    }
    early.removeFirst()
    performAtOnce([first.command], by: first.by)
  }

  /// Carries out, in order, the commands given before the clock started and those given meanwhile.
  func performEarly() async {
    while !early.isEmpty {
      let next = early.removeFirst()
      _ = await perform(
        [next.command], by: next.by, batch: nil, as: next.hasLeft ? .left : .change)
    }
    isBeginning = false
  }
}
