import CanonEngine

/// The samples of one stem in a mix.
extension MixPeak.Part {
  /// Copies the samples of the stem's loop from `position` on, in phase with the origin, as the master receives them.
  /// - Parameter loop: The set's.
  func read(
    from position: FramePosition, _ channel: Int, frames: Int, loop: GridLine,
    into target: UnsafeMutablePointer<Float>
  ) {
    let line = configuration.line ?? loop, anchor = configuration.offset
    let intro = Int(buffer.layout.intro)
    var done = 0
    while done < frames {
      let frame = position + FramePosition(done) - anchor
      let turn = line.index(containing: frame)
      let count = min(frames - done, Int(line.position(of: turn + 1) - frame))
      read(intro + Int(frame - line.position(of: turn)), channel, count, into: target + done)
      done += count
    }
  }

  private func factor(_ channel: Int) -> Float {
    configuration.gain.linear * (channel == 0 ? configuration.pan.left : configuration.pan.right)
  }

  /// Copies samples as the master receives them. Those of a window are read from the disk; what it does not give is silent.
  private func read(_ first: Int, _ channel: Int, _ count: Int, into target: UnsafeMutablePointer<Float>) {
    if buffer.isPaged {
      let samples = buffer.samples(of: first..<(first + count)), factor = factor(channel)
      let stride = buffer.channelCount, channel = min(channel, buffer.channelCount - 1)
      for k in 0..<count { target[k] = (samples?[k * stride + channel] ?? 0) * factor }
      return
    }
    let base = buffer.bytes.baseAddress!, channel = (factor(channel), min(channel, buffer.channelCount - 1))
    switch buffer.format {
    case .float32:
      let source =
        base.assumingMemoryBound(to: Float.self) + channel.1 * Int(buffer.layout.frameCount) + first
      for k in 0..<count { target[k] = source[k] * channel.0 }
    case .int16:
      let stride = buffer.channelCount, factor = channel.0 / 32768
      let source = base.assumingMemoryBound(to: Int16.self) + first * stride + channel.1
      for k in 0..<count { target[k] = Float(source[k * stride]) * factor }
    }
  }

  /// A stem of two frames, the maximum and minimum of this one: sufficient for an upper bound.
  var extremesAlone: MixPeak.Part {
    var plain = self
    plain.configuration.gain = .unity
    plain.configuration.pan = .centre
    let extremes = [plain.extremes(0), plain.extremes(1)]
    let small = StemBuffer(frameCount: 2, channelCount: 2) { samples in
      for channel in 0..<2 {
        samples[2 * channel] = extremes[channel].most
        samples[2 * channel + 1] = extremes[channel].least
      }
    }
    return MixPeak.Part(small, configuration)
  }

  /// The maximum and minimum of its loop.
  func extremes(_ channel: Int) -> (most: Float, least: Float) {
    let layout = buffer.layout
    var (most, least) = (-Float.infinity, Float.infinity)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 4096) { chunk in
      var done = 0
      while done < Int(layout.loop) {
        let count = min(4096, Int(layout.loop) - done)
        read(Int(layout.intro) + done, channel, count, into: chunk.baseAddress!)
        for k in 0..<count {
          most = max(most, chunk[k])
          least = min(least, chunk[k])
        }
        done += count
      }
    }
    return (most, least)
  }
}
