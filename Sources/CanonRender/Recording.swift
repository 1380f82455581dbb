import CanonEngine

/// Which frames of a performance in which nothing changes are mixed, and which are delivered again: one common cycle is mixed and kept, and
/// repeated until something changes.
///
/// The engine reports that the same samples repeat with a certain length (``Engine/repetition``). This is decided before anything is mixed; the
/// samples come later (``RecordedCycle``).
struct Recording {
  private let pairs: Int
  private var cycle: RecordedCycle?
  private var start: FramePosition = 0
  private var recorded: FrameCount = 0
  private var period: FrameCount = 0
  /// The first frame on which something changes.
  private var until: FramePosition = .min

  /// The memory limit: 256 MiB for all pairs together. A longer cycle is mixed every time.
  private static let largestSize = 1 << 28

  init(pairs: Int) { self.pairs = pairs }

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
      repetition.period <= FrameCount(Self.largestSize / (pairs * 2 * MemoryLayout<Float>.size))
    else { return }
    (start, recorded, period, until) = (position, 0, repetition.period, last)
    cycle = RecordedCycle(pairs: pairs, frames: Int(period))
  }

  /// Invalidates the recording. Call it after a command was received.
  mutating func forget() { (until, cycle) = (.min, nil) }

  /// The frame at which the frames to be mixed are cut: the end of the cycle that is being recorded.
  func cut(after position: FramePosition) -> FramePosition {
    position < until && recorded < period ? start + period : .max
  }

  /// The cycle to which the next frames that are mixed belong; nil if no recording is under way.
  var beingRecorded: RecordedCycle? { until > start && recorded < period ? cycle : nil }

  /// Moves on by frames that are mixed.
  mutating func advance(_ frames: Int) {
    if until > start && recorded < period { recorded += FrameCount(frames) }
  }

  /// The recorded frames that are delivered from `position` on, up to the next change; nil if there is no recording for it.
  func again(from position: FramePosition, until stop: FramePosition) -> RecordedCycle.Part? {
    guard position < until, recorded == period, period > 0, let cycle else { return nil }
    let end = min(until, stop)
    guard end > position else { return nil }
    return RecordedCycle.Part(cycle: cycle, phase: (position - start) % period, frames: end - position)
  }
}

/// The samples of a common cycle.
final class RecordedCycle {
  /// Of each pair, interleaved.
  private var samples: [[Float]]
  fileprivate let frames: Int

  init(pairs: Int, frames: Int) {
    samples = Array(repeating: [], count: pairs)
    self.frames = frames
  }

  /// Frames that repeat it.
  struct Part {
    let cycle: RecordedCycle
    /// The place in the cycle of the first one.
    let phase: FrameCount
    let frames: FrameCount
  }

  /// Stores the samples that follow those that it has.
  func append(_ new: UnsafeBufferPointer<Float>, pair: Int) {
    if samples[pair].isEmpty { samples[pair].reserveCapacity(2 * frames) }
    samples[pair].append(contentsOf: new)
  }
}

extension RecordedCycle.Part {
  /// Delivers the frames.
  /// - Precondition: The cycle has all its samples.
  func deliver<S: OfflineDriver.Sink & ~Copyable>(to sink: inout S) throws {
    let period = FrameCount(cycle.frames)
    var done: FrameCount = 0
    while done < frames {
      let place = (phase + done) % period
      let count = min(frames - done, period - place)
      try cycle.write(Int(place)..<Int(place + count), to: &sink)
      done += count
    }
  }
}

extension RecordedCycle {
  fileprivate func write<S: OfflineDriver.Sink & ~Copyable>(_ frames: Range<Int>, to sink: inout S) throws {
    for pair in samples.indices {
      try samples[pair].withUnsafeBufferPointer { all in
        let part = UnsafeBufferPointer(rebasing: all[(2 * frames.lowerBound)..<(2 * frames.upperBound)])
        try sink.write(pair: pair, samples: part)
      }
    }
  }
}
