import CanonEngine

/// Tells what became of a command: the engine answers each in the period that receives it.
extension Performance {
  /// How long an answer is waited for. A server that stands still gives none.
  private static let longestAnswer = Duration.seconds(2)

  /// Carries a command out, as ``perform(_:by:)``, or keeps it until there is an engine.
  /// - Returns: At once, so that the next command comes after this one; ``outcome(of:)`` waits.
  public func submit(_ command: ControlCommand, by asker: Asker) async -> Receipt {
    if isBeginning { return keepForLater(command, by: asker) }
    if let problem = refuseFlood(by: asker) {
      return .refused(problem)
    }
    let batch = receipts.open()
    let problems = await perform(command, by: asker, batch: batch)
    receipts.settle(batch, adding: problems)
    if deck.isAway { receipts.putOff(batch) }
    return Receipt(problems: problems, batch: batch, isLater: false)
  }

  /// Carries a command out, or keeps it until there is an engine; nobody waits for the engine's answers.
  public func give(_ command: ControlCommand, by asker: Asker) async {
    if isBeginning {
      _ = keepForLater(command, by: asker)
    } else if refuseFlood(by: asker) == nil {
      await perform(command, by: asker)
    }
  }

  /// Waits for the engine's answers. To be called once for each receipt.
  public func outcome(of receipt: Receipt) async -> Outcome {
    if let outcome = receipts.takeOutcome(of: receipt) { return outcome }
    let giveUp = Task {
      try? await Task.sleep(for: Self.longestAnswer)
      if !Task.isCancelled, let batch = receipt.batch { receipts.putOff(batch) }
    }
    defer { giveUp.cancel() }
    return await withCheckedContinuation { receipts.wait(for: receipt, $0) }
  }

  /// Nothing is lost that was given before the first engine stands; what can never be done is refused at once.
  private func keepForLater(_ command: ControlCommand, by asker: Asker) -> Receipt {
    if let problem = problem(with: command) { return refused(problem, by: asker) }
    if early.count >= Self.mostWaiting { return refused(.tooMany, by: asker) }
    early.append((command, asker))
    publish.yield(.note("\"\(command)\" takes effect when the clock starts."))
    return Receipt(problems: [], batch: nil, isLater: true)
  }

  private func refused(_ problem: CommandProblem, by asker: Asker) -> Receipt {
    publish.yield(.refused(problem, by: asker))
    return .refused(problem)
  }

  /// While nobody receives commands they wait; not without end.
  private func refuseFlood(by asker: Asker) -> CommandProblem? {
    if unanswered < Self.mostWaiting { return nil }
    return refused(.tooMany, by: asker).problems.first
  }

  /// How many commands may wait for an engine or a server.
  static let mostWaiting = 10_000

  private func problem(with command: ControlCommand) -> CommandProblem? {
    do throws(CommandProblem) {
      switch command {
      case .request(_, let selection, _, _), .pan(let selection, _, _), .solo(let selection?, _, _),
        .replace(let selection, _, _):
        _ = try selection.indices(in: set)
      case .gain(let selection, _, _): if !selection.isMaster { _ = try selection.indices(in: set) }
      case .scene: _ = try parts(of: command)
      case .solo(nil, _, _), .skip, .door, .quit: break
      }
      return nil
    } catch {
      return error
    }
  }

  /// Carries out, in their order, what was given before the clock started, and what is given meanwhile.
  func performEarly() async {
    while !early.isEmpty {
      let (command, asker) = early.removeFirst()
      await perform(command, by: asker)
    }
    isBeginning = false
  }

  func noteLater(_ text: String) {
    publish.yield(.note("No JACK server. \"\(text)\" will take effect when one is available."))
  }
}
