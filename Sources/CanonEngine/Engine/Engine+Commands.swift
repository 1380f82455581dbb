extension Engine {
  /// The most events that a command causes: the music is brought to its frame, it is scheduled and answered, a change takes effect, a
  /// run begins.
  static var eventsPerCommand: Int { @_noLocks get { 5 } }

  /// Receives all commands that control has sent, on this frame, or none while the event queue has no room for the events
  /// that may follow. Each command is carried out before the next is received, so that commands sent together act the same
  /// as when a journal sends them one by one.
  @_noLocks mutating func receiveCommands() {
    let count = commands.count()
    if count > 0, events.hasRoom(for: Self.eventsPerCommand &* count &+ promisedEvents &+ 1) {
      var taken = 0
      reservedEvents = Self.eventsPerCommand &* count
      while taken < count, let command = unsafe commands.next() {
        taken &+= 1
        if unsafe command.at > position {
          // Its events have reserved room from here on, because it is counted with those that wait.
          reservedEvents &-= Self.eventsPerCommand
          if unsafe isOutdated(command) {
            unsafe answer(command, .outdated)
          } else if unsafe !waiting.insert(command) {
            unsafe answerEnded(command)
          }
          continue
        }
        unsafe receive(command)
        reachBoundaries()
        reservedEvents &-= Self.eventsPerCommand
      }
      reservedEvents = 0
      reportConsequences()
    }
    receiveWaiting()
  }

  /// Receives the commands that have waited for this frame, or for one that the clock has passed over.
  @_noLocks mutating func receiveWaiting() {
    while let command = unsafe waiting.next(by: position) {
      reservedEvents = Self.eventsPerCommand
      unsafe receive(command)
      reachBoundaries()
      reservedEvents = 0
      reportConsequences()
    }
  }

  /// Ends the commands with tickets of this range that wait for their frames.
  @_noLocks private mutating func endWaiting(from first: UInt64, through last: UInt64) {
    while let command = unsafe waiting.next(from: first, through: last) { unsafe answerEnded(command) }
  }

  @_noLocks mutating func answerEnded(_ command: EngineCommand) {
    // The command that relies on this stem has an answer of its own.
    if case .need = unsafe command.action { return }
    let index = unsafe Int(command.stem.rawValue)
    guard index >= 0, index < stemCount else { return }
    unsafe answer(command, .ended)
  }

  @_noLocks private mutating func answer(_ command: EngineCommand, _ answer: EngineEvent.Answer) {
    let status = unsafe memory.players[Int(command.stem.rawValue)].status
    unsafe events.write(.answered(command.ticket, command.stem, answer, status: status, at: position))
  }

  @_noLocks private mutating func receive(_ command: EngineCommand) {
    let index = unsafe Int(command.stem.rawValue)
    guard index >= 0, index < stemCount else { return }
    if unsafe !command.isSkip { catchUp() }
    // Needs are those of the command that follows them.
    if unsafe hasNeeds && command.ticket.rawValue != lastNeed &+ 1 { if consumeNeeds() {} }
    // The stems that play before the first command determine the cycle for all commands of this frame.
    if cycleFrame != position {
      cycleFrame = position
      knownCycle = cycleOfWhatSounds()
    }
    let at = position
    var answer = EngineEvent.Answer.accepted
    switch unsafe command.action {
    case _ where unsafe isOutdated(command):
      // The needs were those of this command.
      if consumeNeeds() {}
      answer = .outdated
    case .request(let request, let quantum, let permission, let from, let fading):
      let quantum = unsafe quantum ?? choose(index, command.ticket)
      let fading = fading == 0 ? 0 : max(fading, ramps.usual)
      let asked = unsafe ask(
        index, request, quantum, permitted: isPermitted(permission, index), from: from, fading: fading,
        by: command.by)
      answer = unsafe endHold(command, request, quantum, fading: fading, asked)
    case .hold(let isHeld, let quantum): answer = unsafe hold(isHeld, quantum, command)
    case .holdAll(let isHeld, let quantum): answer = unsafe holdAll(isHeld, quantum, command)
    case .panic:
      unsafe panic(by: command.by)
      endWaiting(from: 0, through: .max)
    case .faded(let level): answer = setFade(index, min(level.linear, 1))
    case .gain(let gain, let quantum, let length):
      let lengths = rampLengths(atLeast: length)
      answer = unsafe schedule(command, quantum) { (player, due) in
        player.pendingGain = PendingGain(at: due, gain: gain, length: lengths[due])
      }
    case .pan(let pan, let quantum, let length):
      let lengths = rampLengths(atLeast: length)
      answer = unsafe schedule(command, quantum) { (player, due) in
        player.pendingPan = PendingPan(at: due, pan: pan, length: lengths[due])
      }
    case .solo(let mode, let quantum):
      answer = unsafe schedule(command, quantum) { (player, due) in
        player.pendingSolo = PendingSolo(at: due, mode: mode)
      }
    case .master(let gain, let quantum, let length):
      answer = unsafe setMaster(gain, quantum, length, command)
    case .samples(let samples, let quantum):
      answer = unsafe exchange(samples, quantum, command)
    case .noSamples:
      if unsafe memory.players[index].hasReplacement { exchangeCount &-= 1 }
      unsafe memory.players[index].removeSamples(at: position, ramps: ramps)
    case .need:
      // There is no answer: the command that follows has one.
      unsafe memory.players[index].isNeeded = true
      hasNeeds = true
      lastNeed = unsafe command.ticket.rawValue
      return
    case .open(let isOpen):
      if isOpen && !consumeNeeds() {
        answer = .notPermitted
      } else {
        unsafe memory.players[index].isOpen = isOpen
      }
    case .halt(let place): answer = halt(at: place)
    case .roll(let place):
      answer = roll(from: place)
    case .skip(let frames):
      if canJump(frames) { jump(frames) } else { answer = isRolling && frames > 0 ? .tooFar : .unchanged }
    case .seek(let target): answer = unsafe seek(target, command)
    case .edition(let edition, let quantum): answer = unsafe plan(edition, quantum, command)
    case .revoke(let first, let last): endWaiting(from: first.rawValue, through: last.rawValue)
    }
    let status = unsafe memory.players[index].status
    unsafe events.write(.answered(command.ticket, command.stem, answer, status: status, at: at))
    touch(index)
    // A command for all stems names the first, for which more may be due before its status changes.
    if unsafe !isBehind && command.isForItsStem { reachIfDue(index, by: position) }
    reportConsequences()
  }

  /// Whether the command was for an edition that no longer plays: its stem has left, or it was to begin sound behind other doors.
  @_noLocks private func isOutdated(_ command: EngineCommand) -> Bool {
    switch unsafe command.action {
    case .request(_, _, .permit, _, _), .request(_, _, .whileOpen, _, _), .open(true):
      if unsafe command.edition != edition { return true }
    default: break
    }
    return unsafe isGone(command)
  }

  // MARK: - When

  /// The frame on which a command received now takes effect, and the boundary it counts for, which is in the past if the
  /// command is late by no more than the grace.
  /// - Returns: nil when the boundary is too far in the future.
  @_noLocks mutating func moment(
    _ quantum: Quantum, _ index: Int
  ) -> (at: FramePosition, boundary: FramePosition)? {
    guard let boundary = boundary(atOrAfter: position &- grace, quantum, index) else { return nil }
    return (max(boundary, position), boundary)
  }

  @_noLocks mutating func boundary(
    atOrAfter from: FramePosition, _ quantum: Quantum, _ index: Int
  ) -> FramePosition? {
    let boundary: FramePosition
    switch quantum.unit {
    case .now: return position
    case .beat, .bar, .loop: boundary = grid.boundary(atOrAfter: from &- origin, quantum: quantum) &+ origin
    case .stem:
      boundary = unsafe memory.players[index].run.tops.boundary(atOrAfter: from, every: quantum.count)
    case .cycle:
      guard let cycle = knownCycle else { return nil }
      boundary = cycle.boundary(atOrAfter: from &- origin, every: quantum.count) &+ origin
    }
    return max(boundary, boundary &- origin) < Self.lastBoundary ? boundary : nil
  }

  /// Boundaries at or beyond this frame are refused: 743 years at the highest rate.
  static var lastBoundary: FramePosition { @_noLocks get { 1 << 53 } }

  /// The least common multiple of the loops of all playing stems, or the set's loop when no stem plays; nil when it is out
  /// of range.
  @_noLocks private func cycleOfWhatSounds() -> GridLine? {
    var cycle: GridLine?
    var i = 0
    while i < stemCount {
      if unsafe memory.players[i].status.soundsNow {
        let line = unsafe memory.players[i].traits.line
        if let known = cycle {
          guard let next = known.commonMultiple(with: line) else { return nil }
          cycle = next
        } else {
          cycle = line
        }
      }
      i &+= 1
    }
    return if let cycle { cycle } else { grid.loop }
  }

  /// The quantum of a press that names none, which is also reported.
  @_noLocks private mutating func choose(_ index: Int, _ ticket: CommandTicket) -> Quantum {
    let player = unsafe memory.players + index
    let quantum = unsafe player.pointee.traits.quanta.ofPress(player.pointee.status)
    events.write(.chosen(ticket, stem(index), quantum, at: position))
    return quantum
  }

  // MARK: - What

  /// Whether all stems on which the current command relies (``StartPermit/needed``) play. Clears their marks.
  @_noLocks private mutating func consumeNeeds() -> Bool {
    guard hasNeeds else { return true }
    hasNeeds = false
    var isMet = true
    var i = 0
    while i < stemCount {
      if unsafe memory.players[i].isNeeded {
        unsafe memory.players[i].isNeeded = false
        if case .play = unsafe memory.players[i].status {} else { isMet = false }
      }
      i &+= 1
    }
    return isMet
  }

  @_noLocks private func isPermitted(_ permission: EngineCommand.Permission, _ index: Int) -> Bool {
    switch permission {
    case .none: false
    case .permit: true
    case .whileOpen: unsafe memory.players[index].isOpen
    }
  }

  @_noLocks private mutating func ask(
    _ index: Int, _ request: StemRequest, _ quantum: Quantum, permitted: Bool, from: FramePosition?,
    fading: FrameCount, by source: Asker
  ) -> EngineEvent.Answer {
    let old = unsafe memory.players[index].status
    let areNeedsMet = consumeNeeds()
    // A start that relies on others is refused even if it would only cancel a stop, as a rendering refuses it.
    if case .press = request {} else if !areNeedsMet { return .notPermitted }
    let permitted = areNeedsMet && permitted
    if !permitted && old.needsPermit(for: request, secondPress: secondPress) { return .notPermitted }
    guard var (at, boundary) = moment(quantum, index) else { return .tooFar }
    if old.isPending, case .press = request, case .now = secondPress {
      at = position
      boundary = position
    }
    // A fade out mutes at its end.
    if fading > 0, case .mute = request { at &+= fading }
    guard at < Self.lastBoundary else { return .tooFar }
    let new = old.after(request, change: PendingChange(at: at, by: source), secondPress: secondPress)
    // A door takes its stop back after its opening, which may have been refused on this very frame.
    let isTakenBack = if case .cancel = request { true } else { false }
    if !source.isDoor || isTakenBack, unsafe !memory.players[index].isOpen,
      old.isPutOff(by: new, at: position)
    {
      return .notPermitted
    }
    return change(index, to: new, boundary: from ?? boundary, fading: fading)
  }

  /// - Parameters:
  ///   - boundary: The boundary that a start counts for.
  ///   - length: Frames of the requested fade; 0 for none.
  @_noLocks mutating func change(
    _ index: Int, to wish: StemStatus, boundary: FramePosition, fading length: FrameCount = 0
  ) -> EngineEvent.Answer {
    let old = unsafe memory.players[index].status
    let new = makingRoom(wish, index)
    // In a group no stem fades beyond the start of another.
    let length = new.isSame(as: wish) ? length : 0
    // A fade adopts the same change if it is pending for the same frame.
    if new.isSame(as: old) && (length == 0 || !new.isPending) && !rises(index, new) { return .unchanged }
    unsafe memory.players[index].meantBoundary = boundary
    enter(index, new, due: position, fading: length)
    yieldGroup(to: index)
    return .accepted
  }

  /// Whether a stem that is to play on, with nothing pending, has faded: then its fade rises.
  @_noLocks private func rises(_ index: Int, _ status: StemStatus) -> Bool {
    if case .play = status { unsafe memory.players[index].fade.to != 1 } else { false }
  }

  /// Sets the level to which a stem has faded.
  @_noLocks private mutating func setFade(_ index: Int, _ level: Float) -> EngineEvent.Answer {
    guard case .play = unsafe memory.players[index].status, unsafe memory.players[index].fade.to != level
    else {
      return .unchanged
    }
    unsafe memory.players[index].setFade(level, at: position, isRolling: isSounding, ramps: ramps)
    return .accepted
  }

  /// Schedules a change of a stem that does not concern its status.
  @_noLocks private mutating func schedule(
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
  @_noLocks private func rampLengths(atLeast length: FrameCount) -> GainLengths {
    let usual = max(length, ramps.usual)
    return GainLengths(
      frame: position, now: isSounding ? usual : isRolling ? length : 0, later: usual)
  }

  @_noLocks private mutating func setMaster(
    _ gain: Gain, _ quantum: Quantum, _ length: FrameCount, _ command: EngineCommand
  ) -> EngineEvent.Answer {
    guard let (at, _) = moment(quantum, 0) else { return .tooFar }
    agenda = min(agenda, at)
    pendingMaster = PendingGain(at: at, gain: gain, length: rampLengths(atLeast: length)[at])
    if at > position { unsafe events.write(.scheduled(command.ticket, command.stem, at: at)) }
    return .accepted
  }

  @_noLocks private mutating func exchange(
    _ samples: StemRef, _ quantum: Quantum, _ command: EngineCommand
  ) -> EngineEvent.Answer {
    let index = unsafe Int(command.stem.rawValue)
    // They were for the loop of an earlier edition.
    if unsafe samples.layout.loop < memory.players[index].traits.line.longestDistance { return .outdated }
    guard let (boundary, _) = moment(quantum, index) else { return .tooFar }
    if unsafe !memory.players[index].hasReplacement { exchangeCount &+= 1 }
    let at = unsafe memory.players[index].plan(
      samples, for: boundary, at: position, ticket: command.ticket, ramps: ramps)
    if at > position { unsafe events.write(.scheduled(command.ticket, command.stem, at: at)) }
    return .accepted
  }
}

extension StemStatus {
  /// Whether a stop that a shut door has requested would come later, or not at all, with the new status.
  @_noLocks fileprivate func isPutOff(by new: StemStatus, at position: FramePosition) -> Bool {
    guard stopsNext, let stop = pending, stop.by.isDoor else { return false }
    return switch new {
    case .stop: false
    case .playThenStop(let change), .muteThenStop(let change): change.at > stop.at
    case .playThenMute(let change): change.at > position
    case .wait, .play, .mute, .muteThenPlay: true
    }
  }
}

/// The length of a change of gain on a frame, and that of one on a later frame.
private struct GainLengths: BitwiseCopyable {
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
