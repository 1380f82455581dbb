extension Engine {
  /// The period with which the output repeats while nothing changes. An offline rendering need not mix a period twice.
  ///
  /// - Returns: The number of frames after which the same samples come again, and the first frame on which something changes
  ///   (`.max` if nothing does without a command); nil before the clock runs, while a ramp, an intro or a release is under
  ///   way, or when the common cycle is out of range.
  /// - Thread: audio, between periods
  public var repetition: (period: FrameCount, until: FramePosition)? {
    guard isSounding, position >= master.end, position >= sendsEnd, isCueQuiet else { return nil }
    var cycle: GridLine?
    for i in 0..<stemCount {
      if unsafe memory.players[i].isQuiet(at: position) { continue }
      let run = unsafe memory.players[i].run
      guard unsafe memory.players[i].isSteady(from: position) else { return nil }
      guard let old = cycle else {
        cycle = run.tops.line
        continue
      }
      guard let next = old.commonMultiple(with: run.tops.line) else { return nil }
      cycle = next
    }
    // Every boundary of a rational line lies `numerator` frames after the one `denominator` boundaries before it.
    return (cycle?.numerator ?? 1, unsafe min(agenda, waiting.nextFrame))
  }

  /// Advances over frames that were delivered by other means: as ``process(frames:following:master:ports:buses:)``, without sound.
  /// - Precondition: ``repetition`` was not nil, and the frames do not go beyond its `until`.
  /// - Thread: audio, between periods
  public mutating func advance(_ frames: FrameCount) {
    precondition(frames >= 0 && position + frames <= agenda)
    position += frames
    reachBoundaries()
    unsafe clock.publish(position: position, origin: origin, isRolling: isRolling)
  }

}
