/// A stem that waits for its samples, and whether it has to.
extension StemPlayer {
  /// Begins to wait: the stem falls silent, from this frame on.
  /// - Parameter isAtOnce: Whether nothing is left to fall.
  @_noLocks mutating func starve(
    isAtOnce: Bool, at position: FramePosition, isRolling: Bool, ramps: RampLengths
  ) {
    isStarved = true
    // A longer fall would go on beyond the samples.
    let length = isAtOnce || !isRolling ? 0 : ramps.usual
    if isAtOnce || audibility.to != 0 || audibility.end > position &+ length {
      audibility = fall(audibility, at: position, over: length)
    }
    cue = fall(cue, at: position, over: length)
    settle()
  }

  @_noLocks private func fall(_ level: Ramp, at position: FramePosition, over length: FrameCount) -> Ramp {
    length == 0
      ? Ramp(constant: 0) : Ramp(from: level.value(before: position), to: 0, start: position, length: length)
  }

  /// Ends the wait: the stem is heard again unless something else silences it; at once if it would be silent now in any case.
  @_noLocks mutating func feed(
    isAudible: Bool, at position: FramePosition, isRolling: Bool, ramps: RampLengths
  ) {
    isWholeAtOnce = isStill(at: position)
    setAudible(isAudible, at: position, isRolling: isRolling, ramps: ramps)
  }

  /// Whether it is silent in the music by itself, whatever its factors are, until something begins.
  @_noLocks func isStill(at position: FramePosition) -> Bool {
    if releaseEnd > position { return false }
    let level = envelope.slope(from: position)
    return level.base == 0 && level.step == 0
  }

  // MARK: - What it is to read

  /// Whether all samples are in memory that it reads in some frames, as far as they are heard.
  /// - Parameters:
  ///   - isMuted: Whether the music is about to move, or to stand.
  ///   - isToRise: Whether it counts as heard although it waits.
  @_noLocks func hasSamples(
    from position: FramePosition, frames: FrameCount, isMuted: Bool, isToRise: Bool = false
  ) -> Bool {
    guard let source = unsafe samples, unsafe source.isPaged else { return true }
    let end = position &+ frames
    let heardEnd = isToRise || audibility.to != 0 ? end : min(end, audibility.end)
    // The level on the cue bus moves after this.
    let isCueHeard = wantsCue(isMuted: isMuted) && (isToRise || !isStarved)
    let cueEnd = isCueHeard || cue.to != 0 ? end : min(end, cue.end)
    return unsafe hasVoice(source, position, until: heardEnd) && hasRelease(source, position, until: heardEnd)
      && hasCue(source, position, until: cueEnd)
  }

  @_noLocks private func hasVoice(
    _ source: StemRef, _ position: FramePosition, until end: FramePosition
  ) -> Bool {
    var end = envelope.to != 0 ? end : min(end, envelope.end)
    if run.isUnderWay { end = min(end, run.end) }
    var frame = position
    while frame < end {
      let passage = unsafe passage(at: frame, in: source.layout)
      let next = min(end, passage.end)
      let first = passage.first &+ (frame &- passage.start)
      if passage.first >= 0, unsafe !source.isInMemory(first, count: next &- frame) { return false }
      frame = next
    }
    return true
  }

  @_noLocks private func hasRelease(
    _ source: StemRef, _ position: FramePosition, until end: FramePosition
  ) -> Bool {
    let (start, end) = (max(position, releaseStart), min(end, releaseEnd))
    guard start < end else { return true }
    let first = unsafe source.layout.intro &+ source.layout.loop &+ (start &- releaseStart)
    return unsafe source.isInMemory(first, count: end &- start)
  }

  @_noLocks private func hasCue(
    _ source: StemRef, _ position: FramePosition, until end: FramePosition
  ) -> Bool {
    var frame = position
    while frame < end {
      let index = run.tops.index(containing: frame)
      let next = min(end, run.tops.position(of: index &+ 1))
      let first = unsafe source.layout.intro &+ (frame &- run.tops.position(of: index))
      if unsafe !source.isInMemory(first, count: next &- frame) { return false }
      frame = next
    }
    return true
  }
}

extension StemRef {
  /// Whether these samples are all in memory, and stay there for this period.
  @_noLocks func isInMemory(_ first: Int64, count: Int64) -> Bool {
    guard let pages = unsafe pages else { return true }
    var frame = first
    while frame < first &+ count {
      guard unsafe pages.isThere(frame) else { return false }
      frame &+= unsafe pages.frames(from: frame)
    }
    return true
  }
}
