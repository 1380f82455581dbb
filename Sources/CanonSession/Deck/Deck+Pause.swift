import CanonEngine
import CanonStems

/// Pauses, and fades of stems.
extension Deck {
  func pause(
    _ stem: StemIndex, _ isOn: Bool, _ quantum: Quantum?, by source: Asker
  ) throws(CommandProblem) {
    let quantum = quantum ?? .now
    try check(quantum)
    let ticket =
      isOn
      ? handle?.pause(stem, quantum: quantum, by: source) : handle?.resume(stem, quantum: quantum, by: source)
    remember(ticket, .pause(StemSelection([set[stem].id]), isOn: isOn, quantum), of: stem, by: source)
  }

  /// Pauses or resumes all stems on one frame, with one line in the journal.
  func pauseAll(_ isOn: Bool, _ quantum: Quantum?, by source: Asker) throws(CommandProblem) {
    let quantum = quantum ?? .now
    try check(quantum)
    remember(
      handle?.pauseAll(isOn, quantum: quantum, by: source), .pause(nil, isOn: isOn, quantum), by: source)
  }

  // MARK: - The engine's reports

  /// Notes that a pause holds a stem from a frame on, or no longer does. A pause of all stems is reported once.
  func held(_ stem: StemIndex, _ isHeld: Bool, at frame: FramePosition) -> [Action] {
    let (isNew, asked) = stems[stem.int].hold(isHeld, at: frame)
    guard isNew else { return [] }
    if asked?.isOfAll == true {
      if let last = lastHoldOfAll, last == (isHeld, frame) { return [] }
      (lastHoldOfAll, isPauseTold) = ((isHeld, frame), isHeld)
      return [.tell(.paused(nil, isHeld, at: frame, by: asked?.by))]
    }
    var actions = [Action.tell(.paused(stem, isHeld, at: frame, by: asked?.by))]
    if isPauseTold, !stems.map({ ($0.hold.isHeld, $0.status) }).isPaused {
      isPauseTold = false
      actions.append(.tell(.paused(nil, false, at: frame, by: nil)))
    }
    return actions
  }

  /// Applies the effect of an accepted request on the pause of its stem.
  func endHold(by entry: SentCommand, of stem: StemIndex, received frame: FramePosition) -> [Action] {
    let request: StemRequest
    switch entry.command {
    case .request(let asked, _, _, _)?: request = asked
    case .fade(_, let direction, _)?: request = direction == .in ? .start : .mute
    default: return []
    }
    let due = entry.due ?? frame
    let isResumed = stems[stem.int].endHold(
      by: request, due: due, length: entry.command.map(length) ?? 0,
      .init(quantum: entry.command?.quantum ?? .now, by: entry.by, isOfAll: false))
    return isResumed && due > frame ? [.tell(.pausing(stem, false, at: due, by: entry.by))] : []
  }

  // MARK: - Fades

  /// Fades a stem. A fade out leads to silence, and is refused only if a shut door requires silence sooner. A fade in is a
  /// start.
  func fade(
    _ stem: StemIndex, _ direction: FadeDirection, _ fade: Fade, by source: Asker,
    past keeper: inout Doorkeeper
  ) throws(CommandProblem) {
    let (quantum, length) = try moment(of: fade)
    let ticket: CommandTicket?
    switch direction {
    case .out:
      // The quantum is not `now`, because a fade takes time.
      let needed = try checkDoorsStop(.mute, stem, .loop, by: source, past: &keeper)
      ticket = handle?.fadeOut(stem, quantum: quantum, over: length, needing: needed, by: source)
    case .in:
      _ = try checkDoorsStop(.start, stem, quantum, by: source, past: &keeper)
      if let frame = handle?.receipt {
        let needed = try keeper.needs(of: stem, on: frame, at: moment)
        ticket = handle?.requestWhileOpen(
          .start, stem, needing: needed, quantum: quantum, fadingOver: length, by: source)
      } else {
        let permit = try keeper.permit(for: stem, at: moment)
        ticket = handle?.fadeIn(permit, quantum: quantum, over: length, by: source)
      }
    }
    let written = Fade(quantum: quantum, length: fade.length)
    remember(ticket, .fade(StemSelection([set[stem].id]), direction, written), of: stem, by: source)
  }

  /// Lets a stem continue at the level to which it had faded.
  func setFade(_ stem: StemIndex, _ level: Double, by source: Asker) {
    guard let gain = Gain(linear: Float(level)) else { return }
    remember(
      handle?.setFade(gain, of: stem, by: source), .faded(set[stem].id, level), of: stem, by: source)
  }
}
