/// Requests of a stem: whether they are permitted, and what they change.
extension Engine {
  /// Whether all stems on which the current command relies (``StartPermit/needed``) play. Clears their marks.
  @_noLocks mutating func consumeNeeds() -> Bool {
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

  @_noLocks func isPermitted(_ permission: EngineCommand.Permission, _ index: Int) -> Bool {
    switch permission {
    case .none: false
    case .permit: true
    case .whileOpen: unsafe memory.players[index].isOpen
    }
  }

  @_noLocks mutating func ask(
    _ index: Int, _ request: StemRequest, _ quantum: Quantum, permitted: Bool, from: FramePosition?,
    fading: FrameCount, by source: Asker
  ) -> EngineEvent.Answer {
    let old = unsafe memory.players[index].status
    let areNeedsMet = consumeNeeds()
    // A start that relies on others is refused even if it would only cancel a stop, as a rendering refuses it.
    switch request {
    case .start, .unmute: if !areNeedsMet { return .notPermitted }
    case .stop, .mute, .cancel, .press: break
    }
    let permitted = areNeedsMet && permitted
    if !permitted && old.needsPermit(for: request, secondPress: secondPress) { return .notPermitted }
    let isHastened = isHastened(request, old)
    let isCounted =
      from == nil && !isHastened && old.needsPermit(for: request, secondPress: secondPress)
    let counted = isCounted ? countedFrame : nil, isUnderWay = isCountInAhead
    // Nothing begins in the gap before a piece.
    let sought = isCounted ? max(counted ?? .min, downbeatAhead ?? .min) : .min
    guard var (at, boundary) = moment(quantum, index, from: sought > .min ? sought : nil) else {
      return .tooFar
    }
    if isHastened {
      at = old.startsNext ? downbeatAhead ?? position : position
      boundary = at
    }
    // A fade out mutes at its end.
    if fading > 0, case .mute = request { at &+= fading }
    guard at < Self.lastBoundary else { return .tooFar }
    let new = old.after(request, change: PendingChange(at: at, by: source), secondPress: secondPress)
    // A door takes its stop back after its opening, which may have been refused on this very frame.
    let isTakenBack = if case .cancel = request { true } else { false }
    if !source.isDoor || isTakenBack, unsafe !memory.players[index].isOpen || !areNeedsMet,
      old.isPutOff(by: new, at: position)
    {
      return .notPermitted
    }
    let answer = change(index, to: new, boundary: from ?? boundary, fading: fading)
    if case .some = counted, !isUnderWay { countIn(index) }
    return answer
  }

  /// The first downbeat of a piece that has begun with a gap; nil once it has come, and without a gap.
  private var downbeatAhead: FramePosition? {
    @_noLocks get { hasGap && position < origin ? origin : nil }
  }

  /// Whether a press makes a pending change take effect at once.
  @_noLocks private func isHastened(_ request: StemRequest, _ old: StemStatus) -> Bool {
    if old.isPending, case .press = request, case .now = secondPress { true } else { false }
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
  @_noLocks mutating func setFade(_ index: Int, _ level: Float) -> EngineEvent.Answer {
    guard case .play = unsafe memory.players[index].status, unsafe memory.players[index].fade.to != level
    else {
      return .unchanged
    }
    unsafe memory.players[index].setFade(level, at: position, isRolling: isSounding, ramps: ramps)
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
