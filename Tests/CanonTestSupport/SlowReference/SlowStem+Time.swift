import CanonEngine

/// The changes of a stem on its frames.
extension SlowStem {
  public var sounds: Bool { state == .play }

  /// The frame from which the stem is to be silent, unless its release continues there without a seam.
  private var silence: Int64? {
    guard sounds, let pending, !isFadedOut else { return nil }
    return pending.next == .stop && releasesWhole(on: pending.at) ? nil : pending.at
  }

  /// Carries out everything that is due.
  /// - Returns: Whether the run has ended by itself.
  mutating func arrive(at frame: Int64) -> Bool {
    fallIfDue(at: frame)
    fadeIfDue(at: frame)
    dipIfDue(at: frame)
    beginUpbeatIfDue(at: frame)
    var hasEnded = endIfOver(at: frame, by: frame)
    completeIfDue(at: frame, by: frame)
    // A run that counts from an earlier boundary may be over before it is heard.
    hasEnded = endIfOver(at: frame, by: frame) || hasEnded
    if let change = nextGain, change.at <= frame {
      nextGain = nil
      gain = SlowLine(from: gain[frame], to: change.gain, start: frame, length: change.length)
    }
    if let change = nextPan, change.at <= frame {
      nextPan = nil
      left = SlowLine(from: left[frame], to: change.pan.left, start: frame, length: change.length)
      right = SlowLine(from: right[frame], to: change.pan.right, start: frame, length: change.length)
    }
    replaceIfDue(at: frame)
    return hasEnded
  }

  /// Adapts the envelope after a skip: a stem that is heard rises from 0. Stems that begin here do so afterwards.
  mutating func rejoin(at frame: Int64) {
    let isUpbeat = isRunning && state == .stop && pending.map { $0.at > frame } ?? false
    let isHeard = sounds || isUpbeat
    cue = SlowLine(0)
    envelope = isHeard ? SlowLine(from: 0, to: 1, start: frame, length: usual) : SlowLine(0)
    fallsFor = nil
    if var ringing = release, ringing.end > frame {
      if ringing.envelope.to == 0 { ringing.end = frame }
      ringing.envelope = SlowLine(from: 0, to: ringing.envelope.to, start: frame, length: usual)
      release = ringing
    }
    fallIfDue(at: frame)
  }

  mutating func move(to value: Float, at frame: Int64, over length: Int64) {
    envelope = SlowLine(from: envelope.before(frame), to: value, start: frame, length: length)
  }

  // MARK: - The envelope

  /// Begins the fall towards the frame on which the stem is to be silent, or rises again if that no longer applies.
  mutating func fallIfDue(at frame: Int64) {
    guard sounds else { return }
    if let silence, fallsFor == silence { return }
    if let silence, frame >= silence - usual {
      move(to: 0, at: frame, over: max(silence - frame, shortest))
      fallsFor = silence
    } else if fallsFor != nil {
      move(to: 1, at: frame, over: usual)
      fallsFor = nil
    }
  }

  private mutating func fallSilent(at frame: Int64) {
    fallsFor = nil
    if envelope.to != 0 { move(to: 0, at: frame, over: shortest) }
  }

  mutating func rise(at frame: Int64) {
    guard envelope.to != 1 else { return }
    move(to: 1, at: frame, over: beginsWhole(at: frame) && envelope.before(frame) == 0 ? 0 : usual)
  }

  // MARK: - Changes of state

  mutating func completeIfDue(at frame: Int64, by due: Int64) {
    guard let change = pending, change.at <= due else { return }
    let old = state, wasFadedOut = isFadedOut
    pending = nil
    state = change.next
    switch state {
    case .play:
      begun.append(frame - (offset - traits.offset))
      let wasSilent = envelope.before(frame) == 0, wasQuiet = wasSilent && !rings(at: frame)
      if !isRunning { begin(for: old == .stop ? meant : change.at, at: frame) }
      rise(at: frame)
      fadeIn(over: change.over, wasSilent: wasSilent, at: frame)
      if change.endsHold { endHold(wasQuiet: wasQuiet, at: frame) }
    case .mute:
      if wasFadedOut, fade.isSilent(at: frame) {
        (envelope, fade, fallsFor) = (SlowLine(0), SlowLine(1), nil)
      } else {
        fallSilent(at: frame)
      }
    case .stop:
      if old == .play { ring(from: change.at) }
      endRun(at: frame)
    case .wait: preconditionFailure("no state of its own here")
    }
  }

  /// Begins the release after a stop; on a loop top it follows without a seam.
  private mutating func ring(from frame: Int64) {
    guard let sound, sound.release > 0 else { return }
    let isWhole = envelope.to == 1 && releasesWhole(on: frame)
    let rising = SlowLine(from: 0, to: fade[frame], start: frame, length: usual)
    release = (frame, frame + sound.release, isWhole ? envelopeOfRelease(at: frame) : rising)
    if isWhole { envelope = SlowLine(0) }
  }

  mutating func endRun(at frame: Int64) {
    isRunning = false
    (end, followAsk) = (nil, nil)
    fallSilent(at: frame)
  }

  /// Ends the run after its last repeat, without a ramp.
  private mutating func endIfOver(at frame: Int64, by due: Int64) -> Bool {
    guard let over = end, over <= due else { return false }
    completeIfDue(at: frame, by: over)
    guard end == over else { return false }
    if sounds, let sound, sound.release > 0 {
      release = (over, over + sound.release, envelopeOfRelease(at: over))
    }
    (state, pending, envelope) = (.stop, nil, SlowLine(0))
    endRun(at: frame)
    return true
  }
}
