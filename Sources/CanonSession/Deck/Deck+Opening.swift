import CanonEngine
import CanonStems

/// Follow actions and commands that wait for their frame are judged in the engine, so it must know in advance which stems may start.
/// From the frame on which it receives this, a door counts as open or shut for them; the journal records it.
extension Deck {
  /// Allows follow actions and commands that wait to start the stem, if the gate does.
  func open(_ stem: StemIndex, past keeper: inout Doorkeeper) throws(CommandProblem) {
    if stems[stem.int].isOpen { return }
    // The gate is asked first, so that a refused opening is reported even if there are no samples.
    let permit = try keeper.permit(for: stem, at: moment, opens: true)
    guard hasSamples(stem) else { return }
    stems[stem.int].isOpen = true
    if let ticket = handle?.open(permit, by: .clock) {
      remember(ticket, door(stem, isOpen: true, keeper), of: stem, by: .clock)
    }
  }

  /// Revokes ``open(_:past:)``.
  func shut(_ stem: StemIndex, past keeper: Doorkeeper) {
    guard stems[stem.int].isOpen else { return }
    stems[stem.int].isOpen = false
    if let ticket = handle?.close(stem, by: .clock) {
      remember(ticket, door(stem, isOpen: false, keeper), of: stem, by: .clock)
    }
  }

  /// The command for the journal; nil for a stem without a door.
  private func door(_ stem: StemIndex, isOpen: Bool, _ keeper: Doorkeeper) -> ControlCommand? {
    keeper.hasDoor(stem) ? .door(set[stem].id, isOpen: isOpen) : nil
  }
}
