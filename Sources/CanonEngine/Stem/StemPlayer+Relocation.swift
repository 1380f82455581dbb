/// What a stem does when the music moves to another place.
extension StemPlayer {
  /// Falls silent before the music moves.
  @_noLocks mutating func hush(at position: FramePosition, isRolling: Bool, ramps: RampLengths) {
    guard audibility.to != 0 else { return }
    audibility =
      isRolling
      ? Ramp(from: audibility.value(before: position), to: 0, start: position, length: ramps.usual)
      : Ramp(constant: 0)
    settle()
  }

  /// Is heard again where the music has moved to: at once if it begins there, or was silent.
  @_noLocks mutating func rise(at position: FramePosition, isRolling: Bool, ramps: RampLengths) {
    let begins = releaseEnd <= position && (!status.soundsNow || isWhole(at: position))
    audibility =
      begins || !isRolling
      ? Ramp(constant: 1) : Ramp(from: 0, to: 1, start: position, length: ramps.usual)
    settle()
  }

  /// Moves with the music. What has begun goes on in time (ramps, fades, a release); what is to begin stays at its place in the music.
  /// The stem is silent on this frame.
  @_noLocks mutating func relocate(_ move: Relocation, ramps: RampLengths) {
    let frame = move.at
    cue = Ramp(constant: 0)
    offset = move.place(offset)
    run.tops.anchor = move.place(run.tops.anchor)
    run.startBoundary = move.place(run.startBoundary)
    meantBoundary = move.place(meantBoundary)
    if run.end != .max { run.end = move.frame(run.end) }
    if run.followAsk != .max { run.followAsk = move.frame(run.followAsk) }
    if run.followDue != .max { run.followDue = move.frame(run.followDue) }
    if run.firstTop != .min {
      run.firstTop = move.place(run.firstTop)
      // Before its first top the run would be silent; where it stood it is in its intro.
      if frame < run.firstTop, move.origin != move.oldOrigin { run.firstTop = .min }
    }
    join(move, ramps: ramps)
  }

  /// Goes on in silence at the new place of the music.
  @_noLocks mutating func join(_ move: Relocation, ramps: RampLengths) {
    let frame = move.at
    movePending(move, ramps)
    passage = .none
    planned = nil
    if case .wait = status, run.isUnderWay {
      endRun(at: frame, ramps: ramps)
      hasToldRun = true
    }
    envelope = Ramp(constant: status.soundsNow ? 1 : 0)
    if status.soundsNow {
      let current = status
      sound(current, .stop, at: frame, ramps: ramps)
    } else if case .wait(let change) = status {
      planUpbeat(for: change.at, at: frame)
    }
    settle()
  }

  @_noLocks private mutating func movePending(_ move: Relocation, _ ramps: RampLengths) {
    let hasBegunFade = isFadedOut(by: status) && !hasPendingFade
    // In a group the end of a fade moves too, so that no stem is heard beyond the start of another.
    if !hasBegunFade || traits.group >= 0 { status = status.moved(move) }
    if hasBegunFade, traits.group >= 0, let end = status.silenceAt {
      fade = fade.moved(to: 0, at: move.at, length: end &- move.at)
    }
    if hasPendingFade, let end = status.silenceAt {
      pendingFade = PendingFade(at: max(move.at, end &- fadeLength), end: end)
    }
    if let old = pendingGain {
      pendingGain = PendingGain(at: move.frame(old.at), gain: old.gain, length: old.length)
    }
    if let old = pendingPan {
      pendingPan = PendingPan(at: move.frame(old.at), pan: old.pan, length: old.length)
    }
    if let old = pendingSolo { pendingSolo = PendingSolo(at: move.frame(old.at), mode: old.mode) }
    if let old = pendingHold {
      pendingHold = PendingHold(at: move.frame(old.at), isHeld: old.isHeld, length: old.length)
    }
    guard var replacement = unsafe self.replacement else { return }
    if unsafe replacement.dipStart == .max { dip = Ramp(constant: 1) }
    unsafe replacement.at = unsafe move.frame(replacement.at)
    unsafe replacement.dipStart = unsafe max(move.at, replacement.at &- ramps.usual)
    unsafe self.replacement = unsafe replacement
  }

  private var hasPendingFade: Bool { @_noLocks get { if case .some = pendingFade { true } else { false } } }
}

extension StemStatus {
  /// The status with its pending change where the music has moved it.
  @_noLocks public func moved(_ move: Relocation) -> StemStatus {
    switch self {
    case .stop, .play, .mute: self
    case .wait(let change): .wait(change.moved(move))
    case .playThenMute(let change): .playThenMute(change.moved(move))
    case .playThenStop(let change): .playThenStop(change.movedStop(move))
    case .muteThenPlay(let change): .muteThenPlay(change.moved(move))
    case .muteThenStop(let change): .muteThenStop(change.movedStop(move))
    }
  }
}

extension PendingChange {
  @_noLocks fileprivate func moved(_ move: Relocation) -> PendingChange {
    PendingChange(at: move.frame(at), by: by)
  }

  /// A stop that a shut door has requested is not put off.
  @_noLocks fileprivate func movedStop(_ move: Relocation) -> PendingChange {
    let moved = moved(move)
    return by.isDoor && moved.at > at ? self : moved
  }
}
