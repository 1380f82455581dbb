import CanonEngine

/// The peaks between the samples, of all stems together and of the loudest choice among them.
///
/// Sums of oversampled stems are the oversampled sum, so what is exact for samples is so for true peaks: ``MixPeak`` compares the stems
/// at four times the rate, as BS.1770 has it (twice from 96 kHz on; from 192 kHz on the samples themselves).
enum TruePeak {
  /// - Parameters:
  ///   - parts: The stems with all of their loops, as floating-point numbers.
  ///   - samples: The peaks of their samples: no true peak is lower. A filter loses what is just below half the rate.
  ///   - peaks: The true peak of each stem's file, linear: sufficient for an upper bound.
  ///   - mostBytes: What the oversampled stems may take; if they take more, the result is an upper bound.
  /// - Thread: any control thread (a second of CPU time for some minutes of sound)
  static func mix(
    _ parts: [MixPeak.Part], samples: MixPeak, peaks: [Double], loop: GridLine, rate: SampleRate,
    mostBytes: Int64
  ) async -> MixPeak {
    let factor: Int32 = rate.hertz < 96_000 ? 4 : rate.hertz < 192_000 ? 2 : 1
    let frames = parts.reduce(Int64(0)) { $0 + $1.buffer.layout.loop * Int64($1.buffer.channelCount) }
    let bytes = frames * Int64(factor) * Int64(MemoryLayout<Float>.size)
    guard !samples.isBound, bytes <= mostBytes, let fast = SampleRate(hertz: Int(rate.hertz * factor)),
      let fastLoop = loop.times(factor), let fastParts = await oversampled(parts, loop, rate, fast, factor)
    else {
      let symmetric = zip(parts, peaks).map { $0.reduced(toPeak: Float($1)) }
      return await MixPeak(symmetric, loop: loop, rate: rate, isBound: true).orHigher(samples)
    }
    return await MixPeak(fastParts, loop: fastLoop, rate: fast).orHigher(samples)
  }

  private static func oversampled(
    _ parts: [MixPeak.Part], _ loop: GridLine, _ rate: SampleRate, _ fast: SampleRate, _ factor: Int32
  ) async -> [MixPeak.Part]? {
    if factor == 1 { return parts }
    return await withTaskGroup(of: (place: Int, part: MixPeak.Part?).self) { group in
      for (place, part) in parts.enumerated() {
        group.addTask { (place, try? part.oversampled(loop, from: rate, to: fast, factor)) }
      }
      var done = [MixPeak.Part?](repeating: nil, count: parts.count)
      for await answer in group { done[answer.place] = answer.part }
      let all = done.compactMap(\.self)
      return all.count == parts.count ? all : nil
    }
  }
}

extension GridLine {
  /// The same line at a multiple of the rate.
  fileprivate func times(_ factor: Int32) -> GridLine? {
    GridLine(numerator: numerator * Int64(factor), denominator: denominator)
  }
}

extension MixPeak.Part {
  /// The loop alone at a multiple of the rate, converted as a circle.
  fileprivate func oversampled(
    _ loop: GridLine, from rate: SampleRate, to fast: SampleRate, _ factor: Int32
  ) throws -> MixPeak.Part? {
    guard let line = (configuration.line ?? loop).times(factor) else { return nil }
    var part = self
    let intro = Int(buffer.layout.intro), frames = Int(buffer.layout.loop), channels = buffer.channelCount
    let count = Int(line.longestDistance)
    let planes = buffer.bytes.bindMemory(to: Float.self), stride = Int(buffer.layout.frameCount)
    part.buffer = try StemBuffer(frameCount: count, channelCount: channels) { samples throws in
      for channel in 0..<channels {
        let start = channel * stride + intro
        let plane = UnsafeBufferPointer(rebasing: planes[start..<(start + frames)])
        try Resampler.resample(
          SoundSignal(loop: plane), from: rate, to: fast,
          into: UnsafeMutableBufferPointer(rebasing: samples[(channel * count)..<((channel + 1) * count)]))
      }
    }
    part.configuration.line = configuration.line == nil ? nil : line
    part.configuration.offset *= FrameCount(factor)
    return part
  }

  /// A stem of two frames that reach a peak on both sides of zero.
  fileprivate func reduced(toPeak peak: Float) -> MixPeak.Part {
    var part = self
    part.buffer = StemBuffer(frameCount: 2, channelCount: 1) { samples in
      samples[0] = peak
      samples[1] = -peak
    }
    return part
  }
}
