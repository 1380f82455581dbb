import CanonEngine
import CanonFiles

/// A stem that was decoded once: what was measured, what its composer is warned of, and its part in a mix.
struct MeasuredStem: Sendable {
  let measurement: StemMeasurement
  let warnings: [FileProblem]
  /// At the rate of the set.
  var part: MixPeak.Part

  /// The number of frames that are measured at a time.
  private static let block = 4096

  /// Decodes a stem's file and measures it.
  /// - Parameter configuration: The engine's for the set.
  /// - Throws: What is wrong with the file, at the line of the set file that names it.
  init(
    _ index: StemIndex, of set: StemSet, _ timing: SetTiming, _ configuration: EngineConfiguration
  ) throws(FileProblem) {
    let stem = set[index], rate = configuration.sampleRate
    do throws(SoundProblem) {
      let sound = try OpenSound(stem.path, set.readers, stem.channels)
      let info = set.loops.remembered(sound.info, at: stem.path, isOfSet: true)
      guard let bounds = try? LoopBounds(of: stem, in: set, info: info),
        let layout = StemLayout(
          intro: bounds.start, loop: bounds.frameCount, release: info.frameCount - bounds.end)
      else { throw SoundProblem(stem.path, .tooLarge(.max)) }
      let frames = Int(info.frameCount)
      let buffer = try StemBuffer(
        layout: layout, channelCount: info.channelCount,
        floats: { (samples) throws(SoundProblem) in
          try sound.readFloats(from: 0, count: frames, into: samples, stride: frames)
        })
      let meter = Self.measure(buffer, at: info.sampleRate)
      warnings = SeamCheck.warnings(meter.seam, of: stem, in: set, from: bounds.start)
      measurement = StemMeasurement(
        index: index, encoding: sound.decoder.header.encoding, info: info, loop: bounds.start..<bounds.end,
        loops: info.sampleRate.seconds(bounds.frameCount) / timing.loop.seconds,
        bars: set.tempo.map { Self.bars(bounds.frameCount, info.sampleRate, $0, set.meter) },
        silenceAtStart: meter.silence.atStart, silenceAtEnd: meter.silence.atEnd,
        seam: stem.repeats == 1 ? nil : meter.seam.seam, mean: meter.seam.mean,
        clippedPlaces: meter.seam.flatTops, clippedFrames: meter.seam.flatTopFrames,
        peak: Double(meter.seam.peak), loudness: meter.loudness, outline: meter.outline,
        ends: meter.seam.ends,
        bytes: set.sampleBytes(of: stem, info, sound.samples, at: rate, holding: .live))
      part = MixPeak.Part(
        try Self.converted(buffer, stem, info.sampleRate, configuration, index),
        configuration.stems[index.int])
    } catch {
      throw set.problem(of: stem, error.cause)
    }
  }

  private static func measure(
    _ buffer: StemBuffer, at rate: SampleRate
  ) -> (seam: SeamMeter, silence: EdgeSilence, outline: Outline, loudness: Loudness) {
    let channels = buffer.channelCount
    var seam = SeamMeter(channelCount: channels, rate: rate), silence = EdgeSilence()
    var outline = Outline(frameCount: buffer.layout.loop)
    let loudness = LoudnessMeter.measure(channelCount: channels, rate: rate, buffer.layout.loop) {
      meter, turn in
      buffer.lookAtLoop(Self.block) { piece in
        meter.add(piece)
        guard turn == 0 else { return }
        seam.add(piece)
        silence.add(piece, channels: channels)
        outline.add(piece, channels: channels)
      }
    }
    return (seam, silence, outline, loudness)
  }

  private static func bars(_ frames: FrameCount, _ rate: SampleRate, _ tempo: Tempo, _ meter: Meter) -> Double
  {
    rate.seconds(frames) * tempo.beatsPerMinute / 60 / Double(meter.beatsPerBar)
  }

  /// The stem at the rate of the set, as the engine would have it.
  private static func converted(
    _ buffer: StemBuffer, _ stem: StemSpec, _ rate: SampleRate, _ configuration: EngineConfiguration,
    _ index: StemIndex
  ) throws(SoundProblem) -> StemBuffer {
    let line = configuration.stems[index.int].line ?? configuration.grid.loop
    // What is only a loop is converted as a circle; an intro that is never played is no part of it.
    let isLoopAlone = stem.intro == .none && buffer.layout.release == 0
    do throws(Resampler.Failure) {
      return try (isLoopAlone ? buffer.loopAlone : buffer).converted(
        from: rate, to: configuration.sampleRate, line: line)
    } catch {
      throw SoundProblem(stem.path, .resampling(error.reason))
    }
  }
}

extension StemBuffer {
  /// Shows the loop in pieces.
  /// - Parameter body: Gets interleaved samples, which are valid only during the call.
  fileprivate func lookAtLoop(_ block: Int, _ body: (UnsafeBufferPointer<Float>) -> Void) {
    guard let planes = bytes.bindMemory(to: Float.self).baseAddress else { return }
    let stride = Int(layout.frameCount), channels = channelCount
    let first = Int(layout.intro), count = Int(layout.loop)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: channels * block) { memory in
      guard let piece = memory.baseAddress else { return }
      var done = 0
      while done < count {
        let frames = min(block, count - done)
        let left = planes + first + done, right = left + (channels - 1) * stride
        if channels == 1 {
          piece.update(from: left, count: frames)
        } else {
          for frame in 0..<frames {
            piece[2 * frame] = left[frame]
            piece[2 * frame + 1] = right[frame]
          }
        }
        body(UnsafeBufferPointer(start: piece, count: frames * channels))
        done += frames
      }
    }
  }

  /// A copy of the loop.
  fileprivate var loopAlone: StemBuffer {
    if layout.intro == 0 && layout.release == 0 { return self }
    let (first, count) = (Int(layout.intro), Int(layout.loop))
    return StemBuffer(frameCount: count, channelCount: channelCount) { samples in
      for channel in 0..<channelCount {
        for frame in 0..<count { samples[channel * count + frame] = sample(first + frame, channel: channel) }
      }
    }
  }
}
