import CanonEngine

/// Undo and toggles. Both are resolved from ``Expected`` immediately before their commands are given.
extension Performance {
  /// The result of an `undo`.
  public enum Undo: Sendable {
    /// The asker has no change to undo.
    case nothing
    /// Others have changed everything since that the step had changed.
    case overridden(String, [Overridden])
    /// The commands that undo the step were given. Parts that others have changed since stay.
    case given(Receipt, String, [Overridden])
  }

  /// Undoes the asker's last change. A command that still waits for the start of the clock is withdrawn.
  /// - Parameter others: Askers that are the same person, whose changes it undoes as well.
  public func undo(
    by asker: Asker, or others: [Asker] = [], since asked: Interruptions? = nil
  ) async -> Undo {
    let askers = [asker] + others
    if isBeginning, let place = early.lastIndex(where: { askers.contains($0.by) && !$0.hasLeft }) {
      return .given(.done, early.remove(at: place).command.description, [])
    }
    if let problem = refuseFlood([], by: asker) { return .given(.refused(problem), "", []) }
    guard let undoing = log.undo(by: askers, in: Expected(deck), set, scene: lastScene) else {
      return .nothing
    }
    if undoing.commands.isEmpty && undoing.scene == nil {
      return .overridden(undoing.text, undoing.overridden)
    }
    if let scene = undoing.scene {
      lastScene = scene
      sceneIsUndone()
    }
    if undoing.isPanic { panicIsUndone() }
    let receipt = await give(undoing.commands, by: asker, isAwaited: true, as: .undo, since: asked)
    return .given(receipt, undoing.text, undoing.overridden)
  }

  /// Forgets the changes of an asker that has left.
  public func forget(_ asker: Asker) {
    log.forget(asker)
    waiting.forget(asker)
    for place in early.indices where early[place].by == asker { early[place].hasLeft = true }
  }

  /// Replaces toggles by the commands that they stand for.
  func resolve(_ commands: [ControlCommand]) throws(CommandProblem) -> [ControlCommand] {
    var resolved: [ControlCommand] = []
    for command in commands {
      if case .toggle(let toggle, let selection, let quantum) = command {
        resolved += try self.commands(of: toggle, selection, quantum, in: Expected(deck))
      } else {
        resolved.append(command)
      }
    }
    return resolved
  }

  /// Adds to a `resume` of everything that music that stands goes on.
  /// - Parameter later: Whether the parts are received later, when anything may have happened.
  func goingOn(_ parts: [ControlCommand], later: Bool = false) -> [ControlCommand] {
    // Nearly no command is one: only for those it is asked what is on its way.
    guard parts.contains(where: \.isResumeOfAll), later || deck.isToStand else { return parts }
    let expected = Expected(deck)
    // The end of a pause that waits for its boundary is to come at once, too.
    var isHeld =
      set.stems.indices.contains {
        expected[StemIndex($0)].isHeld || deck.stems[$0].hold.isHeld || deck.stems[$0].hold.next != nil
      }
      || deck.requested.contains { if case .pause(_, isOn: true, _)? = $0.command { true } else { false } }
    return parts.flatMap { part -> [ControlCommand] in
      if case .pause(_, isOn: true, _) = part { isHeld = true }
      if !part.isResumeOfAll { return [part] }
      return later || isHeld ? [.roll(nil), part] : [.roll(nil)]
    }
  }

  func commands(
    of toggle: Toggle, _ selection: StemSelection?, _ quantum: Quantum?, in expected: Expected
  ) throws(CommandProblem) -> [ControlCommand] {
    guard toggle.takesStems, let selection else {
      let gain = expected.master.isInaudible ? expected.audibleMaster : .silence
      return [.gain(StemSelection([StemSelection.master]), gain)]
    }
    return try selection.indices(in: set).map { index in
      let (stem, one) = (expected[index], StemSelection([set[index].id]))
      return toggle == .mute
        ? .request(stem.status.isToBeHeard ? .mute : .unmute, one, quantum)
        : .solo(one, stem.mix.solo == .off ? .on : .off, quantum)
    }
  }
}

extension StemStatus {
  /// Whether a mute changes what it is going to do.
  var isToBeHeard: Bool {
    switch self {
    case .mute, .muteThenStop, .playThenMute: false
    case .stop, .wait, .play, .playThenStop, .muteThenPlay: true
    }
  }
}
