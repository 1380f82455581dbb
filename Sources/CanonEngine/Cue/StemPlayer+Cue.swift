/// Pre-listening: a stem that is silent in the music is heard on the cue bus.
extension StemPlayer {
  /// Whether it is heard in the music, or its upbeat is.
  private var isHeardInMusic: Bool {
    @_noLocks get {
      if case .wait = status { run.isUnderWay } else { status.soundsNow }
    }
  }

  var hasCue: Bool { @_noLocks get { isCued || cue.to != 0 } }

  /// Whether it is to be heard on the cue bus, unless it waits for its samples.
  /// - Parameter isMuted: Whether the music is about to move, or to stand.
  @_noLocks func wantsCue(isMuted: Bool) -> Bool { isCued && !isMuted && !isHushed && !isHeardInMusic }

  /// Moves the level on the cue bus towards what it is to be from this frame on, which is delivered.
  /// - Parameter isMuted: Whether the music is about to move, or to stand.
  @_noLocks mutating func settleCue(isMuted: Bool, at position: FramePosition, ramps: RampLengths) {
    let isHeard = wantsCue(isMuted: isMuted) && !isStarved
    let target: Float = isHeard ? 1 : 0
    guard cue.to != target else { return }
    cue = Ramp(from: cue.value(before: position), to: target, start: position, length: ramps.usual)
  }

  /// Adds what is heard on the cue bus, from `position` on: the loop in phase, without intro and release.
  /// - Precondition: No change begins within these frames.
  @_noLocks func mixCue(
    from position: FramePosition, frames: Int32, to bus: OutputPair, scratch: Scratch
  ) {
    guard let source = unsafe samples else { return }
    let one = Ramp(constant: 1)
    var done: Int32 = 0
    while done < frames {
      let frame = position &+ Int64(done)
      if cue.to == 0 && frame >= cue.end { return }
      let index = run.tops.index(containing: frame)
      let place = unsafe source.layout.intro &+ (frame &- run.tops.position(of: index))
      var end = min(position &+ Int64(frames), run.tops.position(of: index &+ 1))
      end = unsafe min(min(end, nextBend(after: frame)), frame &+ Int64(Scratch.frames))
      if cue.end > frame { end = min(end, cue.end) }
      if unsafe source.isPaged { end = unsafe min(end, frame &+ (source.pieceEnd(of: place) &- place)) }
      let count = Int32(truncatingIfNeeded: end &- frame)
      let part = unsafe decode(source, place, count, scratch)
      let out = unsafe bus.advanced(by: done)
      let still = one.slope(from: frame)
      let (level, dip, gain) = (cue.slope(from: frame), dip.slope(from: frame), gain.slope(from: frame))
      unsafe Mixer.add(
        part.left,
        gain: Slopes(
          envelope: level, fade: still, audibility: still, dip: dip, gain: gain, pan: left.slope(from: frame)),
        to: out.left, block: nil, adds: false, frames: count)
      unsafe Mixer.add(
        part.right,
        gain: Slopes(
          envelope: level, fade: still, audibility: still, dip: dip, gain: gain, pan: right.slope(from: frame)
        ),
        to: out.right, block: nil, adds: false, frames: count)
      done &+= count
    }
  }
}
