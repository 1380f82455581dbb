import CanonEngine

/// Makes a stem's buffer from its open file, each frame decoded once.
enum StemFiller {
  /// - Parameter plan: The plan for this file.
  static func fill(_ plan: StemPlan, from sound: borrowing OpenSound) throws(SoundProblem) -> StemBuffer {
    let frames = max(plan.layout.frameCount, plan.ownLayout.frameCount)
    let size = Int128(frames) * Int128(sound.info.channelCount * MemoryLayout<Float>.size)
    guard size <= Int128(SoundFile.largestDecodedSize) else {
      throw SoundProblem(sound.path, .tooLarge(Int64(clamping: size)))
    }
    let own = try untreated(plan, from: sound)
    guard let treatment = plan.treatment else { return own }
    do throws(Resampler.Failure) { return try own.treated(treatment, plan.layout, at: plan.rate) } catch {
      throw SoundProblem(sound.path, .resampling(error.reason))
    }
  }

  private static func untreated(
    _ plan: StemPlan, from sound: borrowing OpenSound
  ) throws(SoundProblem) -> StemBuffer {
    if sound.info.sampleRate != plan.rate { return try resampled(plan, from: sound) }
    return sound.samples == .integers16 ? try integers(plan, from: sound) : try floats(plan, from: sound)
  }

  /// The number of frames of the buffer that the file has. If the grid's loop is a fraction of a frame longer than the file's,
  /// the loop wraps: the last frame is the loop's first one again.
  static func count(_ plan: StemPlan) -> Int { Int(min(plan.sourceCount, plan.ownLayout.frameCount)) }

  private static func integers(
    _ plan: StemPlan, from sound: borrowing OpenSound
  ) throws(SoundProblem) -> StemBuffer {
    let channels = sound.info.channelCount, count = count(plan)
    return try StemBuffer(
      layout: plan.ownLayout, channelCount: channels,
      integers: { (samples) throws(SoundProblem) in
        let read = UnsafeMutableBufferPointer(rebasing: samples[..<(count * channels)])
        try sound.readIntegers(from: plan.firstFrame, into: read)
        let turn = (count - Int(plan.ownLayout.intro)) * channels
        for index in read.count..<samples.count { samples[index] = samples[index - turn] }
      })
  }

  private static func floats(
    _ plan: StemPlan, from sound: borrowing OpenSound
  ) throws(SoundProblem) -> StemBuffer {
    let channels = sound.info.channelCount, count = count(plan)
    let stride = Int(plan.ownLayout.frameCount)
    return try StemBuffer(
      layout: plan.ownLayout, channelCount: channels,
      floats: { (samples) throws(SoundProblem) in
        try sound.readFloats(from: plan.firstFrame, count: count, into: samples, stride: stride)
        let turn = count - Int(plan.ownLayout.intro)
        for channel in 0..<channels {
          for frame in count..<stride {
            samples[channel * stride + frame] = samples[channel * stride + frame - turn]
          }
        }
      })
  }

  /// Converts to another rate. A loop alone is converted as a circle. With an intro or a release around it, the file is
  /// converted as a whole, and its end continues into the loop's start unless a release follows.
  private static func resampled(
    _ plan: StemPlan, from sound: borrowing OpenSound
  ) throws(SoundProblem) -> StemBuffer {
    let info = sound.info, bounds = plan.bounds, layout = plan.ownLayout
    let first = plan.isLoopAlone ? bounds.start : 0
    let count = Int(plan.isLoopAlone ? bounds.frameCount : info.frameCount)
    let source = UnsafeMutableBufferPointer<Float>.allocate(capacity: count * info.channelCount)
    defer { source.deallocate() }
    try sound.readFloats(from: first, count: count, into: source, stride: count)

    let skipped = StemPlan.frame(bounds.start, from: info.sampleRate, to: plan.rate) - layout.intro
    let stride = Int(layout.frameCount), path = sound.path
    return try StemBuffer(
      layout: layout, channelCount: info.channelCount,
      floats: { (samples) throws(SoundProblem) in
        for channel in 0..<info.channelCount {
          let plane = UnsafeBufferPointer(rebasing: source[(channel * count)..<((channel + 1) * count)])
          let signal =
            plan.isLoopAlone
            ? SoundSignal(loop: plane)
            : SoundSignal(plane, loopStart: bounds.end == info.frameCount ? Int(bounds.start) : nil)
          do throws(Resampler.Failure) {
            try Resampler.resample(
              signal, from: info.sampleRate, to: plan.rate, first: plan.isLoopAlone ? 0 : Int(skipped),
              into: UnsafeMutableBufferPointer(
                rebasing: samples[(channel * stride)..<((channel + 1) * stride)]))
          } catch {
            throw SoundProblem(path, .resampling(error.reason))
          }
        }
      })
  }
}
