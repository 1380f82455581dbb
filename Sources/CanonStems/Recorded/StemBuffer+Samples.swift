import CanonEngine

/// All samples of a buffer, as floats.
extension StemBuffer {
  /// Writes all samples to a WAV file of 32-bit floats, which holds them exactly.
  /// - Parameter rate: That of the samples.
  /// - Thread: any control thread (writes the disk)
  public func write(to path: String, at rate: SampleRate) throws(SoundProblem) {
    var writer = try SoundWriter(
      path: path, format: .wav32f, sampleRate: rate, channelCount: channelCount,
      expectedFrames: layout.frameCount)
    for start in blocks { try writer.write(samples(from: start)) }
    _ = try writer.finish()
  }

  /// A copy with floating-point samples and two channels, to which something can be added.
  /// - Thread: any control thread (copies every sample)
  public func stereoCopy() -> StemBuffer {
    let frames = Int(layout.frameCount)
    return StemBuffer(layout: layout, channelCount: 2) { (samples: UnsafeMutableBufferPointer<Float>) in
      for frame in 0..<frames {
        samples[frame] = sample(frame, channel: 0)
        samples[frames + frame] = sample(frame, channel: 1)
      }
    }
  }

  /// Frames of a block.
  private static let block = 1 << 14

  /// The first frame of each block.
  var blocks: StrideTo<Int> { stride(from: 0, to: Int(layout.frameCount), by: Self.block) }

  /// The samples of the block that begins on a frame, the channels of each frame together.
  func samples(from start: Int) -> [Float] {
    var samples: [Float] = []
    samples.reserveCapacity(Self.block * channelCount)
    for frame in start..<min(start + Self.block, Int(layout.frameCount)) {
      for channel in 0..<channelCount { samples.append(sample(frame, channel: channel)) }
    }
    return samples
  }
}
