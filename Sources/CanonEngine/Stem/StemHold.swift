/// A mark of pause that is to be set, or taken away, on a later frame.
struct PendingHold: BitwiseCopyable {
  let at: FramePosition
  let isHeld: Bool
  /// Frames over which the stem is heard again; 0: the usual ramp.
  let length: FrameCount

  @_noLocks init(at: FramePosition, isHeld: Bool, length: FrameCount = 0) {
    self.at = at
    self.isHeld = isHeld
    self.length = length
  }
}

/// The mark of a pause: a stem that is held runs on, and is not heard.
extension StemPlayer {
  /// Whether it is held, or is to be.
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

  /// Notes that the stem is held from a frame on, or no longer. A start that is pending for then, or later, does not end that.
  @_noLocks mutating func plan(_ change: PendingHold) {
    pendingHold = change
    if change.isHeld, let pending = status.pending, pending.at >= change.at { endsHold = false }
  }

  /// The stem begins to be heard, as somebody has asked since the pause.
  /// - Parameter isSilent: Whether nothing of it was heard: then it is whole at once.
  @_noLocks mutating func endHold(isSilent: Bool, at position: FramePosition) {
    // A pause for this frame was asked for earlier than the start.
    if let pendingHold, pendingHold.isHeld, pendingHold.at <= position { self.pendingHold = nil }
    guard isHeld else { return }
    isHeld = false
    holdIsDue = true
    isWholeAtOnce = isSilent
  }

  /// Takes up the change of the mark whose frame has come.
  /// - Returns: Whether it is another than before.
  @_noLocks mutating func takeHold(at position: FramePosition) -> Bool {
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
