import CanonEngine
import Foundation

extension LoadedStem {
  /// Converts the samples of a stem whose file cannot be read again to another rate.
  /// - Parameter line: Its loop at `output`.
  /// - Throws: The reason why its samples cannot be converted.
  public init(
    _ index: StemIndex, converting old: StemBuffer, from input: SampleRate, to output: SampleRate,
    line: GridLine
  ) throws(Resampler.Failure) {
    let buffer = try old.converted(from: input, to: output, line: line)
    self.init(
      index: index, buffer: buffer,
      isLocked: mlock(buffer.bytes.baseAddress!, buffer.bytes.count) == 0,
      source: SoundInfo(
        sampleRate: input, channelCount: old.channelCount, frameCount: old.layout.frameCount,
        loop: old.layout.intro == 0 && old.layout.release == 0
          ? nil : old.layout.intro..<(old.layout.intro + old.layout.loop)))
  }
}

extension StemBuffer {
  /// The same stem at another sample rate, without its file: a loop alone is converted as a circle, anything else as a whole.
  /// - Parameter line: The stem's loop at `output`.
  /// - Returns: Samples that are all in memory.
  /// - Throws: The reason why libsoxr failed; also for a length that no layout has, and if the disk does not give the samples of a window.
  /// - Thread: any control thread (a second of CPU time for some minutes of sound)
  func converted(
    from input: SampleRate, to output: SampleRate, line: GridLine
  ) throws(Resampler.Failure) -> StemBuffer {
    if input == output, layout.loop >= line.longestDistance {
      guard let whole = whole() else { throw Resampler.Failure(reason: Self.unreadable) }
      return whole
    }
    let intro = StemPlan.frame(layout.intro, from: input, to: output)
    let total = Resampler.frames(Int(layout.frameCount), from: input, to: output)
    let release = layout.release == 0 ? 0 : max(0, FrameCount(total) - intro - line.longestDistance)
    guard let new = StemLayout(intro: intro, loop: line.longestDistance, release: release) else {
      throw Resampler.Failure(reason: "\(total) frames are no stem")
    }
    let stride = Int(new.frameCount)
    return try StemBuffer(
      layout: new, channelCount: channelCount,
      floats: { (samples) throws(Resampler.Failure) in
        for channel in 0..<channelCount {
          let plane = try plane(channel)
          let target = UnsafeMutableBufferPointer(
            rebasing: samples[(channel * stride)..<((channel + 1) * stride)])
          var failure: Resampler.Failure?
          plane.withUnsafeBufferPointer { plane in
            let signal =
              layout.intro == 0 && layout.release == 0
              ? SoundSignal(loop: plane)
              : SoundSignal(plane, loopStart: layout.release == 0 ? Int(layout.intro) : nil)
            do throws(Resampler.Failure) {
              try Resampler.resample(signal, from: input, to: output, into: target)
            } catch {
              failure = error
            }
          }
          if let failure { throw failure }
        }
      })
  }

  /// All samples of a channel.
  private func plane(_ channel: Int) throws(Resampler.Failure) -> [Float] {
    var plane: [Float] = []
    plane.reserveCapacity(Int(layout.frameCount))
    for start in blocks {
      guard let samples = samples(from: start) else { throw Resampler.Failure(reason: Self.unreadable) }
      plane += stride(from: channel, to: samples.count, by: channelCount).lazy.map { samples[$0] }
    }
    return plane
  }

  private static let unreadable = String(cString: strerror(EIO))
}
