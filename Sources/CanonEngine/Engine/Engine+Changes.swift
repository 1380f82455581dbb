/// Changes that do not concern the status of a stem: gain, pan, solo, the master and the samples.
extension Engine {
  /// Schedules a change of a stem that does not concern its status.
  @_noLocks mutating func schedule(
    _ command: EngineCommand, _ quantum: Quantum, _ note: (inout StemPlayer, FramePosition) -> Void
  ) -> EngineEvent.Answer {
    let index = unsafe Int(command.stem.rawValue)
    guard let (at, _) = moment(quantum, index) else { return .tooFar }
    unsafe note(&memory.players[index], at)
    if at > position { unsafe events.write(.scheduled(command.ticket, command.stem, at: at)) }
    return .accepted
  }

  /// The length of a change of gain, by its frame. On this frame there may be no signal that could click: before the clock runs it
  /// is 0 then, and while the music stands it is that of the fade alone.
  @_noLocks func rampLengths(atLeast length: FrameCount) -> GainLengths {
    let usual = max(length, ramps.usual)
    return GainLengths(
      frame: position, now: isSounding ? usual : isRolling ? length : 0, later: usual)
  }

  @_noLocks mutating func setMaster(
    _ gain: Gain, _ quantum: Quantum, _ length: FrameCount, _ command: EngineCommand
  ) -> EngineEvent.Answer {
    guard let (at, _) = moment(quantum, 0) else { return .tooFar }
    agenda = min(agenda, at)
    pendingMaster = PendingGain(at: at, gain: gain, length: rampLengths(atLeast: length)[at])
    if at > position { unsafe events.write(.scheduled(command.ticket, command.stem, at: at)) }
    return .accepted
  }

  @_noLocks mutating func replace(
    _ samples: StemRef, _ quantum: Quantum, _ command: EngineCommand
  ) -> EngineEvent.Answer {
    let index = unsafe Int(command.stem.rawValue)
    // They were for the loop of an earlier edition.
    if unsafe samples.layout.loop < memory.players[index].traits.line.longestDistance { return .outdated }
    guard let (boundary, _) = moment(quantum, index) else { return .tooFar }
    if unsafe samples.isPaged { hasPages = true }
    if unsafe !memory.players[index].hasReplacement { replacementCount &+= 1 }
    let at = unsafe memory.players[index].plan(
      samples, for: boundary, at: position, ticket: command.ticket, ramps: ramps)
    if at > position { unsafe events.write(.scheduled(command.ticket, command.stem, at: at)) }
    return .accepted
  }
}

/// The length of a change of gain on a frame, and that of one on a later frame.
struct GainLengths: BitwiseCopyable {
  let frame: FramePosition
  let now: FrameCount
  let later: FrameCount

  @_noLocks init(frame: FramePosition, now: FrameCount, later: FrameCount) {
    self.frame = frame
    self.now = now
    self.later = later
  }

  @_noLocks subscript(due: FramePosition) -> FrameCount {
    @_noLocks get { due > frame ? later : now }
  }
}
