/// One stem on the audio thread: its status, its gain, its samples.
///
/// Where it reads and how loud it is are functions of the frame. Its envelope follows its status:
/// - It reaches silence *on* a boundary. The ramp down covers the frames before the boundary, from the moment the
///   change is known. If less than the shortest ramp remains, the ramp takes that long and passes the boundary.
/// - It begins at full level at the top of the loop (and at the first frame of the intro), with a ramp anywhere else.
/// - After a stop on a loop top the release follows without a seam. After any other stop it rises as the loop fades.
@safe struct StemPlayer: BitwiseCopyable {
  // The fields that every period reads come first: one cache line for a stem that is simply playing.
  /// The passage that is being read.
  var passage = Passage.none
  /// The frame from which no ramp moves, and the gains are ``steadyLeft`` and ``steadyRight``.
  var rampsEnd: FramePosition = 0
  var steadyLeft: Float = 0
  var steadyRight: Float = 0
  /// The frame from which no release rings.
  var releaseEnd: FramePosition = .min
  /// nil while the engine has no samples of this stem, which is then silent whatever its status.
  var samples: StemRef?

  // The other fields are read only when something changes.
  var traits: StemTraits
  var status: StemStatus = .stop
  var run: StemRun
  /// The frame on which control said that the follow action has asked (``markAsked(at:)``).
  var askedAt: FramePosition = .min
  /// The frame from which its loop counts in phase: the stem's offset from the music's first downbeat.
  var offset: FramePosition
  var envelope = Ramp(constant: 0)
  /// A ramp to silence that begins later.
  var planned: Ramp?
  /// The frame on which the upbeat of an armed stem begins; `.max` if it has none, or after it has begun.
  var upbeatStart: FramePosition = .max
  /// The boundary that an armed stem's start counts for. It differs from the frame of the change after a late command
  /// (``EngineConfiguration/graceMilliseconds``) or a start that names its boundary.
  var meantBoundary: FramePosition = 0
  var releaseStart: FramePosition = 0
  var releaseEnvelope = Ramp(constant: 0)
  var gain: Ramp
  /// The pan's factors.
  var left: Ramp
  var right: Ramp
  var audibility = Ramp(constant: 1)
  var dip = Ramp(constant: 1)
  /// The fade, which applies to the voice alone.
  var fade = Ramp(constant: 1)
  /// Frames of the fade that the pending change belongs to; 0 if it is not a fade.
  var fadeLength: FrameCount = 0
  var pendingFade: PendingFade?
  var solo = SoloMode.off
  /// Whether a pause silences the stem.
  var isHeld = false
  var pendingHold: PendingHold?
  /// Whether the pending change ends the pause for this stem.
  var endsHold = false
  /// Whether the mark has changed and the audibility must follow: at once if ``isWholeAtOnce``, else over ``riseLength``
  /// frames, but at least the usual ramp.
  var holdIsDue = false
  var isWholeAtOnce = false
  var riseLength: FrameCount = 0
  /// The frame of the last change of the pause mark, which may not be reported to control yet.
  var holdSince: FramePosition = 0
  var hasUnreportedHold = false
  var pendingGain: PendingGain?
  var pendingPan: PendingPan?
  var pendingSolo: PendingSolo?
  var replacement: Replacement?
  /// Whether the stem has fallen silent for an edition that takes over soon.
  var isHushed = false
  /// Whether the stem waits for its samples, and is silent meanwhile.
  var isStarved = false
  /// The frame on which it is looked at next while it waits (`.max` if it does not, or a command ends that), and the last one on which it was.
  var lookAt: FramePosition = .max
  var looksOn: FramePosition = .min
  /// Whether the stem is heard on the cue bus while it is silent in the music, and how loud it is there.
  var isCued = false
  var cue = Ramp(constant: 0)
  /// Whether the stem is not in the playing edition; its last sound may still ring.
  var isGone = false
  /// Whether follow actions may start the stem.
  var isOpen = false
  /// The number of the edition in which the stem is new: earlier commands were for another stem at its place.
  var isNewIn: Int64 = 0
  /// The number of the first edition whose requests that wait still hold.
  var requestsSince: Int64 = 0
  /// Whether the next command requires this stem to play (``StartPermit/needed``).
  var isNeeded = false
  /// A change that is not reported to control yet, because no command requested it of this stem.
  var unreported: PendingChange?
  /// Whether a run has begun that is not reported to control yet.
  var hasUnreportedRun = false
  /// Whether a run for the pending change was reported already, and has ended with its upbeat: the room for the report is used.
  var hasToldRun = false

  init(traits: StemTraits, gain: Gain, pan: PanFactors) {
    self.traits = traits
    run = StemRun(tops: LoopTops(line: traits.line, anchor: traits.offset))
    offset = traits.offset
    unsafe samples = nil
    self.gain = Ramp(constant: gain.linear)
    left = Ramp(constant: pan.left)
    right = Ramp(constant: pan.right)
  }

  /// The next frame on which something begins, where the engine must divide the period; `.max` if there is none.
  var nextCut: FramePosition {
    // Inlined, because a call would copy the whole player.
    @_noLocks @inline(__always) get {
      if holdIsDue { return .min }
      var cut = min(status.pending?.at ?? .max, planned?.start ?? .max)
      cut = min(cut, min(upbeatStart, min(run.end, run.followAsk)))
      cut = min(cut, min(pendingGain?.at ?? .max, pendingPan?.at ?? .max))
      cut = min(cut, min(pendingSolo?.at ?? .max, pendingHold?.at ?? .max))
      cut = min(cut, min(pendingFade?.at ?? .max, lookAt))
      if let replacement = unsafe replacement {
        cut = unsafe min(cut, min(replacement.at, replacement.dipStart))
      }
      return cut
    }
  }

  var isUnreported: Bool {
    @_noLocks get { if case .some = unreported { true } else { false } }
  }

  /// Whether anything silences it beside solos and what all stems do.
  var isSilenced: Bool { @_noLocks get { isHeld || isHushed || isStarved } }

  /// Frames of the intro that is played before a loop top.
  var introLength: FrameCount {
    @_noLocks get { traits.playsIntro ? unsafe samples?.layout.intro ?? 0 : 0 }
  }

  // MARK: - Changes of status

  /// Enters a new status at `position`, and plans the envelope for it.
  /// - Parameters:
  ///   - due: The frame for which the change was pending; before `position` when the clock has skipped.
  ///   - length: Frames of the fade that the new pending change belongs to; 0 if it is not a fade.
  @_noLocks mutating func enter(
    _ new: StemStatus, at position: FramePosition, due: FramePosition, fading length: FrameCount = 0,
    ramps: RampLengths
  ) {
    let old = status
    let wasFadedOut = isFadedOut(by: old), begun = fadeLength, endedHold = endsHold
    status = new
    hasToldRun = false
    fadeLength = length
    endsHold = false
    switch new {
    case .wait(let change):
      if run.isUnderWay && (run.startBoundary != change.at || length > 0) {
        endRun(at: position, ramps: ramps)
      }
      planUpbeat(for: change.at, at: position)
    case .stop:
      upbeatStart = .max
      let rings = old.soundsNow
      if run.isUnderWay { endRun(at: position, due: due, releasing: rings, ramps: ramps) }
    case .mute, .muteThenPlay, .muteThenStop:
      planned = nil
      pendingFade = nil
      if wasFadedOut && due >= fade.end && fade.to == 0 {
        envelope = Ramp(constant: 0)
        fade = Ramp(constant: 1)
      } else if envelope.to != 0 {
        ramp(to: 0, at: position, length: ramps.shortest)
      }
    case .play, .playThenMute, .playThenStop:
      let isSilent = envelope.value(before: position) == 0, rings = releaseEnd > position
      let begins = !run.isUnderWay
      if begins { beginRun(for: meantBoundary(of: old, due: due), at: position, ramps: ramps) }
      sound(new, old, at: position, ramps: ramps)
      fade(into: new, from: old, begun: begun, isSilent: isSilent, at: position, ramps: ramps)
      if endedHold && !old.soundsNow { endHold(isSilent: isSilent && !rings, at: position) }
    }
    settle()
  }

  @_noLocks private func meantBoundary(of old: StemStatus, due: FramePosition) -> FramePosition {
    if case .wait = old { return meantBoundary }
    return due
  }

  /// Lets the stem be heard, and plans the fall to the frame from which it is to be silent, if there is one.
  @_noLocks mutating func sound(
    _ new: StemStatus, _ old: StemStatus, at position: FramePosition, ramps: RampLengths
  ) {
    let end = new.silenceAt
    // There is no fall when the release takes over, or when a fade leads to the silence.
    let rings = end.map { new.stopsNext && releasesWhole(at: $0) } ?? false || isFadedOut(by: new)
    // A fall that has begun towards the same frame goes on, whichever silent state it leads to.
    if let end, !rings, old.silenceAt == end, planned != nil || envelope.to == 0 { return }
    planned = nil
    if envelope.to != 1 {
      let whole = !old.soundsNow && isWhole(at: position) && envelope.value(before: position) == 0
      ramp(to: 1, at: position, length: whole ? 0 : ramps.usual)
    }
    guard let end, !rings else { return }
    let start = max(position, end &- ramps.usual)
    let fade = Ramp(
      from: envelope.value(before: start), to: 0, start: start, length: max(end &- start, ramps.shortest))
    if start == position { envelope = fade } else { planned = fade }
  }

  /// Begins the planned ramp to silence if it is due.
  @_noLocks mutating func beginPlanned(at position: FramePosition) {
    guard let fade = planned, fade.start <= position else { return }
    envelope = Ramp(
      from: envelope.value(at: fade.start), to: 0, start: fade.start, length: fade.end &- fade.start)
    planned = nil
    settle()
  }

  /// Adapts the envelope after a skip to `position`: a stem that is heard comes in again with a ramp, any other is silent.
  @_noLocks mutating func rejoin(at position: FramePosition, ramps: RampLengths) {
    planned = nil
    cue = Ramp(constant: 0)
    envelope = Ramp(constant: 0)
    if status.soundsNow {
      let current = status
      ramp(to: 1, at: position, length: ramps.usual)
      sound(current, .stop, at: position, ramps: ramps)
    } else if run.isUnderWay, case .wait(let change) = status, change.at > position {
      // A stem that starts on this very frame after a skipped upbeat begins at full level instead.
      ramp(to: 1, at: position, length: ramps.usual)
    }
    if releaseEnd > position {
      if releaseEnvelope.to == 0 {
        releaseEnd = position
      } else {
        releaseEnvelope = Ramp(from: 0, to: releaseEnvelope.to, start: position, length: ramps.usual)
      }
    }
    settle()
  }

  @_noLocks mutating func ramp(to value: Float, at position: FramePosition, length: FrameCount) {
    envelope = Ramp(from: envelope.value(before: position), to: value, start: position, length: length)
  }

  /// Computes the frame from which the gain is constant. Must be called after every change of a ramp.
  @_noLocks mutating func settle() {
    rampsEnd = max(max(envelope.end, audibility.end), max(dip.end, max(left.end, right.end)))
    rampsEnd = max(rampsEnd, max(gain.end, fade.end))
    let factor = ((envelope.to * fade.to) * audibility.to) * dip.to
    steadyLeft = factor * (gain.to * left.to)
    steadyRight = factor * (gain.to * right.to)
  }
}
