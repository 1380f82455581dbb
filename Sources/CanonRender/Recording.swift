import CanonEngine

/// One common cycle of a performance in which nothing changes, stored for repetition.
///
/// The engine reports that the same samples repeat with a certain length until something changes
/// (``Engine/repetition``). The recording stores the first of these cycles and delivers the next ones from it.
struct Recording {
  /// Samples of each pair, interleaved, from ``start`` on.
  private var samples: [[Float]]
  private var start: FramePosition = 0
  private var recorded: FrameCount = 0
  private var period: FrameCount = 0
  /// The first frame on which something changes.
  private var until: FramePosition = .min

  /// The memory limit: 256 MiB for all pairs together. A longer cycle is mixed every time.
  private static let largestSize = 1 << 28

  init(pairs: Int) { samples = Array(repeating: [], count: pairs) }

  /// Begins a new recording if it is worthwhile.
  /// - Parameters:
  ///   - repetition: The engine's repetition at `position`.
  ///   - stop: The end of the frames before the next command.
  mutating func look(
    at repetition: (period: FrameCount, until: FramePosition)?, from position: FramePosition,
    until stop: FramePosition
  ) {
    if position < until { return }
    until = .min
    guard let repetition else { return }
    let last = min(repetition.until, stop)
    guard last - position > repetition.period,
      repetition.period <= FrameCount(Self.largestSize / (samples.count * 2 * MemoryLayout<Float>.size))
    else { return }
    (start, recorded, period, until) = (position, 0, repetition.period, last)
    for pair in samples.indices {
      samples[pair].removeAll(keepingCapacity: true)
      samples[pair].reserveCapacity(2 * Int(period))
    }
  }

  /// Invalidates the recording. Call it after a command was received.
  mutating func forget() { until = .min }

  /// The frame at which the period must be cut: the end of the cycle that is being recorded.
  func cut(after position: FramePosition) -> FramePosition {
    position < until && recorded < period ? start + period : .max
  }

  /// Stores the samples just delivered, if a recording is under way.
  mutating func append(_ new: UnsafeBufferPointer<Float>, pair: Int) {
    if until > start && recorded < period { samples[pair].append(contentsOf: new) }
  }

  mutating func advance(_ frames: Int) {
    if until > start && recorded < period { recorded += FrameCount(frames) }
  }

  /// Delivers the recorded samples, up to the next change.
  /// - Returns: The number of frames; 0 if there is no recording for `position`.
  func deliver<S: OfflineDriver.Sink & ~Copyable>(
    from position: FramePosition, until stop: FramePosition, to sink: inout S
  ) throws -> FrameCount {
    guard position < until, recorded == period, period > 0 else { return 0 }
    let end = min(until, stop)
    var frame = position
    while frame < end {
      let phase = (frame - start) % period
      let count = min(end - frame, period - phase)
      for pair in samples.indices {
        try samples[pair].withUnsafeBufferPointer { all in
          let part = UnsafeBufferPointer(rebasing: all[Int(2 * phase)..<Int(2 * (phase + count))])
          try sink.write(pair: pair, samples: part)
        }
      }
      frame += count
    }
    return end - position
  }
}
