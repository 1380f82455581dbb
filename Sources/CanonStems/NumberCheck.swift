import CanonEngine

/// Counts the samples that are no finite numbers.
struct NumberCheck {
  private var count = 0
  private var firstFrame = Int.max

  /// - Parameters:
  ///   - firstFrame: The number of the first frame in `samples`.
  ///   - channels: How many samples make a frame.
  mutating func look(at samples: UnsafeBufferPointer<Float>, firstFrame: Int, channels: Int = 1) {
    // Infinity has the smallest bits of all that is no finite number. One pass that can be done eight samples at a
    // time, and hardly ever a second.
    var largest: UInt32 = 0
    for sample in samples { largest = max(largest, sample.bitPattern & 0x7fff_ffff) }
    guard largest >= Float.infinity.bitPattern else { return }
    for (index, sample) in samples.enumerated() where !sample.isFinite {
      self.firstFrame = min(self.firstFrame, firstFrame + index / channels)
      count += 1
    }
  }

  func report(_ path: String) throws(SoundProblem) {
    guard count > 0 else { return }
    throw SoundProblem(path, .notFinite(count: count, firstFrame: FrameCount(firstFrame)))
  }
}
