import CanonEngine

/// Maps frames of a file to frames of a stem's buffer.
struct StemPlan {
  let bounds: LoopBounds
  /// Of what is played.
  let layout: StemLayout
  /// Of the sound as it is: the same, if nothing becomes of it.
  let ownLayout: StemLayout
  /// What becomes of the sound; nil if it is played as it is.
  let treatment: Treatment?
  /// The first frame of the file that is kept.
  let firstFrame: FrameCount
  /// The engine's.
  let rate: SampleRate

  /// - Parameters:
  ///   - line: The stem's loop at `rate`, as it is played; without a treatment it is as long as `bounds`, within a frame.
  ///   - treatment: What becomes of the sound.
  /// - Returns: nil if the lengths are out of the range of a layout.
  init?(
    _ bounds: LoopBounds, line: GridLine, intro: IntroPlacement, _ treatment: Treatment? = nil,
    at rate: SampleRate
  ) {
    self.bounds = bounds
    self.rate = rate
    self.treatment = treatment
    let info = bounds.info
    // An intro that is never played needs no memory.
    firstFrame = intro == .none ? bounds.start : 0
    func layout(_ line: GridLine, _ speed: Speed) -> StemLayout? {
      let start = Self.frame(bounds.start, from: info.sampleRate, to: rate, speed)
      let total =
        speed == .own
        ? FrameCount(Resampler.frames(Int(info.frameCount), from: info.sampleRate, to: rate))
        : Self.frame(info.frameCount, from: info.sampleRate, to: rate, speed)
      // The loop may be a fraction of a frame longer than its frames in the file: then the release begins one later.
      let release = bounds.end == info.frameCount ? 0 : max(0, total - start - line.longestDistance)
      return StemLayout(intro: intro == .none ? 0 : start, loop: line.longestDistance, release: release)
    }
    let speed = treatment?.speed ?? .own
    guard let own = line.unplayed(from: speed), let ownLayout = layout(own, .own),
      let played = layout(line, speed)
    else { return nil }
    (self.layout, self.ownLayout) = (played, ownLayout)
  }

  /// Whether only the loop of the file is kept.
  var isLoopAlone: Bool { ownLayout.intro == 0 && ownLayout.release == 0 }

  /// Frames of the file that are kept.
  var sourceCount: FrameCount {
    (ownLayout.release == 0 ? bounds.end : bounds.info.frameCount) - firstFrame
  }

  /// The frame of the engine that is nearest to a frame of the file, halves rounded up.
  /// - Parameter speed: That of the music on the engine's frames.
  static func frame(
    _ frame: FrameCount, from input: SampleRate, to output: SampleRate, _ speed: Speed = .own
  ) -> FrameCount {
    ExactSeconds(Int128(frame), over: Int128(input.hertz)).played(at: speed).nearestFrame(at: output)
  }
}
