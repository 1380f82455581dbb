/// An edition that waits for its frame.
@unsafe struct PendingEdition: BitwiseCopyable, Sendable {
  let edition: EditionRef
  let ticket: CommandTicket
  var at: FramePosition
  /// The frame on which the stems that change begin to fall silent; `.max` once they do.
  var hushAt: FramePosition
  /// The number of places whose memory the processor was asked for since then.
  var nearPlaces = 0
}

/// Editions: on a boundary the engine becomes what another edition says. Stems that the edition does not change go on bit for bit.
extension Engine {
  /// Plans the hand-over for the first boundary that leaves time for the usual ramp. An edition that waits already is superseded.
  @_noLocks mutating func plan(
    _ edition: EditionRef, _ quantum: Quantum, _ command: EngineCommand
  ) -> EngineEvent.Answer {
    guard unsafe edition.plan.pointee.follows == self.edition else { return .outdated }
    guard let at = handOver(quantum) else { return .tooFar }
    dropEdition()
    let hushAt = isSounding ? at &- ramps.usual : at
    unsafe pendingEdition = unsafe PendingEdition(
      edition: edition, ticket: command.ticket, at: at, hushAt: hushAt)
    agenda = min(agenda, hushAt)
    if at > position { unsafe events.write(.scheduled(command.ticket, command.stem, at: at)) }
    return .accepted
  }

  @_noLocks private mutating func handOver(_ quantum: Quantum) -> FramePosition? {
    if !isSounding { return position }
    let from = position &+ ramps.usual
    if case .now = quantum.unit { return from < Self.lastBoundary ? from : nil }
    return boundary(atOrAfter: from, quantum, 0)
  }

  /// Drops another piece that waits: its stems would begin by themselves.
  @_noLocks mutating func dropPiece() {
    guard let pending = unsafe pendingEdition, unsafe pending.edition.plan.pointee.isPiece else { return }
    dropEdition()
  }

  @_noLocks private mutating func dropEdition() {
    guard let old = unsafe pendingEdition else { return }
    unsafe pendingEdition = nil
    unsafe events.write(.superseded(old.ticket, at: position))
    var i = 0
    while i < stemCount {
      if unsafe memory.players[i].isHushed {
        unsafe memory.players[i].isHushed = false
        let isAudible = unsafe !isMuted && isLeftHeard(i) && !memory.players[i].isSilenced
        unsafe memory.players[i].setAudible(isAudible, at: position, isRolling: isSounding, ramps: ramps)
        touch(i)
      }
      i &+= 1
    }
  }

  /// The frame on which the edition that waits needs the engine next; `.max` if none does.
  var editionFrame: FramePosition {
    @_noLocks get {
      guard let pending = unsafe pendingEdition else { return leavingEnd }
      return unsafe min(min(pending.at, pending.hushAt), leavingEnd)
    }
  }

  /// The events that are due to editions: one takes over or is superseded, stems that have left are silent.
  var editionEvents: Int {
    @_noLocks get {
      var count = leavingEnd < .max ? 1 : 0
      if case .some = unsafe pendingEdition { count &+= 2 }
      return count
    }
  }

  /// Lets the stems that the edition changes fall silent before it takes over.
  @_noLocks mutating func hushIfDue() {
    guard var pending = unsafe pendingEdition, unsafe pending.hushAt <= position else { return }
    unsafe pending.hushAt = .max
    unsafe pending.nearPlaces = 0
    unsafe pendingEdition = unsafe pending
    let new = unsafe pending.edition.plan.pointee.memory
    let isPiece = unsafe pending.edition.plan.pointee.isPiece
    let parts = unsafe new.parts
    var i = 0
    while i < stemCount {
      // What is written here is overwritten on the hand-over, which then does not have to wait for this memory.
      if case .stays = unsafe parts[i].fate, let traits = unsafe parts[i].traits {
        unsafe new.players[i] = unsafe memory.players[i]
        unsafe new.players[i].traits = traits
      }
      if unsafe parts[i].isChanged || isTaken(parts[i]) || isPiece && isCutOff(i, parts[i]) {
        unsafe memory.players[i].isHushed = true
        unsafe memory.players[i].hush(at: position, isRolling: isSounding, ramps: ramps)
        touch(i)
      }
      i &+= 1
    }
  }

  /// Whether a new stem takes the place of one that has left, and that may still ring.
  @_noLocks private func isTaken(_ part: EditionPart) -> Bool {
    if case .enters = unsafe part.fate { true } else { false }
  }

  /// Whether a stem that leaves for another piece has nothing that could ring out.
  @_noLocks private func isCutOff(_ index: Int, _ part: EditionPart) -> Bool {
    guard case .leaves = unsafe part.fate else { return false }
    return unsafe memory.players[index].samples?.layout.release ?? 0 == 0
  }

  /// Hands over to the edition if that is due.
  /// - Returns: Whether another edition plays. Then more may be due on this frame.
  @_noLocks mutating func handOverIfDue() -> Bool {
    guard let pending = unsafe pendingEdition, unsafe pending.at <= position else { return false }
    unsafe pendingEdition = nil
    let plan = unsafe pending.edition.plan.pointee
    let parts = unsafe plan.memory.parts
    let isHeld = unsafe plan.isPiece && isAllHeld
    var lastSound = FramePosition.min
    var i = 0
    while i < stemCount {
      if unsafe parts[i].takesPlace { leave(i) }
      if case .leaves = unsafe parts[i].fate {
        leave(i)
        // Nothing changes it any more: it is in no group.
        unsafe plan.memory.players[i] = unsafe memory.players[i]
        lastSound = unsafe max(lastSound, memory.players[i].endOfLeft)
      }
      i &+= 1
    }
    if leavingEnd < .max { endWaiting(.ofGoneStems) }
    let move =
      unsafe plan.isPiece
      ? Relocation(at: position, origin: origin, distance: 0 &- (position &+ plan.gap &- origin))
      : Relocation(at: position, origin: origin, to: plan.map)
    lastSound = unsafe max(lastSound, handOver(to: plan, move))
    // While a stem that has left still moves, there is nothing to look for on the next frame.
    if isSounding && leavingEnd == position &+ 1 { leavingEnd = max(leavingEnd, lastSound) }
    unsafe events.write(.handedOver(pending.ticket, at: position, origin: origin))
    beginPlaces(isHeld: isHeld)
    return true
  }

  /// Whether a pause silences every stem of the edition.
  private var isAllHeld: Bool {
    @_noLocks get {
      var i = 0
      while i < stemCount {
        if unsafe !memory.players[i].isGone && !memory.players[i].isHeld { return false }
        i &+= 1
      }
      return true
    }
  }

  /// What plays from the first downbeat of another piece begins if that is here, and waits for it otherwise.
  @_noLocks private mutating func startBase(_ index: Int) {
    unsafe memory.players[index].meantBoundary = origin
    if origin > position {
      enterUntouched(index, .wait(PendingChange(at: origin, by: .beginning)), due: position)
      noteConsequence(index, at: position, by: .beginning)
    } else {
      enterUntouched(index, .play, due: origin)
      noteConsequence(index, at: origin, by: .beginning)
      reportRun(index, isPromised: false)
      tell(index)
    }
  }

  @_noLocks private mutating func leave(_ index: Int) {
    enterUntouched(index, .stop, due: position)
    yieldGroup(to: index)
    leavingEnd = position &+ (isSounding ? 1 : 0)
    if let dropped = unsafe memory.players[index].replacement?.ticket {
      replacementCount &-= 1
      events.write(.kept(dropped, stem(index), at: position))
    }
    count(unsafe memory.players[index].solo, by: -1)
    if unsafe memory.players[index].isUnreported || memory.players[index].hasUnreportedRun {
      unreportedCount &-= 1
    }
    if unsafe memory.players[index].hasUnreportedHold { unreportedHolds &-= 1 }
    unsafe memory.players[index].leave(at: position, ramps: ramps)
  }

  /// Whether the command is for a stem that has left.
  @_noLocks func isGone(_ command: EngineCommand) -> Bool {
    guard unsafe command.isForItsStem else { return false }
    let index = unsafe Int(command.stem.rawValue)
    return unsafe memory.players[index].isGone || command.edition < memory.players[index].isNewIn
  }

  /// Takes over the edition's memory, and what goes on from the old one.
  /// - Precondition: What leaves is in the edition's memory.
  /// - Returns: The frame on which the last sound of what had left before ends; `.min` if nothing of it sounds.
  @_noLocks private mutating func handOver(to plan: EditionPlan, _ move: Relocation) -> FramePosition {
    let (old, new) = unsafe (memory, plan.memory)
    let (oldCount, oldBuses) = (stemCount, busCount)
    unsafe memory = unsafe new
    unsafe keptMix = unsafe new.keptMix
    stemCount = unsafe new.count
    edition = unsafe plan.number
    grid = unsafe plan.grid
    ramps = unsafe plan.ramps
    grace = unsafe plan.grace
    secondPress = unsafe plan.secondPress
    seed = unsafe plan.seed
    busCount = unsafe plan.busCount
    cueBus = unsafe plan.cueBus
    unsafe clickSounds = unsafe plan.click
    if unsafe plan.hasPages { hasPages = true }
    if unsafe plan.changesClick { click.end() }
    origin = move.origin
    standHere()
    cycleFrame = .min
    if unsafe plan.isPiece {
      dropPlaces()
      hasGap = true
    } else {
      movePending(move)
    }
    var lastSound = FramePosition.min
    var i = 0
    while i < oldCount {
      switch unsafe new.parts[i].fate {
      case .stays:
        unsafe new.players[i] = unsafe old.players[i]
        dropReplacement(i)
        unsafe goOn(i, from: old, busCount: oldBuses)
        unsafe new.players[i].adopt(new.parts[i], move, isRolling: isSounding, ramps: ramps)
        if unsafe !new.parts[i].keepsRequests { unsafe new.players[i].requestsSince = edition }
      case .leaves: unsafe keepSends(i, of: old, busCount: oldBuses)
      case .none:
        // Of a stem that has been silent since it left nothing is needed.
        if unsafe old.players[i].samples != nil {
          unsafe new.players[i] = unsafe old.players[i]
          unsafe keepSends(i, of: old, busCount: oldBuses)
          lastSound = unsafe max(lastSound, new.players[i].endOfLeft)
        }
      case .enters: break
      }
      i &+= 1
    }
    if unsafe !plan.isPiece { closeDoors() }
    return lastSound
  }

  /// What is pending to begin sound does not outlast the permission for it.
  @_noLocks private mutating func closeDoors() {
    var i = 0
    while i < stemCount {
      if case .stays = unsafe memory.parts[i].fate, unsafe !memory.parts[i].staysOpen,
        let silent = unsafe memory.players[i].status.withoutStart
      {
        enter(i, silent, due: position)
        noteConsequence(i, at: position, by: .shutDoor)
        yieldGroup(to: i)
      }
      i &+= 1
    }
  }

  /// The buses still get the last sound of a stem that leaves.
  @_noLocks private func keepSends(_ index: Int, of old: EngineMemory, busCount oldBuses: Int) {
    unsafe memory.hasSends[index] = unsafe old.hasSends[index]
    var bus = 0
    while bus < min(busCount, oldBuses) {
      unsafe memory.sends[index &* busCount &+ bus] = unsafe old.sends[index &* oldBuses &+ bus]
      bus &+= 1
    }
  }

  /// What waits for all stems moves with the music.
  @_noLocks private mutating func movePending(_ move: Relocation) {
    if let change = pendingMaster {
      pendingMaster = PendingGain(at: move.frame(change.at), gain: change.gain, length: change.length)
    }
    countIn?.move(move)
    if let seek = pendingSeek {
      pendingSeek = PendingSeek(at: seek.at, target: move.target(seek.target))
      pendingSeek?.isPromised = seek.isPromised
    }
    if let old = section { section = old.moved(by: move) }
    if let halt = pendingHalt, let old = halt.place {
      pendingHalt = PendingHalt(at: halt.at, place: move.target(old))
    }
  }

  /// What waits for a place in the music does not outlast its piece.
  @_noLocks private mutating func dropPlaces() {
    section = nil
    countIn = nil
    pendingSeek = nil
    unreportedMove = nil
    if let halt = pendingHalt { pendingHalt = PendingHalt(at: halt.at, place: nil) }
  }

  /// A stem that changes keeps no replacement of samples, because they may be too short for its loop now.
  @_noLocks private mutating func dropReplacement(_ index: Int) {
    guard unsafe memory.parts[index].isChanged, let dropped = unsafe memory.players[index].replacement?.ticket
    else { return }
    replacementCount &-= 1
    events.write(.kept(dropped, stem(index), at: position))
    unsafe memory.players[index].replacement = nil
    unsafe memory.players[index].dip = Ramp(constant: 1)
  }

  /// Lets all places begin in the edition, each with one look: new stems enter, and it is decided again which stems are heard. All that
  /// is remembered of places whose stem has left is that nothing is due, as control has written it.
  /// - Parameter isHeld: Whether a pause silences what is new.
  @_noLocks private mutating func beginPlaces(isHeld: Bool) {
    var i = 0
    while i < stemCount {
      if case .enters = unsafe memory.parts[i].fate {
        unsafe memory.players[i].enter(origin: origin, in: edition, isHeld: isHeld)
        unsafe memory.players[i].requestsSince = edition
      }
      decideAgain(i)
      if unsafe memory.parts[i].starts { startBase(i) }
      if unsafe !memory.players[i].isGone { touch(i) }
      i &+= 1
    }
  }

  /// Decides again whether a stem is heard: if it was hushed, it rises as after a relocation.
  @_noLocks private mutating func decideAgain(_ index: Int) {
    let wasHushed = unsafe memory.players[index].isHushed
    unsafe memory.players[index].isHushed = false
    endWait(index)
    // If it has left, it stays silent.
    if unsafe wasHushed && memory.players[index].isGone { return }
    let isAudible = unsafe !isMuted && isLeftHeard(index) && !memory.players[index].isSilenced
    if wasHushed && isAudible {
      unsafe memory.players[index].rise(at: position, isRolling: isSounding, ramps: ramps)
    } else {
      unsafe memory.players[index].setAudible(isAudible, at: position, isRolling: isSounding, ramps: ramps)
    }
    if unsafe memory.parts[index].isRecounted && memory.players[index].run.isUnderWay {
      reportRun(index, isPromised: false)
    }
  }

  /// Reports that all stems that have left are silent, and reads their samples no more.
  @_noLocks mutating func endLeavingIfDue() {
    guard leavingEnd <= position else { return }
    let end = endOfLeft
    if end > position {
      leavingEnd = end
      return
    }
    leavingEnd = .max
    var i = 0
    while i < stemCount {
      if unsafe memory.players[i].isGone { unsafe memory.players[i].samples = nil }
      i &+= 1
    }
    events.write(.leftSilent(at: position))
  }

  /// The frame on which the last sound of all stems that have left ends, as far as it has begun.
  private var endOfLeft: FramePosition {
    @_noLocks get {
      var end = FramePosition.min
      var i = 0
      while i < stemCount {
        if unsafe memory.players[i].isGone { end = unsafe max(end, memory.players[i].endOfLeft) }
        i &+= 1
      }
      return end
    }
  }
}

extension StemPlayer {
  /// The frame on which the last sound of a stem that has left ends, as far as it has begun; `.min` without samples.
  fileprivate var endOfLeft: FramePosition {
    // Inlined, because a call would copy the whole player.
    @_noLocks @inline(__always) get {
      unsafe samples == nil ? .min : max(max(envelope.end, releaseEnd), cue.end)
    }
  }
}

extension StemStatus {
  /// The status without its pending start or unmute; nil if it has none.
  fileprivate var withoutStart: StemStatus? {
    @_noLocks get {
      switch self {
      case .wait: .stop
      case .muteThenPlay: .mute
      case .stop, .play, .playThenMute, .playThenStop, .mute, .muteThenStop: nil
      }
    }
  }
}
