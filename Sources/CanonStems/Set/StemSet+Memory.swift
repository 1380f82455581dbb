import CanonEngine

extension StemSet {
  /// The memory that the samples of all its files take, in bytes. Files that cannot be read do not count.
  /// - Parameters:
  ///   - rate: The engine's: 16-bit files at that rate stay 16-bit, everything else is converted to floating-point numbers. nil
  ///     while it is not known: then floating-point numbers at the files' own rates.
  ///   - holding: How much of them is to be in memory; it counts if the rate is known.
  /// - Thread: any control thread (reads the files' headers)
  package func sampleBytes(at rate: SampleRate? = nil, holding: SampleHolding = .whole) -> UInt64 {
    stems.reduce(0) { sum, stem in
      guard let info = try? readers.info(stem.path, stem.channels) else { return sum }
      // The others become floating-point numbers, whatever they are.
      guard info.sampleRate == rate else { return sum + Self.sampleBytes(info, .floats, at: rate) }
      guard let sound = try? OpenSound(stem.path, readers, stem.channels) else { return sum }
      return sum + sampleBytes(of: stem, sound.info, sound.samples, at: rate, holding: holding)
    }
  }

  /// The memory that the samples of a stem take, in bytes. Where they may be in a window, it is taken that the disk has room for them.
  func sampleBytes(
    of stem: StemSpec, _ info: SoundInfo, _ samples: SoundHeader.Samples, at rate: SampleRate?,
    holding: SampleHolding
  ) -> UInt64 {
    let loop = info.loop ?? 0..<info.frameCount
    // A region of a long file may be short: then all of it counts, as without windows.
    if readers.keepsSamples, info.sampleRate == rate, treatment(of: stem) == nil, stem.region == nil,
      let layout = StemLayout(
        intro: loop.lowerBound, loop: loop.upperBound - loop.lowerBound,
        release: info.frameCount - loop.upperBound)
    {
      let shape = SampleShape(
        layout: layout, channels: info.channelCount, format: samples == .integers16 ? .int16 : .float32)
      if holding.isWindowed(shape) { return UInt64(OpenEntry.windowSize(shape, at: info.sampleRate)) }
    }
    return Self.sampleBytes(info, samples, at: rate)
  }

  /// The memory that the samples of one file take, in bytes.
  static func sampleBytes(
    _ info: SoundInfo, _ samples: SoundHeader.Samples, at rate: SampleRate?
  ) -> UInt64 {
    let staysAsItIs = info.sampleRate == rate && samples == .integers16
    let frames = Resampler.frames(Int(info.frameCount), from: info.sampleRate, to: rate ?? info.sampleRate)
    let size = staysAsItIs ? MemoryLayout<Int16>.size : MemoryLayout<Float>.size
    return UInt64(frames * info.channelCount * size)
  }
}
