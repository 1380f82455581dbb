import CanonEngine

/// Fades of a stem's voice, marks of pause, and a panic.
extension SlowStem {
  // MARK: - Fades

  /// Whether what is pending is the end of a fade out.
  var isFadedOut: Bool { sounds && pending?.next == .mute && pending?.over != nil }

  /// A fade out begins on the frame that is as far before its mute as it is long; not if another already falls to that frame.
  mutating func fadeIfDue(at frame: Int64) {
    guard isFadedOut, let mute = pending, let over = mute.over, mute.at - over == frame else { return }
    fade = SlowLine(from: fade[frame], to: 0, start: frame, length: over)
  }

  /// The stem is to sound on.
  mutating func fadeBack(over length: Int64, at frame: Int64) {
    guard fade.to != 1 else { return }
    fade = SlowLine(from: fade[frame], to: 1, start: frame, length: length)
  }

  /// It begins to be heard: by a fade in, or with no fade.
  mutating func fadeIn(over length: Int64?, wasSilent: Bool, at frame: Int64) {
    if let length {
      fade = SlowLine(from: wasSilent ? 0 : fade.before(frame), to: 1, start: frame, length: length)
    } else if fade.to != 1 || fade.start + fade.length > frame {
      fade = wasSilent ? SlowLine(1) : SlowLine(from: fade[frame], to: 1, start: frame, length: usual)
    }
  }

  /// A release takes the level that the fade has left.
  func envelopeOfRelease(at frame: Int64) -> SlowLine {
    fade[frame] == 1 ? envelope : SlowLine(envelope[frame] * fade[frame])
  }

  func rings(at frame: Int64) -> Bool { release.map { $0.end > frame } ?? false }

  // MARK: - Pause

  /// A pause for the frame of a pending change, or before, holds that too.
  mutating func hold(_ isHeld: Bool, from frame: Int64) {
    nextHold = (frame, isHeld, 0)
    if isHeld, let pending, pending.at >= frame { self.pending?.endsHold = false }
  }

  /// What was asked since the pause lets the stem be heard.
  mutating func endHold(wasQuiet: Bool, at frame: Int64) {
    if let change = nextHold, change.isHeld, change.at <= frame { nextHold = nil }
    guard isHeld else { return }
    isHeld = false
    rise = (wasQuiet, 0)
  }

  /// - Returns: Whether the stem is held now and was not, or the other way round.
  mutating func takeHold(at frame: Int64) -> Bool {
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
    (isHeld, rise) = (false, nil)
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
    exchange = nil
    if dip.to == 0 { dip = SlowLine(from: dip[frame], to: 1, start: frame, length: usual) }
  }
}
