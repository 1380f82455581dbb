extension Engine {
  /// While nothing changes, what is delivered repeats itself. Offline, that need not be mixed twice.
  ///
  /// - Returns: The frames after which the same samples come again, and the first frame on which something changes
  ///   (`.max` if nothing does without a command); nil while a ramp, an intro or a release is under way.
  /// - Thread: audio, between periods
  public var repetition: (period: FrameCount, until: FramePosition)? {
    guard isRolling, position >= master.end else { return nil }
    var cycle: GridLine?
    for i in 0..<stemCount {
      if unsafe memory.players[i].isQuiet(at: position) { continue }
      let (rampsEnd, releaseEnd) = unsafe (memory.players[i].rampsEnd, memory.players[i].releaseEnd)
      let run = unsafe memory.players[i].run
      guard rampsEnd <= position, releaseEnd <= position, run.firstTop <= position else { return nil }
      guard let old = cycle else {
        cycle = run.tops.line
        continue
      }
      guard let next = old.commonMultiple(with: run.tops.line) else { return nil }
      cycle = next
    }
    // Every boundary of a rational line lies `numerator` frames after the one `denominator` boundaries before it.
    return (cycle?.numerator ?? 1, agenda)
  }

  /// Moves on by frames that were delivered otherwise: as ``process(frames:master:ports:buses:)``, without sound.
  /// - Precondition: ``repetition`` was not nil, and its `until` is not passed.
  /// - Thread: audio, between periods
  public mutating func advance(_ frames: FrameCount) {
    precondition(frames >= 0 && position + frames <= agenda)
    position += frames
    reachBoundaries()
    unsafe clock.publish(position: position, isRolling: isRolling)
  }

}
