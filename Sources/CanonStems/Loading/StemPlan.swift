import CanonEngine

/// Maps frames of a file to frames of a stem's buffer.
struct StemPlan {
  let bounds: LoopBounds
  let layout: StemLayout
  /// The first frame of the file that is kept.
  let firstFrame: FrameCount
  /// The engine's.
  let rate: SampleRate

  /// - Parameter line: The stem's loop at `rate`; as long as `bounds`, within a frame.
  /// - Returns: nil if the lengths are out of the range of a layout.
  init?(_ bounds: LoopBounds, line: GridLine, intro: IntroPlacement, at rate: SampleRate) {
    self.bounds = bounds
    self.rate = rate
    let info = bounds.info
    // An intro that is never played needs no memory.
    firstFrame = intro == .none ? bounds.start : 0
    let start = Self.frame(bounds.start, from: info.sampleRate, to: rate)
    let total = Resampler.frames(Int(info.frameCount), from: info.sampleRate, to: rate)
    // The loop may be a fraction of a frame longer than its frames in the file: then the release begins one later.
    let release =
      bounds.end == info.frameCount ? 0 : max(0, FrameCount(total) - start - line.longestDistance)
    guard
      let layout = StemLayout(
        intro: intro == .none ? 0 : start, loop: line.longestDistance, release: release)
    else { return nil }
    self.layout = layout
  }

  /// Whether only the loop of the file is kept.
  var isLoopAlone: Bool { layout.intro == 0 && layout.release == 0 }

  /// Frames of the file that are kept.
  var sourceCount: FrameCount {
    (layout.release == 0 ? bounds.end : bounds.info.frameCount) - firstFrame
  }

  /// The frame of the engine that is nearest to a frame of the file, halves rounded up.
  static func frame(_ frame: FrameCount, from input: SampleRate, to output: SampleRate) -> FrameCount {
    ExactSeconds(Int128(frame), over: Int128(input.hertz)).nearestFrame(at: output)
  }
}
