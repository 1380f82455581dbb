/// A pause mark that is to be set or removed on a later frame.
struct PendingHold: BitwiseCopyable {
  let at: FramePosition
  let isHeld: Bool
  /// Frames over which the stem becomes audible again; 0 for the usual ramp.
  let length: FrameCount

  @_noLocks init(at: FramePosition, isHeld: Bool, length: FrameCount = 0) {
    self.at = at
    self.isHeld = isHeld
    self.length = length
  }
}

/// The pause mark: a stem that is held runs on and is not heard.
extension StemPlayer {
  /// Whether the stem is held, or is to be.
  var isHeldOrWillBe: Bool {
    @_noLocks get {
      if let pendingHold { return isHeld || pendingHold.isHeld }
      return isHeld
    }
  }

  @_noLocks func isHoldDue(by position: FramePosition) -> Bool {
    if let pendingHold, pendingHold.at <= position { return true }
    return holdIsDue
  }

  /// Whether a change of the mark differs from the pending one, or from the mark if none is pending.
  @_noLocks func isChanged(by change: PendingHold) -> Bool {
    // A pause also holds a pending start that would end the mark.
    if change.isHeld && endsHold { return true }
    guard let old = pendingHold else { return isHeld != change.isHeld }
    return old.at != change.at || old.isHeld != change.isHeld || old.length != change.length
  }

  /// Schedules a change of the mark. A start that is already pending for that frame or later does not end a new pause.
  @_noLocks mutating func plan(_ change: PendingHold) {
    pendingHold = change
    if change.isHeld, let pending = status.pending, pending.at >= change.at { endsHold = false }
  }

  /// Ends the pause as the stem begins to be heard, because a start was requested since the pause.
  /// - Parameter isSilent: Whether nothing of the stem was heard: then its audibility is 1 at once.
  @_noLocks mutating func endHold(isSilent: Bool, at position: FramePosition) {
    // A pause for this frame was requested earlier than the start.
    if let pendingHold, pendingHold.isHeld, pendingHold.at <= position { self.pendingHold = nil }
    guard isHeld else { return }
    isHeld = false
    holdIsDue = true
    isWholeAtOnce = isSilent
  }

  /// Makes a due change of the mark take effect.
  /// - Returns: Whether the mark has changed, here or by ``endHold(isSilent:at:)``.
  @_noLocks mutating func applyHold(at position: FramePosition) -> Bool {
    var isChanged = holdIsDue
    if let change = pendingHold, change.at <= position {
      pendingHold = nil
      isChanged = isChanged || isHeld != change.isHeld
      if isHeld != change.isHeld {
        riseLength = change.length
        isWholeAtOnce = false
      }
      isHeld = change.isHeld
    }
    holdIsDue = false
    return isChanged
  }
}
