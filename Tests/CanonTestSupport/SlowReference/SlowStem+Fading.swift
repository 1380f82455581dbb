import CanonEngine

/// Fades of a stem's voice, pause marks, and panic.
extension SlowStem {
  // MARK: - Fades

  /// Whether the pending change is the end of a fade out.
  var isFadedOut: Bool { sounds && pending?.next == .mute && pending?.over != nil }

  /// Begins a fade out on the frame that precedes its mute by its length.
  mutating func fadeIfDue(at frame: Int64) {
    guard isFadedOut, let mute = pending, let over = mute.over, mute.at - over == frame else { return }
    fade = SlowLine(from: fade[frame], to: 0, start: frame, length: over)
  }

  /// Moves the fade back to 1, for a stem that is to play on.
  mutating func fadeBack(over length: Int64, at frame: Int64) {
    guard fade.to != 1 else { return }
    fade = SlowLine(from: fade[frame], to: 1, start: frame, length: length)
  }

  /// Sets the fade of a stem that begins to be heard, with a fade in or without.
  mutating func fadeIn(over length: Int64?, wasSilent: Bool, at frame: Int64) {
    if let length {
      fade = SlowLine(from: wasSilent ? 0 : fade.before(frame), to: 1, start: frame, length: length)
    } else if fade.to != 1 || fade.start + fade.length > frame {
      fade = wasSilent ? SlowLine(1) : SlowLine(from: fade[frame], to: 1, start: frame, length: usual)
    }
  }

  /// The envelope of a release, which takes the fade's value as its level.
  func envelopeOfRelease(at frame: Int64) -> SlowLine {
    fade[frame] == 1 ? envelope : SlowLine(envelope[frame] * fade[frame])
  }

  func rings(at frame: Int64) -> Bool { release.map { $0.end > frame } ?? false }

  // MARK: - Pause

  /// Whether a pause or its end changes anything: neither the mark nor a pending change is like it already.
  func isHeldOtherwise(_ isHeld: Bool, from frame: Int64) -> Bool {
    if isHeld, pending?.endsHold == true { return true }
    return nextHold.map { $0 != (frame, isHeld, 0) } ?? (self.isHeld != isHeld)
  }

  /// Schedules a pause or its end. A pause on the frame of a pending change, or before it, holds that change too.
  mutating func hold(_ isHeld: Bool, from frame: Int64) {
    nextHold = (frame, isHeld, 0)
    if isHeld, let pending, pending.at >= frame { self.pending?.endsHold = false }
  }

  /// Ends the pause, because a start was requested since.
  mutating func endHold(wasQuiet: Bool, at frame: Int64) {
    if let change = nextHold, change.isHeld, change.at <= frame { nextHold = nil }
    guard isHeld else { return }
    isHeld = false
    rise = (wasQuiet, 0)
  }

  /// Makes a due change of the mark take effect.
  /// - Returns: Whether the mark has changed, here or by ``endHold(wasQuiet:at:)``.
  mutating func applyHold(at frame: Int64) -> Bool {
    guard let change = nextHold, change.at <= frame else { return rise != nil }
    nextHold = nil
    if isHeld != change.isHeld { rise = (false, change.over) }
    isHeld = change.isHeld
    return rise != nil
  }

  // MARK: - Panic

  mutating func panic(isSilenced: Bool, over length: Int64, at frame: Int64) {
    let heard = isSilenced ? 1 : audibility.before(frame)
    let voice = (envelope.before(frame) * fade.before(frame)) * heard
    (state, pending, fallsFor) = (.stop, nil, nil)
    (nextGain, nextPan, nextSolo, nextHold) = (nil, nil, nil, nil)
    (isHeld, rise, isStarved) = (false, nil, false)
    endRun(at: frame)
    envelope = SlowLine(from: voice, to: 0, start: frame, length: length)
    if let ringing = release, ringing.end > frame {
      let line = SlowLine(
        from: ringing.envelope.before(frame) * heard, to: 0, start: frame, length: length)
      release = (ringing.start, min(ringing.end, frame + length), line)
    }
    if !isSilenced { audibility = SlowLine(1) }
    fade = SlowLine(1)
    (gain, left, right) = (SlowLine(gain[frame]), SlowLine(left[frame]), SlowLine(right[frame]))
    replacement = nil
    if dip.to == 0 { dip = SlowLine(from: dip[frame], to: 1, start: frame, length: usual) }
  }
}
