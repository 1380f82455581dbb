/// What a stem does while the music stands still.
extension StemPlayer {
  /// Moves everything to later by a number of frames, as if these had not passed: what is pending, and what has begun. Only the stop that a shut door
  /// has requested keeps its frame.
  @_noLocks mutating func delay(by frames: FrameCount, at position: FramePosition, ramps: RampLengths) {
    offset &+= frames
    run.tops.anchor &+= frames
    run.startBoundary &+= frames
    run.end.delay(by: frames)
    run.followAsk.delay(by: frames)
    run.followDue.delay(by: frames)
    if run.firstTop != .min { run.firstTop &+= frames }
    meantBoundary &+= frames
    upbeatStart.delay(by: frames)
    envelope = envelope.delayed(by: frames)
    planned = planned?.delayed(by: frames)
    if releaseEnd != .min { releaseEnd &+= frames }
    releaseStart &+= frames
    releaseEnvelope = releaseEnvelope.delayed(by: frames)
    (gain, left, right) = (gain.delayed(by: frames), left.delayed(by: frames), right.delayed(by: frames))
    (audibility, dip, fade) = (
      audibility.delayed(by: frames), dip.delayed(by: frames), fade.delayed(by: frames)
    )
    delayPending(by: frames)
    passage = .none
    if let stop = status.pending, stop.by.isDoor, status.stopsNext {
      planned = nil
      let current = status
      sound(current, current, at: position, ramps: ramps)
    }
    settle()
  }

  @_noLocks private mutating func delayPending(by frames: FrameCount) {
    status = status.delayed(by: frames)
    lookAt.delay(by: frames)
    if let old = pendingFade { pendingFade = PendingFade(at: old.at &+ frames, end: old.end &+ frames) }
    if let old = pendingGain {
      pendingGain = PendingGain(at: old.at &+ frames, gain: old.gain, length: old.length)
    }
    if let old = pendingPan {
      pendingPan = PendingPan(at: old.at &+ frames, pan: old.pan, length: old.length)
    }
    if let old = pendingSolo { pendingSolo = PendingSolo(at: old.at &+ frames, mode: old.mode) }
    if let old = pendingHold {
      pendingHold = PendingHold(at: old.at &+ frames, isHeld: old.isHeld, length: old.length)
    }
    guard var replacement = unsafe self.replacement else { return }
    unsafe replacement.at &+= frames
    unsafe replacement.dipStart.delay(by: frames)
    unsafe self.replacement = unsafe replacement
  }
}

extension StemStatus {
  /// The status with its pending change moved by a number of frames, unless that is a stop by a shut door.
  @_noLocks public func delayed(by frames: FrameCount) -> StemStatus {
    switch self {
    case .stop, .play, .mute: self
    case .wait(let change): .wait(change.delayed(by: frames))
    case .playThenMute(let change): .playThenMute(change.delayed(by: frames))
    case .playThenStop(let change): .playThenStop(change.by.isDoor ? change : change.delayed(by: frames))
    case .muteThenPlay(let change): .muteThenPlay(change.delayed(by: frames))
    case .muteThenStop(let change): .muteThenStop(change.by.isDoor ? change : change.delayed(by: frames))
    }
  }
}

extension PendingChange {
  @_noLocks fileprivate func delayed(by frames: FrameCount) -> PendingChange {
    PendingChange(at: at &+ frames, by: by)
  }
}

extension Ramp {
  /// The same ramp, moved by a number of frames.
  @_noLocks public func delayed(by frames: FrameCount) -> Ramp {
    Ramp(from: from, to: to, start: start &+ frames, length: end &- start)
  }
}

extension FramePosition {
  /// The frame moved by a number of frames; `.max` is never.
  @_noLocks mutating func delay(by frames: FrameCount) {
    if self != .max { self &+= frames }
  }
}
