/// One run of a stem, from its start to its stop: its loop tops, its end, and the frames of its follow action.
struct StemRun: BitwiseCopyable {
  var tops: LoopTops
  /// Whether the stem is running; it may be muted.
  var isUnderWay = false
  /// The boundary that the start counts for.
  var startBoundary: FramePosition = 0
  /// The loop top that the intro leads to; `.min` for a run that joined in the middle of the loop.
  var firstTop: FramePosition = .min
  /// The frame on which the stem stops after its repeats; `.max` if it loops indefinitely.
  var end: FramePosition = .max
  /// The frame on which the follow action requests its change: one loop before the change takes effect.
  var followAsk: FramePosition = .max
  var followDue: FramePosition = .max
}

extension StemPlayer {
  /// Begins a run for a start on `boundary`: sets the loop tops, the end and the frames of the follow action.
  @_noLocks mutating func beginRun(
    for boundary: FramePosition, at position: FramePosition, ramps: RampLengths
  ) {
    let intro = introLength
    run.isUnderWay = true
    run.startBoundary = boundary
    // The number of the run's first loop.
    let first: Int64
    if traits.entersAtTop {
      run.tops.anchor = traits.hasUpbeat ? boundary : boundary &+ intro
      run.firstTop = run.tops.anchor
      first = 0
    } else {
      run.tops.anchor = offset
      first = run.tops.index(atOrAfter: boundary)
      let next = run.tops.position(of: first)
      run.firstTop = next &- boundary <= intro ? next : .min
    }
    run.end = traits.repeats > 0 ? run.tops.position(of: first &+ Int64(traits.repeats)) : .max
    if let follow = traits.follow {
      run.followAsk =
        askedAt == position ? .max : run.tops.position(of: first &+ Int64(follow.loops) &- 1)
      run.followDue = run.tops.position(of: first &+ Int64(follow.loops))
    }
    passage = .none
    // A release that still rings from the previous run fades out.
    if releaseEnd > position {
      releaseEnvelope = Ramp(
        from: releaseEnvelope.value(before: position), to: 0, start: position, length: ramps.usual)
      releaseEnd = min(releaseEnd, position &+ ramps.usual)
    }
  }

  /// The follow action does not ask any more in this run, nor in one that begins on this frame.
  @_noLocks mutating func markAsked(at position: FramePosition) {
    askedAt = position
    run.followAsk = .max
  }

  /// Whether a stem that begins to be heard on this frame begins with the first sample of its loop or intro.
  @_noLocks func isWhole(at position: FramePosition) -> Bool {
    if run.firstTop != .min && position < run.firstTop { return position == run.firstTop &- introLength }
    return run.tops.isTop(position)
  }

  // MARK: - The upbeat

  /// Plans the upbeat before `boundary`, if the stem has one there.
  @_noLocks mutating func planUpbeat(for boundary: FramePosition, at position: FramePosition) {
    let isUpbeat =
      introLength > 0 && traits.hasUpbeat && !run.isUnderWay && meantBoundary == boundary && fadeLength == 0
      && (traits.entersAtTop || LoopTops(line: traits.line, anchor: offset).isTop(boundary))
    upbeatStart = isUpbeat ? max(position, boundary &- introLength) : .max
    if upbeatStart >= boundary { upbeatStart = .max }
  }

  /// Begins the upbeat if it is due.
  @_noLocks mutating func beginUpbeat(at position: FramePosition, ramps: RampLengths) {
    guard upbeatStart <= position else { return }
    upbeatStart = .max
    // After a skip to the boundary itself the stem starts there, at full level, without its upbeat.
    guard case .wait(let change) = status, change.at > position else { return }
    let isSilent = envelope.value(before: position) == 0, rings = releaseEnd > position
    beginRun(for: change.at, at: position, ramps: ramps)
    ramp(to: 1, at: position, length: isWhole(at: position) && isSilent ? 0 : ramps.usual)
    wholeFade(isSilent: isSilent, at: position, ramps: ramps)
    if endsHold { endHold(isSilent: isSilent && !rings, at: position) }
    settle()
  }

  // MARK: - The end

  /// Ends the run: the voice fades at once, unless the release takes over on this very frame.
  /// - Parameters:
  ///   - due: The frame on which the release begins.
  ///   - releasing: Whether the stem was to be heard until now.
  @_noLocks mutating func endRun(
    at position: FramePosition, due: FramePosition, releasing: Bool, ramps: RampLengths
  ) {
    let release = unsafe samples?.layout.release ?? 0
    if releasing && release > 0 {
      let whole = envelope.to == 1 && releasesWhole(at: due)
      releaseStart = due
      releaseEnd = due &+ release
      releaseEnvelope =
        whole
        ? envelopeOfRelease(at: due) : Ramp(from: 0, to: fade.value(at: due), start: due, length: ramps.usual)
      if whole { envelope = Ramp(constant: 0) }
    }
    endRun(at: position, ramps: ramps)
  }

  /// The envelope of the voice for its release; if the fade is not 1, it is constant at the level reached.
  @_noLocks private func envelopeOfRelease(at frame: FramePosition) -> Ramp {
    let level = fade.value(at: frame)
    return level == 1 ? envelope : Ramp(constant: envelope.value(at: frame) * level)
  }

  /// The caller settles the ramps.
  @_noLocks mutating func endRun(at position: FramePosition, ramps: RampLengths) {
    planned = nil
    pendingFade = nil
    run.isUnderWay = false
    run.end = .max
    run.followAsk = .max
    run.followDue = .max
    if envelope.to != 0 { ramp(to: 0, at: position, length: ramps.shortest) }
  }

  /// Whether the release follows the loop's last frame without a seam after a stop on this frame.
  @_noLocks func releasesWhole(at frame: FramePosition) -> Bool {
    guard unsafe samples?.layout.release ?? 0 > 0 else { return false }
    return frame > run.firstTop && run.tops.isTop(frame)
  }

  /// Ends the run after its last repeat, without a ramp.
  @_noLocks mutating func finish(at position: FramePosition, ramps: RampLengths) {
    let end = run.end
    let sounded = status.soundsNow
    status = .stop
    fadeLength = 0
    endsHold = false
    upbeatStart = .max
    if unsafe sounded && samples?.layout.release ?? 0 > 0 {
      releaseStart = end
      releaseEnd = end &+ (unsafe samples?.layout.release ?? 0)
      releaseEnvelope = envelopeOfRelease(at: end)
    }
    envelope = Ramp(constant: 0)
    endRun(at: position, ramps: ramps)
    settle()
  }
}
