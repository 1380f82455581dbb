/// Which commands end that wait for their frames.
enum EndedCommands: BitwiseCopyable {
  /// Those for stems that have left.
  case ofGoneStems
  /// Those with the numbers from the first to the last.
  case tickets(UInt64, UInt64)
}

/// How commands are received: on the frame on which they arrive, or on the one for which they wait.
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
          } else if unsafe !waiting.insert(command, sparing: Trigger.mostInPeriod) {
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

  /// Ends these commands that wait for their frames.
  @_noLocks mutating func endWaiting(_ ended: EndedCommands) {
    var i = unsafe waiting.count &- 1
    while i >= 0 {
      // A command that is removed leaves its slot to another one, which is looked at too.
      if unsafe i < waiting.count && isEnded(waiting.command(i), ended) {
        unsafe answerEnded(waiting.remove(i))
      } else {
        i &-= 1
      }
    }
  }

  @_noLocks private func isEnded(_ command: EngineCommand, _ ended: EndedCommands) -> Bool {
    switch ended {
    case .ofGoneStems: unsafe isGone(command)
    case .tickets(let first, let last):
      unsafe command.ticket.rawValue >= first && command.ticket.rawValue <= last
    }
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

  @_noLocks mutating func receive(_ command: EngineCommand) {
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
      endWaiting(.tickets(0, .max))
    case .faded(let level): answer = setFade(index, min(level.linear, 1))
    case .asked: unsafe memory.players[index].markAsked(at: position)
    case .supply(let next): answer = supply(index, next)
    case .gap: hasGap = true
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
      answer = unsafe replace(samples, quantum, command)
    case .noSamples:
      if unsafe memory.players[index].hasReplacement { replacementCount &-= 1 }
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
        if !isOpen { unsafe memory.players[index].isCued = false }
      }
    case .cue(let isOn): answer = cue(index, isOn)
    case .click(let isOn): answer = setClick(isOn)
    case .countIn(let bars): answer = setCountIn(bars: bars)
    case .send(let bus, let gain): answer = setSend(index, bus, gain)
    case .halt(let place): answer = halt(at: place)
    case .roll(let place):
      answer = roll(from: place)
    case .skip(let frames):
      if canJump(frames) { jump(frames) } else { answer = isRolling && frames > 0 ? .tooFar : .unchanged }
    case .seek(let target): answer = unsafe seek(target, command)
    case .section(let section): answer = unsafe repeatSection(section, command)
    case .edition(let edition, let quantum): answer = unsafe plan(edition, quantum, command)
    case .revoke(let first, let last): endWaiting(.tickets(first.rawValue, last.rawValue))
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
    case .open(true) where unsafe command.at > .min, .request(_, _, .whileOpen, _, _):
      if unsafe command.edition < memory.players[Int(command.stem.rawValue)].requestsSince { return true }
    case .request(_, _, .permit, _, _), .open(true), .cue(true):
      if unsafe command.edition != edition { return true }
    default: break
    }
    return unsafe isGone(command)
  }
}
