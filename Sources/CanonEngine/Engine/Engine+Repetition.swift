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

  /// The frame from which ``repetition`` may no longer be nil, although nothing changes there: the last ramp, intro or release that is under way
  /// ends. `.max` if none is.
  /// - Thread: audio, between periods
  public var repetitionStart: FramePosition {
    var start = max(max(master.end, sendsEnd), click.level.end)
    for i in 0..<stemCount {
      if unsafe memory.players[i].isQuiet(at: position) { continue }
      let (rampsEnd, releaseEnd) = unsafe (memory.players[i].rampsEnd, memory.players[i].releaseEnd)
      start = unsafe max(start, max(rampsEnd, max(releaseEnd, memory.players[i].run.firstTop)))
    }
    return start > position ? start : .max
  }
}
