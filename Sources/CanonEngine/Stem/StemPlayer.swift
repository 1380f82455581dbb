/// One stem on the audio thread: its status, its gain, its samples.
///
/// Everything it does is a function of the frame: where it reads, and how loud. Its envelope follows its status:
/// - It ends in silence *on* a boundary: the ramp down is planned over the frames before it, from the moment the
///   change is known; if less than the shortest ramp remains, the ramp takes that long and passes the boundary.
/// - It begins whole at the top of its loop (and at the first frame of its intro), with a ramp anywhere else.
/// - A stop on a loop top lets the release follow without a seam; any other stop lets it rise as the loop fades.
@safe struct StemPlayer: BitwiseCopyable {
  // What every period reads comes first: one cache line of a stem that just plays.
  /// The stretch of samples that is being read.
  var passage = Passage.none
  /// From here on no ramp moves, and the gains are ``steadyLeft`` and ``steadyRight``.
  var rampsEnd: FramePosition = 0
  var steadyLeft: Float = 0
  var steadyRight: Float = 0
  /// From here on no release rings.
  var releaseEnd: FramePosition = .min
  /// nil while the engine holds no samples of this stem: it is silent whatever its status.
  var samples: StemRef?

  // What changes read.
  let traits: StemTraits
  var status: StemStatus = .stop
  var run: StemRun
  var envelope = Ramp(constant: 0)
  /// A ramp to silence that begins later.
  var planned: Ramp?
  /// When the upbeat of an armed stem begins; `.max` if it has none, or it has begun.
  var upbeatStart: FramePosition = .max
  /// The boundary for which an armed stem was meant, when it is another than that of the change (``EngineParts``).
  var meantBoundary: FramePosition = 0
  var releaseStart: FramePosition = 0
  var releaseEnvelope = Ramp(constant: 0)
  var gain: Ramp
  /// The pan's factors.
  var left: Ramp
  var right: Ramp
  var audibility = Ramp(constant: 1)
  var dip = Ramp(constant: 1)
  /// Of the voice alone.
  var fade = Ramp(constant: 1)
  /// Frames of the fade that the pending change is one of; 0 if it is none.
  var fadeLength: FrameCount = 0
  var pendingFade: PendingFade?
  var solo = SoloMode.off
  /// Whether a pause keeps it from being heard.
  var isHeld = false
  var pendingHold: PendingHold?
  /// Whether the pending change ends the pause for this stem.
  var endsHold = false
  /// Whether the mark has changed, and the audibility is to follow: at once, or over so many frames if not the usual.
  var holdIsDue = false
  var isWholeAtOnce = false
  var riseLength: FrameCount = 0
  /// Since when it is held or not; control was not told of it yet if it is unreported.
  var holdSince: FramePosition = 0
  var hasUnreportedHold = false
  var pendingGain: PendingGain?
  var pendingPan: PendingPan?
  var pendingSolo: PendingSolo?
  var replacement: Replacement?
  /// Whether follow actions may start it.
  var isOpen = false
  /// Whether the next command relies on its playing (``StartPermit/needed``).
  var isNeeded = false
  /// A change that control was not told of yet, since nobody asked this stem for it.
  var unreported: PendingChange?
  /// So with a run that began.
  var hasUnreportedRun = false

  init(traits: StemTraits, gain: Gain, pan: PanFactors) {
    self.traits = traits
    run = StemRun(tops: LoopTops(line: traits.line, anchor: traits.offset))
    unsafe samples = nil
    self.gain = Ramp(constant: gain.linear)
    left = Ramp(constant: pan.left)
    right = Ramp(constant: pan.right)
  }

  /// The next frame on which something begins for which the engine must cut the period; `.max` if none.
  var nextCut: FramePosition {
    @_noLocks get {
      if holdIsDue { return .min }
      var cut = min(status.pending?.at ?? .max, planned?.start ?? .max)
      cut = min(cut, min(upbeatStart, min(run.end, run.followAsk)))
      cut = min(cut, min(pendingGain?.at ?? .max, pendingPan?.at ?? .max))
      cut = min(cut, min(pendingSolo?.at ?? .max, pendingHold?.at ?? .max))
      cut = min(cut, pendingFade?.at ?? .max)
      if let replacement = unsafe replacement {
        cut = unsafe min(cut, min(replacement.at, replacement.dipStart))
      }
      return cut
    }
  }

  var isUnreported: Bool {
    @_noLocks get { if case .some = unreported { true } else { false } }
  }

  /// Frames of the intro that is played before a loop top.
  var introLength: FrameCount {
    @_noLocks get { traits.playsIntro ? unsafe samples?.layout.intro ?? 0 : 0 }
  }

  // MARK: - Changes of status

  /// Takes up a new status at `position`, and plans the envelope that it needs.
  /// - Parameters:
  ///   - due: The frame for which the change was announced; before `position` when the clock has jumped.
  ///   - length: The frames of the fade that the new pending change is one of; 0 if it is none.
  @_noLocks mutating func enter(
    _ new: StemStatus, at position: FramePosition, due: FramePosition, fading length: FrameCount = 0,
    ramps: RampLengths
  ) {
    let old = status
    let wasFadedOut = isFadedOut(by: old), begun = fadeLength, endedHold = endsHold
    status = new
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

  /// What sounds goes on sounding, or begins; and fades towards the frame on which it is to be silent.
  @_noLocks mutating func sound(
    _ new: StemStatus, _ old: StemStatus, at position: FramePosition, ramps: RampLengths
  ) {
    let end = new.silenceAt
    // The release, or a fade, takes the place of the fall.
    let rings = end.map { new.stopsNext && releasesWhole(at: $0) } ?? false || isFadedOut(by: new)
    // A fall already under way to the same frame goes on whatever silent state it leads to.
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

  /// Begins the planned fade if this is its frame.
  @_noLocks mutating func beginPlanned(at position: FramePosition) {
    guard let fade = planned, fade.start <= position else { return }
    envelope = Ramp(
      from: envelope.value(at: fade.start), to: 0, start: fade.start, length: fade.end &- fade.start)
    planned = nil
    settle()
  }

  /// The clock has jumped to `position`: what sounds comes in again with a ramp, what does not is silent.
  @_noLocks mutating func rejoin(at position: FramePosition, ramps: RampLengths) {
    planned = nil
    envelope = Ramp(constant: 0)
    if status.soundsNow {
      let current = status
      ramp(to: 1, at: position, length: ramps.usual)
      sound(current, .stop, at: position, ramps: ramps)
    } else if run.isUnderWay, case .wait(let change) = status, change.at > position {
      // One that starts here, its upbeat passed, begins with its attack whole.
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

  /// Works out from when on the gain is constant. To be called after every change of a ramp.
  @_noLocks mutating func settle() {
    rampsEnd = max(max(envelope.end, audibility.end), max(dip.end, max(left.end, right.end)))
    rampsEnd = max(rampsEnd, max(gain.end, fade.end))
    let factor = ((envelope.to * fade.to) * audibility.to) * dip.to
    steadyLeft = factor * (gain.to * left.to)
    steadyRight = factor * (gain.to * right.to)
  }
}
