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
    let receipt = handle?.receipt
    if let unfinished, unfinished.stem == set[stem].id, !keeper.isGuarded(stem), position < unfinished.until,
      handle?.waitingRoom ?? 0 > 0
    {
      handle?.receipt = unfinished.until
    }
    defer { handle?.receipt = receipt }
    remember(
      handle?.open(permit, by: .clock), door(stem, isOpen: true, keeper), of: stem, by: .clock)
  }

  /// Revokes ``open(_:past:)``.
  func shut(_ stem: StemIndex, past keeper: Doorkeeper) {
    guard stems[stem.int].isOpen else { return }
    close(stem, door(stem, isOpen: false, keeper))
  }

  private func close(_ stem: StemIndex, _ command: ControlCommand?) {
    stems[stem.int].isOpen = false
    remember(handle?.close(stem, by: .clock), command, of: stem, by: .clock)
  }

  /// Sees to it that a stem that is silent does not begin to sound any more, because the next program has its door shut.
  func keepSilent(_ stem: StemIndex) {
    let (mirror, one) = (stems[stem.int], StemSelection([set[stem].id]))
    if mirror.isOpen { close(stem, .door(set[stem].id, isOpen: false)) }
    // A stop that its shut door has just requested is not to be cancelled.
    if isSentDoorsStop(stem) { return }
    let isToStart = mirror.status.next == .play
    let isAsked = !mirror.status.soundsNow && requested.contains { $0.stem == stem && $0.isRequest }
    if isToStart || isAsked {
      remember(handle?.cancel(stem, by: .door), .request(.cancel, one, nil), of: stem, by: .door)
    }
  }

  /// The command for the journal; nil if a rendering knows.
  private func door(_ stem: StemIndex, isOpen: Bool, _ keeper: Doorkeeper) -> ControlCommand? {
    keeper.isRecorded(stem) ? .door(set[stem].id, isOpen: isOpen) : nil
  }
}
