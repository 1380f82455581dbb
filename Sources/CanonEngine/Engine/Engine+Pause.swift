/// Pause and panic.
extension Engine {
  /// Sets or removes the mark of a stem.
  @_noLocks mutating func hold(
    _ isHeld: Bool, _ quantum: Quantum, _ command: EngineCommand
  ) -> EngineEvent.Answer {
    let index = unsafe Int(command.stem.rawValue)
    guard let (at, _) = moment(quantum, index) else { return .tooFar }
    let change = PendingHold(at: at, isHeld: isHeld)
    guard unsafe memory.players[index].isChanged(by: change) else { return .unchanged }
    unsafe memory.players[index].plan(change)
    if at > position { unsafe events.write(.scheduled(command.ticket, command.stem, at: at)) }
    return .accepted
  }

  /// Sets or removes the marks of all stems on one frame.
  @_noLocks mutating func holdAll(
    _ isHeld: Bool, _ quantum: Quantum, _ command: EngineCommand
  ) -> EngineEvent.Answer {
    guard let (at, _) = moment(quantum, 0) else { return .tooFar }
    let change = PendingHold(at: at, isHeld: isHeld)
    guard changesAny(change) else { return .unchanged }
    var i = 0
    while i < stemCount {
      if unsafe !memory.players[i].isGone {
        unsafe memory.players[i].plan(change)
        touch(i)
      }
      i &+= 1
    }
    if at > position { unsafe events.write(.scheduled(command.ticket, command.stem, at: at)) }
    return .accepted
  }

  @_noLocks private func changesAny(_ change: PendingHold) -> Bool {
    var i = 0
    while i < stemCount {
      if unsafe !memory.players[i].isGone && memory.players[i].isChanged(by: change) { return true }
      i &+= 1
    }
    return false
  }

  /// Ends the pause for a stem that is requested to play: with the change that the request causes, or, if the stem already
  /// plays, on the boundary.
  /// - Parameter answer: The answer to the request itself.
  @_noLocks mutating func endHold(
    _ command: EngineCommand, _ request: StemRequest, _ quantum: Quantum, fading: FrameCount,
    _ answer: EngineEvent.Answer
  ) -> EngineEvent.Answer {
    let index = unsafe Int(command.stem.rawValue)
    switch answer {
    case .notPermitted, .tooFar, .ended, .outdated: return answer
    case .accepted, .unchanged: break
    }
    let isHeld = unsafe memory.players[index].isHeldOrWillBe
    switch (request, unsafe memory.players[index].status) {
    case (.start, .wait), (.press, .wait), (.start, .muteThenPlay), (.unmute, .muteThenPlay),
      (.press, .muteThenPlay):
      let hasEnded = unsafe memory.players[index].endsHold
      unsafe memory.players[index].endsHold = true
      return isHeld && !hasEnded ? .accepted : answer
    case (.start, .play), (.unmute, .play):
      guard isHeld, let (at, _) = moment(quantum, index) else { return answer }
      unsafe memory.players[index].plan(PendingHold(at: at, isHeld: false, length: fading))
      if at > position { unsafe events.write(.scheduled(command.ticket, command.stem, at: at)) }
      return .accepted
    default: return answer
    }
  }

  /// Stops every stem on this frame, whatever is pending; all are silent 5 ms later. A piece that waits does not begin.
  @_noLocks mutating func panic(by source: Asker) {
    dropPiece()
    pendingMaster = nil
    pendingSeek = nil
    countIn = nil
    agenda = .min
    master = Ramp(constant: master.value(at: position))
    let length = isSounding ? ramps.panic : 0
    click.panic(at: position, length: length)
    stopSends()
    var i = 0
    while i < stemCount {
      let old = unsafe memory.players[i].status
      if old.isPromised { pendingCount &-= 1 }
      let wasHeld = unsafe memory.players[i].isHeld && !memory.players[i].isGone
      let dropped = unsafe memory.players[i].panic(
        at: position, length: length,
        isLeftHeard: isLeftHeard(i) && !memory.players[i].isHushed && !isMuted, ramps: ramps)
      if let dropped {
        replacementCount &-= 1
        events.write(.kept(dropped, stem(i), at: position))
      }
      if wasHeld { noteHold(i) }
      if !old.isSame(as: .stop) { noteConsequence(i, at: position, by: source) }
      touch(i)
      i &+= 1
    }
  }
}

extension StemPlayer {
  /// - Parameters:
  ///   - length: The number of frames until the stem is silent.
  ///   - isLeftHeard: Whether no solo silences the stem.
  /// - Returns: The ticket of a replacement of samples that was cancelled.
  @_noLocks fileprivate mutating func panic(
    at position: FramePosition, length: FrameCount, isLeftHeard: Bool, ramps: RampLengths
  ) -> CommandTicket? {
    // A stem that a fade or a pause has silenced stays silent: their factors become part of the one remaining ramp.
    let heard = isLeftHeard ? audibility.value(before: position) : 1
    let voice = (envelope.value(before: position) * fade.value(before: position)) * heard
    let release = releaseEnvelope.value(before: position) * heard
    status = .stop
    planned = nil
    upbeatStart = .max
    endRun(at: position, ramps: ramps)
    envelope = Ramp(from: voice, to: 0, start: position, length: length)
    if releaseEnd > position {
      releaseEnvelope = Ramp(from: release, to: 0, start: position, length: length)
      releaseEnd = min(releaseEnd, position &+ length)
    }
    isCued = false
    cue = Ramp(from: cue.value(before: position), to: 0, start: position, length: length)
    if isLeftHeard { audibility = Ramp(constant: 1) }
    fade = Ramp(constant: 1)
    gain = Ramp(constant: gain.value(at: position))
    left = Ramp(constant: left.value(at: position))
    right = Ramp(constant: right.value(at: position))
    forget()
    let dropped = unsafe replacement?.ticket
    unsafe replacement = nil
    if dip.to == 0 { dip = dip.moved(to: 1, at: position, length: ramps.usual) }
    settle()
    return dropped
  }

  /// Drops every pending change and the pause.
  @_noLocks private mutating func forget() {
    pendingGain = nil
    pendingPan = nil
    pendingSolo = nil
    pendingHold = nil
    pendingFade = nil
    fadeLength = 0
    endsHold = false
    isHeld = false
    holdIsDue = false
    isWholeAtOnce = false
    riseLength = 0
    isStarved = false
    lookAt = .max
  }
}
