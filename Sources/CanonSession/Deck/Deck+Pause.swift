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
    guard let ticket else { return }
    remember(ticket, .pause(StemSelection([set[stem].id]), isOn: isOn, quantum), of: stem, by: source)
  }

  /// All of them on one frame, with one line in the journal.
  func pauseAll(_ isOn: Bool, _ quantum: Quantum?, by source: Asker) throws(CommandProblem) {
    let quantum = quantum ?? .now
    try check(quantum)
    if let ticket = handle?.pauseAll(isOn, quantum: quantum, by: source) {
      remember(ticket, .pause(nil, isOn: isOn, quantum), by: source)
    }
  }

  /// A fade out leads to silence, and is never refused but where a shut door wants it sooner; a fade in is a start.
  func fade(
    _ stem: StemIndex, _ direction: FadeDirection, _ fade: Fade, by source: Asker,
    past keeper: inout Doorkeeper
  ) throws(CommandProblem) {
    let (quantum, length) = try moment(of: fade)
    let ticket: CommandTicket?
    switch direction {
    case .out:
      // It ends later than at once.
      try checkDoorsStop(.mute, stem, .loop, by: source, past: &keeper)
      ticket = handle?.fadeOut(stem, quantum: quantum, over: length, by: source)
    case .in:
      try checkDoorsStop(.start, stem, quantum, by: source, past: &keeper)
      let permit = try keeper.permit(for: stem, at: moment)
      ticket = handle?.fadeIn(permit, quantum: quantum, over: length, by: source)
    }
    guard let ticket else { return }
    let written = Fade(quantum: quantum, length: fade.length)
    remember(ticket, .fade(StemSelection([set[stem].id]), direction, written), of: stem, by: source)
  }
}
