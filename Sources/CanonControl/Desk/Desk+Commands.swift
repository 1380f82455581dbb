import CanonEngine
import CanonSession

/// Words that the desk itself turns into commands, because they depend on the current state or on the asker.
extension Desk {
  /// The commands of a toggle.
  func commands(for toggle: Toggle, _ selection: StemSelection?, _ quantum: Quantum?) async
    -> [ControlCommand]
  {
    let snapshot = await performance.snapshot()
    if toggle == .master { return [masterToggle(snapshot)] }
    guard let selection else { return [] }
    let meant = zip(stems, snapshot.stems).filter { selection.means($0.0) }
    // A name without a stem is refused as in any other command.
    if meant.isEmpty { return [.request(.mute, selection, quantum)] }
    return meant.map { spec, stem in
      let one = StemSelection([spec.id])
      return toggle == .mute
        ? .request(stem.status.isToBeHeard ? .mute : .unmute, one, quantum)
        : .solo(one, stem.soloGoal == .off ? .on : .off, quantum)
    }
  }

  private func masterToggle(_ snapshot: Snapshot) -> ControlCommand {
    let master = StemSelection([StemSelection.master])
    guard snapshot.masterGoal == Self.silence else {
      masterBefore = snapshot.masterGoal
      return .gain(master, Self.silence)
    }
    return .gain(master, masterBefore)
  }

  /// Undoes the asker's last change.
  /// - Parameter isAwaited: Whether the caller will wait for the reply.
  /// - Returns: A function that waits for the engine and returns the reply.
  func undo(by asker: Asker, isAwaited: Bool = true) async -> @Sendable () async -> Reply {
    guard let undoing = log.undo(by: asker, in: await performance.snapshot()) else {
      return await refuse(.nothingToUndo, by: asker)
    }
    guard !undoing.commands.isEmpty else {
      return await refuse(.overridden(undoing.text, undoing.overridden), by: asker)
    }
    let receipt = await performance.submit(undoing.commands, by: asker, isAwaited: isAwaited)
    if let change = receipt.change {
      for command in undoing.commands { log.note(command, change, by: asker, mayBeUndone: false) }
      if receipt.problems.isEmpty {
        await performance.note(.undone(undoing.text, overridden: undoing.overridden))
      }
    }
    return { [performance] in Reply(await performance.outcome(of: receipt)) }
  }

  private func refuse(_ problem: CommandProblem, by asker: Asker) async -> @Sendable () async -> Reply {
    await performance.refuse(problem, by: asker)
    return { .refused([problem]) }
  }
}

extension StemStatus {
  /// Whether a mute would change the status: the stem is not muted, or about to be unmuted.
  var isToBeHeard: Bool {
    switch self {
    case .mute, .muteThenStop, .playThenMute: false
    case .stop, .wait, .play, .playThenStop, .muteThenPlay: true
    }
  }
}
