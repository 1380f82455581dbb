import CanonEngine

extension StemBuffer {
  /// The stem in another tempo or key.
  /// - Parameters:
  ///   - layout: What it is to have then.
  ///   - rate: Of both.
  /// - Throws: The reason why libsoxr failed.
  /// - Thread: any control thread (seconds of CPU time)
  func treated(
    _ treatment: Treatment, _ layout: StemLayout, at rate: SampleRate
  ) throws(Resampler.Failure) -> StemBuffer {
    let planes = (0..<channelCount).map { channel in
      (0..<Int(self.layout.frameCount)).map { sample($0, channel: channel) }
    }
    var failure: Resampler.Failure?
    var made: StemBuffer?
    Self.withSignals(planes, self.layout) { loop, all in
      do throws(Resampler.Failure) {
        made =
          treatment.isTape
          ? try taped(treatment, layout, all) : stretched(treatment, layout, loop, all, at: rate)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    guard let made else { preconditionFailure("neither samples nor a reason") }
    return made
  }

  /// As a tape: the circle, or the whole, at another rate.
  private func taped(
    _ treatment: Treatment, _ layout: StemLayout, _ all: [SoundSignal]
  ) throws(Resampler.Failure) -> StemBuffer {
    let stride = Int(layout.frameCount)
    let ratio = Resampler.Ratio(
      input: Int(treatment.speed.numerator), output: Int(treatment.speed.denominator))
    return try StemBuffer(
      layout: layout, channelCount: channelCount,
      floats: { (samples) throws(Resampler.Failure) in
        for (channel, signal) in all.enumerated() {
          try Resampler.resample(
            signal, by: ratio, first: 0,
            into: UnsafeMutableBufferPointer(rebasing: samples[(channel * stride)..<((channel + 1) * stride)])
          )
        }
      })
  }

  private func stretched(
    _ treatment: Treatment, _ layout: StemLayout, _ loop: [SoundSignal], _ all: [SoundSignal],
    at rate: SampleRate
  ) -> StemBuffer {
    let ratio = 1 / treatment.speed.factor
    let pitch = Transposition(cents: treatment.cents)?.factor ?? 1
    let circle = StretchedLoop(
      loop, count: Int(self.layout.loop), wanted: Int(layout.loop), by: ratio, pitch: pitch, at: rate)
    let isLoopAlone = layout.intro == 0 && layout.release == 0
    let whole =
      isLoopAlone
      ? []
      : Stretcher.stretch(
        all, 0..<(Int(self.layout.frameCount) + Int(Double(rate.hertz) * StretchedLoop.margin)), by: ratio,
        pitch: pitch, at: rate)
    let stride = Int(layout.frameCount), intro = Int(layout.intro), length = Int(layout.loop)
    let hertz = Double(rate.hertz)
    let (fade, upbeatFade) = (max(1, Int(hertz * 0.01)), max(1, Int(hertz * 0.002)))
    return StemBuffer(
      layout: layout, channelCount: channelCount,
      floats: { samples in
        for (channel, circle) in circle.channels.enumerated() {
          let target = UnsafeMutableBufferPointer(
            rebasing: samples[(channel * stride)..<((channel + 1) * stride)])
          for frame in 0..<length { target[intro + frame] = circle[frame] }
          guard !isLoopAlone else { continue }
          for frame in 0..<intro { target[frame] = whole[channel][frame] }
          // The intro goes over into what the loop comes from, and the loop's end into the release, where the phases differ. What the loop
          // comes from is its end, of which nothing must be heard before the downbeat.
          for frame in 0..<min(upbeatFade, intro, length) {
            let weight = (Float(frame) + 0.5) / Float(upbeatFade)
            let place = intro - 1 - frame
            target[place] = weight * target[place] + (1 - weight) * circle[length - 1 - frame]
          }
          for frame in 0..<Int(layout.release) {
            let weight = min(1, (Float(frame) + 0.5) / Float(fade))
            let mirrored = weight < 1 && frame < length ? circle[length - 1 - frame] : 0
            target[intro + length + frame] =
              weight * whole[channel][intro + length + frame] + (1 - weight) * mirrored
          }
        }
      })
  }

  /// The signals of each channel: the loop as a circle, and all of it.
  private static func withSignals(
    _ planes: [[Float]], _ layout: StemLayout, _ body: (_ loop: [SoundSignal], _ all: [SoundSignal]) -> Void
  ) {
    let intro = Int(layout.intro), loop = intro..<(intro + Int(layout.loop))
    func signals(_ plane: UnsafeBufferPointer<Float>) -> (loop: SoundSignal, all: SoundSignal) {
      let circle = SoundSignal(loop: UnsafeBufferPointer(rebasing: plane[loop]))
      if layout.intro == 0, layout.release == 0 { return (circle, circle) }
      return (circle, SoundSignal(plane, loopStart: layout.release == 0 ? intro : nil))
    }
    planes[0].withUnsafeBufferPointer { left in
      guard planes.count > 1 else {
        let left = signals(left)
        return body([left.loop], [left.all])
      }
      planes[1].withUnsafeBufferPointer { right in
        let left = signals(left), right = signals(right)
        body([left.loop, right.loop], [left.all, right.all])
      }
    }
  }
}
