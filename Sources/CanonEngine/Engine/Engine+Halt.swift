/// A halt that waits until all stems are silent.
struct PendingHalt: BitwiseCopyable {
  /// `.max` before the first frame that is delivered.
  let at: FramePosition
  /// Where the music stands then; nil for where it is by itself.
  let place: FramePosition?

  @_noLocks init(at: FramePosition, place: FramePosition?) {
    self.at = at
    self.place = place
  }
}

/// Halts: the music stands still, and the frames count on. All stems fall silent over the usual ramp before, and rise in phase when
/// the clock runs on.
extension Engine {
  /// Whether a ramp is needed: something may be heard.
  var isSounding: Bool { @_noLocks get { isRolling && !isHalted } }

  var isHalted: Bool { @_noLocks get { haltedAt < .max } }

  /// Whether the music stands still on an earlier frame: nothing is due.
  var isBehind: Bool { @_noLocks get { isHalted && position > haltedAt } }

  var isHalting: Bool { @_noLocks get { if case .some = pendingHalt { true } else { false } } }

  /// Whether all stems are silent, or fall silent, because the music is about to move or stands still.
  var isMuted: Bool { @_noLocks get { hasPendingSeek || isHalting || isHalted } }

  /// The events that are due to a halt.
  var haltEvents: Int { @_noLocks get { isHalting ? 2 : 0 } }

  // MARK: - Commands

  @_noLocks mutating func halt(at place: FramePosition?) -> EngineEvent.Answer {
    if let place, !isPlace(place) { return .tooFar }
    if isHalted || isHalting {
      guard let place, !stands(at: place) else { return .unchanged }
      if let pending = pendingHalt {
        pendingHalt = PendingHalt(at: pending.at, place: place)
      } else {
        relocate(to: place)
      }
      return .accepted
    }
    // Nothing has been heard before the first frame.
    let isHeard = isRolling && hasDelivered
    let at = isHeard ? position &+ ramps.usual : .max
    pendingHalt = PendingHalt(at: at, place: place)
    agenda = min(agenda, at)
    hushAll(isHeard: isHeard)
    return .accepted
  }

  /// Whether the music stands at a place, or is to.
  @_noLocks private func stands(at place: FramePosition) -> Bool {
    if isHalted { return haltedAt &- origin == place }
    guard let pending = pendingHalt, let meant = pending.place else { return false }
    return meant == place
  }

  /// Lets the clock run: from the first downbeat, or on after a halt.
  @_noLocks mutating func roll(from place: FramePosition?) -> EngineEvent.Answer {
    if let place, !isPlace(place) { return .tooFar }
    // What waited for the clock is due.
    agenda = .min
    if !isRolling {
      isRolling = true
      return .accepted
    }
    if isHalted {
      // Also to where it stands: what was requested meanwhile has ramps that nobody has heard.
      relocate(to: place ?? position &- origin)
      haltedAt = .max
    } else if isHalting {
      pendingHalt = nil
    } else {
      return .unchanged
    }
    events.write(.rolled(at: position, to: position &- origin))
    riseAgain()
    return .accepted
  }

  @_noLocks func isPlace(_ position: FramePosition) -> Bool {
    position > 0 &- Self.lastBoundary && position < Self.lastBoundary
  }

  @_noLocks mutating func hushAll(isHeard: Bool = true) {
    var i = 0
    while i < stemCount {
      unsafe memory.players[i].hush(at: position, isRolling: isHeard && isSounding, ramps: ramps)
      touch(i)
      i &+= 1
    }
  }

  // MARK: - Standing still

  /// If the music stands, it does so on this frame: what follows counts from here.
  @_noLocks mutating func standHere() {
    if isHalted { haltedAt = position }
  }

  /// Halts if that is due.
  /// - Returns: Whether the music stands still from now on. Then more may be due on this frame.
  @_noLocks mutating func haltIfDue() -> Bool {
    guard let halt = pendingHalt, halt.at <= position else { return false }
    pendingHalt = nil
    haltedAt = position
    // A relocation that is still to come happens now, because everything is silent.
    let place = halt.place ?? pendingSeek?.target ?? position &- origin
    pendingSeek = nil
    events.write(.halted(at: position, to: place))
    if place != position &- origin { relocate(to: place) }
    return true
  }

  /// Brings the music, which stands still, to the present frame, before a command is received there: everything is later by the frames
  /// that have passed.
  @_noLocks mutating func catchUp() {
    guard isBehind else { return }
    let frames = position &- haltedAt
    haltedAt = position
    origin &+= frames
    master = master.delayed(by: frames)
    if let change = pendingMaster {
      pendingMaster = PendingGain(at: change.at &+ frames, gain: change.gain, length: change.length)
    }
    if var edition = unsafe pendingEdition {
      unsafe edition.at &+= frames
      unsafe edition.hushAt.delay(by: frames)
      unsafe pendingEdition = unsafe edition
    }
    leavingEnd.delay(by: frames)
    countIn?.delay(by: frames)
    delaySends(since: position &- frames, by: frames)
    var i = 0
    while i < stemCount {
      unsafe memory.players[i].delay(by: frames, at: position, ramps: ramps)
      touch(i)
      i &+= 1
    }
    events.write(.stood(at: position, for: frames))
    // Only the stop of a shut door may be due by now.
    agenda = .min
    reachBoundaries()
  }

  /// A halt that was received before anything was delivered happens here: after the first skip, or on the first frame that is delivered.
  @_noLocks mutating func haltBeforeFirst() {
    guard isRolling, let halt = pendingHalt, halt.at == .max else { return }
    pendingHalt = PendingHalt(at: position, place: halt.place)
    agenda = .min
    reachBoundaries()
  }

  /// The frame up to which nothing happens while the clock stands.
  @_noLocks func silentFrames(atMost frames: Int32) -> Int32 {
    let next = unsafe waiting.nextFrame &- position
    return next <= 0 ? 1 : Int32(truncatingIfNeeded: min(Int64(frames), next))
  }

  // MARK: - Another clock

  /// Follows the clock of a period, on this frame.
  /// - Returns: false if the clock does not run, or there is no room to report it. Nothing was changed then.
  @_noLocks mutating func synchronize(to clock: PeriodClock) -> Bool {
    if case .free = clock { return true }
    guard isRolling, events.hasRoom(for: promisedEvents &+ 6) else { return false }
    switch clock {
    case .free: break
    case .stopped(let place): stop(at: place)
    case .rolling(let place): roll(to: place)
    }
    return true
  }

  @_noLocks private mutating func stop(at place: FramePosition) {
    if stands(at: place) { return }
    catchUp()
    guard case .accepted = halt(at: place) else { return }
    events.write(.clockChanged(.halt(at: place), at: position))
    reachBoundaries()
  }

  @_noLocks private mutating func roll(to place: FramePosition) {
    if isHalted || isHalting {
      let isThere = isHalted || place == position &- origin
      catchUp()
      guard case .accepted = roll(from: place) else { return }
      events.write(.clockChanged(.roll(from: place), at: position))
      reachBoundaries()
      if isThere { return }
    }
    guard isPlace(place) else { return }
    let at = relocationFrame
    let target = place &+ (at &- position)
    // Where the music is by then without this.
    if target == pendingSeek?.target ?? at &- origin { return }
    plan(seek: target)
    events.write(.clockChanged(.seek(to: target, on: at), at: position))
    reachBoundaries()
  }
}
