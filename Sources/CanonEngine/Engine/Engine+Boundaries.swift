extension Engine {
  /// Carries out everything that is due. All changes of one frame happen together: nothing is heard between them.
  @_noLocks mutating func reachBoundaries() {
    guard position >= agenda, !isBehind else { return }
    hushIfDue()
    carryOutDue()
    // What is due on this frame comes before an edition and a relocation, and what they have moved here after them.
    while handOverIfDue() || relocateIfDue() || haltIfDue() || repeatIfDue() {
      // An edition that has moved with the music may be as near as its ramp.
      hushIfDue()
      carryOutDue()
    }
    endLeavingIfDue()
    planAgenda()
    reportConsequences()
  }

  @_noLocks private mutating func carryOutDue() {
    // A follow action may cause a change on this very frame, and that another: at most one more round for each stem.
    var rounds = 0
    repeat {
      var i = 0
      while i < stemCount {
        if unsafe memory.cuts[i] <= position { reach(i) }
        i &+= 1
      }
      rounds &+= 1
    } while askFollows() && rounds <= stemCount
    applySolos()
    applyMaster()
  }

  /// Discards what is cached about a player, because it may have changed.
  @_noLocks mutating func touch(_ index: Int) {
    let cut = unsafe memory.players[index].nextCut
    unsafe memory.cuts[index] = cut
    agenda = min(agenda, cut)
    unsafe memory.voices[index] = Voice(forgotten: memory.scratch.block.left)
    unsafe keptMix.forget()
  }

  @_noLocks private mutating func reach(_ index: Int) {
    let players = unsafe memory.players
    unsafe players[index].beginPlanned(at: position)
    unsafe players[index].beginFade(at: position)
    unsafe players[index].beginDip(at: position)
    beginUpbeatIfDue(index)
    finishIfOver(index, by: position)
    reachIfDue(index, by: position)
    // A run that counts from an earlier boundary may be over before it is heard.
    finishIfOver(index, by: position)
    if let change = unsafe players[index].pendingGain, change.at <= position {
      unsafe players[index].pendingGain = nil
      unsafe players[index].setGain(change.gain, at: position, length: change.length)
    }
    if let change = unsafe players[index].pendingPan, change.at <= position {
      unsafe players[index].pendingPan = nil
      unsafe players[index].setPan(change.pan, at: position, length: change.length)
    }
    if let ticket = unsafe players[index].replace(at: position, ramps: ramps) {
      replacementCount &-= 1
      events.write(.replaced(ticket, stem(index), at: position))
      beginUpbeatIfDue(index)
    }
    if unsafe players[index].run.followAsk <= position { followsAreDue = true }
    if unsafe players[index].lookAt <= position {
      unsafe players[index].looksOn = position
      unsafe players[index].lookAt = nextLook
    }
    if case .some = unsafe players[index].pendingSolo { solosAreDue = true }
    if unsafe players[index].isHoldDue(by: position) { solosAreDue = true }
    touch(index)
  }

  /// Finds the next frame on which something is due.
  @_noLocks mutating func planAgenda() {
    var next = min(
      min(pendingMaster?.at ?? .max, pendingSeek?.at ?? .max), min(editionFrame, pendingHalt?.at ?? .max))
    next = min(next, min(sectionFrame, countInFrame))
    var i = 0
    while i < stemCount {
      next = min(next, unsafe memory.cuts[i])
      i &+= 1
    }
    agenda = next
  }

  // MARK: - Status

  @_noLocks private mutating func beginUpbeatIfDue(_ index: Int) {
    let isDue = unsafe memory.players[index].upbeatStart <= position
    guard isDue else { return }
    unsafe memory.players[index].beginUpbeat(at: position, ramps: ramps)
    touch(index)
    let isPromised = unsafe memory.players[index].status.isPromised && !memory.players[index].hasToldRun
    reportRun(index, isPromised: isPromised)
    if !isPromised { tell(index) }
  }

  @_noLocks private mutating func finishIfOver(_ index: Int, by due: FramePosition) {
    let end = unsafe memory.players[index].run.end
    guard end <= due else { return }
    // A change that is due by the end comes first, and may stop the stem.
    reachIfDue(index, by: end)
    guard unsafe memory.players[index].run.end <= due else { return }
    let wasPromised = unsafe memory.players[index].status.isPromised
    unsafe memory.players[index].finish(at: position, ramps: ramps)
    touch(index)
    if wasPromised { pendingCount &-= 1 }
    noteConsequence(index, at: end, by: .end)
    // The stem may have been about to be unmuted, so its group must be told.
    yieldGroup(to: index)
  }

  @_noLocks mutating func reachIfDue(_ index: Int, by due: FramePosition) {
    let old = unsafe memory.players[index].status
    guard old.isDue(at: due), let change = old.pending else { return }
    let status = old.completed
    let ran = unsafe memory.players[index].run.isUnderWay
    let hasRoom = unsafe old.isPromised && !memory.players[index].hasToldRun
    enter(index, status, due: change.at)
    // The stop of a shut door happened while the music stood: so did its release.
    if isHalted, change.at < position { unsafe memory.players[index].releaseEnd = .min }
    if old.isPromised {
      reportPromised(index, status, change)
    } else {
      noteConsequence(index, at: change.at, by: change.by)
    }
    if unsafe !ran && memory.players[index].run.isUnderWay { reportRun(index, isPromised: hasRoom) }
    if !hasRoom { tell(index) }
  }

  /// - Parameter length: Frames of the fade that the pending change belongs to; 0 if it is not a fade.
  @_noLocks mutating func enter(
    _ index: Int, _ status: StemStatus, due: FramePosition, fading length: FrameCount = 0
  ) {
    enterUntouched(index, status, due: due, fading: length)
    touch(index)
  }

  /// Enters a status of a stem that is touched later on this frame, or whose memory another edition is about to replace.
  @_noLocks mutating func enterUntouched(
    _ index: Int, _ status: StemStatus, due: FramePosition, fading length: FrameCount = 0
  ) {
    let wasPromised = unsafe memory.players[index].status.isPromised
    pendingCount = pendingCount &+ (status.isPromised ? 1 : 0) &- (wasPromised ? 1 : 0)
    unsafe memory.players[index].enter(status, at: position, due: due, fading: length, ramps: ramps)
  }

  @_noLocks func stem(_ index: Int) -> StemIndex {
    StemIndex(rawValue: Int32(truncatingIfNeeded: index))
  }

  // MARK: - Solo, pause and master

  /// Takes up due solos and pause marks, and then decides again which stems are heard.
  @_noLocks private mutating func applySolos() {
    guard solosAreDue else { return }
    solosAreDue = false
    var isChanged = false
    var i = 0
    while i < stemCount {
      if let change = unsafe memory.players[i].pendingSolo, change.at <= position {
        unsafe memory.players[i].pendingSolo = nil
        count(unsafe memory.players[i].solo, by: -1)
        count(change.mode, by: 1)
        unsafe memory.players[i].solo = change.mode
        isChanged = true
      }
      if unsafe memory.players[i].applyHold(at: position) {
        isChanged = true
        noteHold(i)
      }
      i &+= 1
    }
    guard isChanged else { return }
    i = 0
    while i < stemCount {
      let isAudible =
        unsafe !isMuted && isLeftHeard(i) && !memory.players[i].isSilenced
      unsafe memory.players[i].setAudible(isAudible, at: position, isRolling: isSounding, ramps: ramps)
      touch(i)
      i &+= 1
    }
  }

  /// Whether no solo silences the stem.
  @_noLocks func isLeftHeard(_ index: Int) -> Bool {
    let isBase = unsafe memory.players[index].traits.isBase
    let isSoloed = unsafe memory.players[index].isSoloed
    return soloCount == 0 || isSoloed || (isBase && aloneCount == 0)
  }

  @_noLocks mutating func count(_ mode: SoloMode, by step: Int) {
    switch mode {
    case .off: break
    case .on: soloCount &+= step
    case .alone:
      soloCount &+= step
      aloneCount &+= step
    }
  }

  @_noLocks private mutating func applyMaster() {
    guard let change = pendingMaster, change.at <= position else { return }
    pendingMaster = nil
    master = master.moved(to: change.gain.linear, at: position, length: change.length)
  }
}
