/// Requests for stems: their states, fades, pauses, and the doors that let them start.
extension EngineHandle {
  /// Starts the permit's stem: it plays from the boundary on.
  /// - Parameter from: The boundary the start counts for, if it is a different one: for a performance being restored.
  public mutating func start(
    _ permit: consuming StartPermit, quantum: Quantum, from: FramePosition? = nil, by source: Asker
  ) -> CommandTicket {
    gatherNeeds(of: permit, source)
    return request(.start, permit.stem, quantum, permission: .permit, from: from, source)
  }

  /// Unmutes the permit's stem, if it is muted.
  public mutating func unmute(
    _ permit: consuming StartPermit, quantum: Quantum, by source: Asker
  ) -> CommandTicket {
    gatherNeeds(of: permit, source)
    return request(.unmute, permit.stem, quantum, permission: .permit, source)
  }

  /// Presses the permit's stem, whatever that leads to.
  /// - Parameter quantum: With nil the engine takes the stem's own quantum for the change that the press leads to on the
  ///   frame of receipt (``QuantumDefaults/ofPress(_:)``), and reports it (``EngineEvent/chosen(_:_:_:at:)``).
  public mutating func press(
    _ permit: consuming StartPermit, quantum: Quantum?, by source: Asker
  ) -> CommandTicket {
    gatherNeeds(of: permit, source)
    return request(.press, permit.stem, quantum, permission: .permit, source)
  }

  /// Presses a stem without a permit: the press can only mute it or cancel its pending change.
  public mutating func pressTowardsSilence(
    _ stem: StemIndex, quantum: Quantum?, by source: Asker
  ) -> CommandTicket {
    request(.press, stem, quantum, permission: .none, source)
  }

  /// - Parameter needed: The stems that must play, with no change pending, for this to take back or put off a stop that a shut door has
  ///   requested. The engine looks at them on the frame of receipt.
  public mutating func stop(
    _ stem: StemIndex, quantum: Quantum, needing needed: [StemIndex] = [], by source: Asker
  ) -> CommandTicket {
    gather(needed, source)
    return request(.stop, stem, quantum, permission: .none, source)
  }

  /// - Parameter needed: As in ``stop(_:quantum:needing:by:)``.
  public mutating func mute(
    _ stem: StemIndex, quantum: Quantum, needing needed: [StemIndex] = [], by source: Asker
  ) -> CommandTicket {
    gather(needed, source)
    return request(.mute, stem, quantum, permission: .none, source)
  }

  /// - Parameter needed: As in ``stop(_:quantum:needing:by:)``.
  public mutating func cancel(
    _ stem: StemIndex, needing needed: [StemIndex] = [], by source: Asker
  ) -> CommandTicket {
    gather(needed, source)
    return request(.cancel, stem, .now, permission: .none, source)
  }

  /// Fades the stem out from the boundary on, over `length` frames (at most ``longestFade``, at least the usual ramp), and
  /// mutes it at the end.
  /// - Parameter needed: As in ``stop(_:quantum:needing:by:)``.
  public mutating func fadeOut(
    _ stem: StemIndex, quantum: Quantum, over length: FrameCount, needing needed: [StemIndex] = [],
    by source: Asker
  ) -> CommandTicket {
    gather(needed, source)
    return request(.mute, stem, quantum, permission: .none, fading: Self.fade(length), source)
  }

  /// Starts or unmutes the permit's stem on the boundary and fades it in from silence over `length` frames, within the
  /// limits of ``fadeOut(_:quantum:over:by:)``.
  public mutating func fadeIn(
    _ permit: consuming StartPermit, quantum: Quantum, over length: FrameCount, by source: Asker
  ) -> CommandTicket {
    gatherNeeds(of: permit, source)
    return request(.start, permit.stem, quantum, permission: .permit, fading: Self.fade(length), source)
  }

  /// Sets the level, at most 1, to which a stem has faded, in a performance that is restored. It changes only a stem that plays and
  /// has no pending change.
  public mutating func setFade(_ level: Gain, of stem: StemIndex, by source: Asker) -> CommandTicket {
    unsafe gather(stem, source, .faded(level))
  }

  /// Says that the follow action of the stem's run has asked already, in a performance that is restored. Without a run it counts for
  /// one that begins on the frame of receipt.
  public mutating func markAsked(_ stem: StemIndex, by source: Asker) -> CommandTicket {
    unsafe gather(stem, source, .asked)
  }

  /// Makes a request that may begin sound and that waits for its frame (``receipt``). It has no permit, because no permit is for the
  /// future: on its frame the engine carries it out only if the stem is open (``open(_:by:)``), and if all stems that its door needs
  /// play, with no change pending.
  /// - Parameters:
  ///   - quantum: nil only for a press, as in ``press(_:quantum:by:)``.
  ///   - length: The length of the fade in that a start begins; nil for none.
  public mutating func requestWhileOpen(
    _ request: StemRequest, _ stem: StemIndex, needing needed: [StemIndex], quantum: Quantum?,
    from: FramePosition? = nil, fadingOver length: FrameCount? = nil, by source: Asker
  ) -> CommandTicket {
    gather(needed, source)
    return self.request(
      request, stem, quantum, permission: .whileOpen, from: from, fading: length.map(Self.fade) ?? 0, source)
  }

  /// Ends the commands with tickets of this range that still wait for their frames. The answer of each says what happened.
  public mutating func revoke(_ tickets: ClosedRange<UInt64>, by source: Asker) {
    // The stems that the first command needs have the tickets before its own.
    let room = waiting[CommandTicket(rawValue: tickets.lowerBound)] ?? 1
    let first = CommandTicket(rawValue: tickets.lowerBound - UInt64(room - 1))
    let receipt = receipt
    self.receipt = nil
    _ = unsafe gatherForAll(source, .revoke(first, CommandTicket(rawValue: tickets.upperBound)))
    self.receipt = receipt
  }

  /// A fade has at least one frame, even if the usual ramp has none.
  private static func fade(_ length: FrameCount) -> FrameCount { min(max(1, length), longestFade) }

  /// Silences a stem without stopping it, until it is resumed, started or unmuted.
  public mutating func pause(
    _ stem: StemIndex, quantum: Quantum = .now, by source: Asker
  ) -> CommandTicket {
    unsafe gather(stem, source, .hold(true, quantum))
  }

  public mutating func resume(
    _ stem: StemIndex, quantum: Quantum = .now, by source: Asker
  ) -> CommandTicket {
    unsafe gather(stem, source, .hold(false, quantum))
  }

  /// Pauses or resumes all stems on one frame. ``Quantum/Unit/stem`` means the set's loop.
  public mutating func pauseAll(
    _ isPaused: Bool, quantum: Quantum = .now, by source: Asker
  ) -> CommandTicket {
    unsafe gatherForAll(source, .holdAll(isPaused, quantum.ofTheSet))
  }

  /// Stops every stem on the frame of receipt; all are silent 5 ms later. Pending changes, fades and pauses end too.
  public mutating func panic(by source: Asker) -> CommandTicket {
    unsafe gatherForAll(source, .panic)
  }

  /// Allows follow actions to start the permit's stem from now on; from a later frame on (``receipt``) only a stem that needs no other
  /// one.
  public mutating func open(_ permit: consuming StartPermit, by source: Asker) -> CommandTicket {
    if receipt == nil || !permit.needed.isEmpty { gatherNeeds(of: permit, source) }
    return unsafe gather(permit.stem, source, .open(true))
  }

  /// Lets a stem wait for its samples or no longer, as an engine has done whose pages were late (``EngineEvent/supplied(_:_:at:)``).
  public mutating func supply(
    _ supply: SampleSupply, of stem: StemIndex, by source: Asker
  ) -> CommandTicket {
    unsafe gather(stem, source, .supply(supply))
  }

  /// Revokes ``open(_:by:)``.
  public mutating func close(_ stem: StemIndex, by source: Asker) -> CommandTicket {
    unsafe gather(stem, source, .open(false))
  }

  private mutating func request(
    _ request: StemRequest, _ stem: StemIndex, _ quantum: Quantum?, permission: EngineCommand.Permission,
    from: FramePosition? = nil, fading length: FrameCount = 0, _ source: Asker
  ) -> CommandTicket {
    unsafe gather(
      stem, source, .request(request, quantum, permission: permission, from: from, fading: length))
  }

  /// No permit is for the future.
  mutating func gatherNeeds(of permit: borrowing StartPermit, _ source: Asker) {
    precondition(receipt == nil)
    gather(permit.needed, source)
  }
}
