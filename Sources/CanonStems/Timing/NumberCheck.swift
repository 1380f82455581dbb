import CanonEngine

/// Counts the samples that no file should have: those that are no finite numbers, and those beyond ``loudest``.
struct NumberCheck {
  /// +24 dBFS, the most that a gain can add to full scale. What is beyond is a mistake of the program that wrote it;
  /// within it no mix of as many stems as a set may have leaves the range of a number.
  static let loudest = CaptureTap.limit

  private var notFinite = 0
  private var tooLoud = 0
  private var firstNotFinite = Int.max
  private var firstTooLoud = Int.max

  /// - Parameters:
  ///   - firstFrame: The number of the first frame in `samples`.
  ///   - channels: How many samples make a frame.
  mutating func look(at samples: UnsafeBufferPointer<Float>, firstFrame: Int, channels: Int = 1) {
    // Numbers without their sign are ordered as their bits are, and what is no finite number comes last. One pass that
    // can be done eight samples at a time, and hardly ever a second.
    var largest: UInt32 = 0
    for sample in samples { largest = max(largest, sample.bitPattern & 0x7fff_ffff) }
    guard largest > Self.loudest.bitPattern else { return }
    for (index, sample) in samples.enumerated() {
      if !sample.isFinite {
        firstNotFinite = min(firstNotFinite, firstFrame + index / channels)
        notFinite += 1
      } else if sample.magnitude > Self.loudest {
        firstTooLoud = min(firstTooLoud, firstFrame + index / channels)
        tooLoud += 1
      }
    }
  }

  func report(_ path: String) throws(SoundProblem) {
    if notFinite > 0 {
      throw SoundProblem(path, .notFinite(count: notFinite, firstFrame: FrameCount(firstNotFinite)))
    }
    if tooLoud > 0 {
      throw SoundProblem(path, .tooLoud(count: tooLoud, firstFrame: FrameCount(firstTooLoud)))
    }
  }
}
