import CanonEngine

extension StemSet {
  /// The memory that the samples of all its files take, in bytes. Files that cannot be read do not count.
  /// - Parameter rate: The engine's: 16-bit files at that rate stay 16-bit, everything else is converted to floating-point numbers. nil
  ///   while it is not known: then floating-point numbers at the files' own rates.
  /// - Thread: any control thread (reads the files' headers)
  package func sampleBytes(at rate: SampleRate? = nil) -> UInt64 {
    stems.reduce(0) { sum, stem in
      guard let info = try? readers.info(stem.path, stem.channels) else { return sum }
      // The others become floating-point numbers, whatever they are.
      guard info.sampleRate == rate else { return sum + Self.sampleBytes(info, .floats, at: rate) }
      guard let sound = try? OpenSound(stem.path, readers, stem.channels) else { return sum }
      return sum + Self.sampleBytes(sound.info, sound.samples, at: rate)
    }
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
