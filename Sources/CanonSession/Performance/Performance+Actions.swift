import CanonEngine

/// What follows from decisions.
extension Performance {
  /// Carries out actions in order.
  func carryOut(_ actions: [Action]) {
    for action in actions { carryOut(action) }
  }

  private func carryOut(_ action: Action) {
    switch action {
    case .tell(let event):
      // From here on, the frames correspond to a different time.
      if case .skipped = event { place = nil }
      // Another program's transport has moved the music.
      if case .seeks(_, _, .clock) = event { sections.moves() }
      if case .panic = event { dropPiecesByPanic() }
      publish.yield(event)

    case .ran(let run, let place): ran(run, at: place)
    case .received(let number, let frame): received(number, at: frame)
    case .neverReceived(let number): neverReceived(number)
    case .note(let step, let asker, let answers):
      log.note(step, by: asker, answers: answers, mayBeUndone: true)
    case .triggered(let ticket, let command, let stem, let asker):
      let step = UndoStep(log.begin(), [command], [command], on: deck, scene: (lastScene, nil))
      deck.beginClaim(nil, step: step.number)
      deck.remember(ticket, command, of: stem, by: asker)
      log.note(step, by: asker, answers: deck.endClaim(), mayBeUndone: true)
    case .moveRituals(let frames): keeper.moveRituals(by: frames)
    case .perform(let commands, let asker): performAtOnce(commands, by: asker)
    case .record(let command, let frame): record(command, at: frame)
    case .handedOver(let next, let move, let asker, let frame):
      handedOver(to: next, move, by: asker, at: frame)
    case .leftSilent: reorderOutputs(keepsLast: false)
    case .giveAgain(let again):
      let batch = receipts.awaitedLate(again.batch)
      receipts.expectGiving(of: batch)
      outdated.append(.init(command: again.command.asGiven, by: again.by, batch: batch))
    case .giveFileAgain(let again):
      if !keeper.watchWanted.isReplay { giveAgain([again.command], by: again.by) }
    case .mark(let instant, let frame, let isNeeded):
      guard deck.clock != nil, schedule != nil else { return }
      scribe.mark(instant ?? keeper.now(at: deck.position), at: frame, isNeeded: isNeeded)
    case .see(let writes): keeper.clock.see(writes: writes)
    case .settle(let entry, let stem, let problem, let isUnchanged):
      settle(entry, stem, problem, isUnchanged: isUnchanged)
    case .explain(let entry, let stem, let status, let frame): explain(entry, stem, status, at: frame)
    case .changed(let stem, let asker, let frame):
      keeper.hasChanged(stem, on: frame, at: deck.moment)
      log.note(changeOf: stem, by: asker, at: frame)
    case .giveFile(let name, let stem):
      if keeper.giveFile(name, to: stem, at: deck.moment) { deck.handle?.endTriggers() }
    case .load(let opened, let joining): letIn(opened, joining: joining)
    case .open(let stem): try? deck.open(stem, past: &keeper)
    case .shut(let stem): deck.shut(stem, past: keeper)
    case .forget(let stem):
      deck.forget(stem)
      if deck.buffer(of: stem) == nil { playing[set[stem].id] = nil }
    }
  }

  /// The engine has answered one command of a batch.
  private func settle(
    _ entry: SentCommand, _ stem: StemIndex, _ problem: CommandProblem?, isUnchanged: Bool = false
  ) {
    receipts.settle(entry.batch, adding: problem.map { [$0] } ?? [])
    let isDone = problem == nil && !isUnchanged
    let done = isDone ? entry.command?.facets(of: entry.stem, among: deck.played.set.stems.indices) ?? [] : []
    // A scene that was refused as a whole does not count as run.
    guard let step = log.settle(entry.step, done: done, isRefused: problem != nil), let run = step.run else {
      return
    }
    if lastScene == run { lastScene = step.scene }
  }

  /// Reports why the engine has refused a command that would have started sound.
  private func explain(_ entry: SentCommand, _ stem: StemIndex, _ status: StemStatus, at frame: FramePosition)
  {
    if let refusal = keeper.refusal(of: stem, at: deck.moment) {
      publish.yield(.refused(.locked(refusal), by: entry.by))
      settle(entry, stem, .locked(refusal))
    } else if entry.receipt != nil, let command = entry.command {
      startAgain(command, status, by: entry.by)
      settle(entry, stem, nil, isUnchanged: true)
    } else {
      publish.yield(.answered(stem, .notPermitted, status: status, at: frame, by: entry.by))
      settle(entry, stem, .needEnded(stem: set[stem].id))
    }
  }
}
