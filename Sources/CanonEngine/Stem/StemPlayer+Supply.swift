/// A stem that waits for its samples, and whether it has to.
extension StemPlayer {
  /// Begins to wait: the stem falls silent, from this frame on.
  /// - Parameter isAtOnce: Whether nothing is left to fall.
  @_noLocks mutating func starve(
    isAtOnce: Bool, at position: FramePosition, isRolling: Bool, ramps: RampLengths
  ) {
    isStarved = true
    guard isAtOnce else { return hush(at: position, isRolling: isRolling, ramps: ramps) }
    audibility = Ramp(constant: 0)
    cue = Ramp(constant: 0)
    settle()
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
  /// - Parameter isToRise: Whether it counts as heard although it waits.
  @_noLocks func hasSamples(
    from position: FramePosition, frames: FrameCount, isToRise: Bool = false
  ) -> Bool {
    guard let source = unsafe samples, unsafe source.isPaged else { return true }
    let end = position &+ frames
    let heardEnd = isToRise || audibility.to != 0 ? end : min(end, audibility.end)
    let cueEnd = isToRise && isCued && !isHeardInMusic || cue.to != 0 ? end : min(end, cue.end)
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
  /// Whether these samples are all in memory.
  @_noLocks func isInMemory(_ first: Int64, count: Int64) -> Bool {
    guard unsafe isPaged else { return true }
    var frame = first
    while frame < first &+ count {
      guard unsafe samples(of: frame) != nil else { return false }
      frame = unsafe pieceEnd(of: frame)
    }
    return true
  }
}
