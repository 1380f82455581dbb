/// Requests on the frames of a driver's own events.
extension Engine {
  /// Receives a request on a frame of the next period, as if it had waited for that frame. Its events are those of a command; before them
  /// comes ``EngineEvent/triggered(_:_:_:_:at:by:)``.
  /// - Parameter frames: The place of the frame in the period, less than the period's length.
  /// - Returns: false if control has to judge it: the stem is not open, another edition plays or waits, the trigger has ended, the clock
  ///   does not run, or there is no room. Nothing was changed then.
  /// - Thread: audio, between periods
  @_noLocks public mutating func take(_ trigger: Trigger, after frames: Int32) -> Bool {
    let index = Int(trigger.stem.rawValue)
    guard isRolling, isCurrent(trigger),
      index < stemCount, triggerCount < Trigger.mostInPeriod, unsafe memory.players[index].isOpen,
      events.hasRoom(for: Self.eventsPerCommand &+ promisedEvents &+ 2)
    else { return false }
    if case .some = unsafe pendingEdition { return false }
    let at = position &+ Int64(frames > 0 ? frames : 0)
    let ticket = CommandTicket(rawValue: lastTrigger &+ 1)
    let action = unsafe EngineCommand.Action.request(
      trigger.request, trigger.quantum, permission: .whileOpen, from: nil, fading: 0)
    let command = unsafe EngineCommand(
      ticket: ticket, stem: trigger.stem, by: trigger.by, at: at, edition: edition, action: action)
    guard unsafe waiting.insert(command, sparing: 0) else { return false }
    triggerCount &+= 1
    lastTrigger &+= 1
    events.write(
      .triggered(ticket, trigger.stem, trigger.request, trigger.quantum, at: at, by: trigger.by))
    return true
  }

  /// Whether a trigger holds yet: control has made it for this engine and the playing edition, and has not ended it.
  @_noLocks func isCurrent(_ trigger: Trigger) -> Bool {
    unsafe trigger.edition == edition && trigger.epoch == clock.triggerEpoch
  }

  /// The tickets of triggers are above those of all handles.
  static var firstTrigger: UInt64 { @_noLocks get { 1 << 63 } }
}
