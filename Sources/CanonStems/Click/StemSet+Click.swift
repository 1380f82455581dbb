import CanonEngine
import CanonFiles
import Foundation

/// The samples of the click.
extension StemSet {
  /// Makes the sounds of the click at the engine's rate: those that were played, if a performance of the set is rendered in which it is heard.
  /// - Throws: The problem of a file, at its place in the set file.
  /// - Thread: any control thread (reads files)
  func clickSounds(at rate: SampleRate) throws(FileProblem) -> ClickSounds {
    let gain = Gain(click.gain).linear
    func read(_ path: String, _ gain: Float) throws(SoundProblem) -> StemBuffer {
      try StemBuffer.click(try OpenSound(path, readers), gain: gain, at: rate)
    }
    func sound(
      _ file: ClickSpec.File?, _ sound: ClickSound, hertz: Double
    ) throws(FileProblem) -> StemBuffer {
      guard let file else { return StemBuffer.click(of: hertz, gain: gain, at: rate) }
      do throws(SoundProblem) {
        if let played = try recordedClick(sound, file, at: rate, read) { return played }
        return try read(file.path, gain)
      } catch {
        throw problem(
          line: file.line, field: "\(ClickSpec.table): \(sound.rawValue)",
          SoundAdvice(cause: error.cause, file: file.written, isNamed: true))
      }
    }
    let beat = try sound(click.beat, .beat, hertz: 1000)
    if click.accent == nil, click.beat != nil { return ClickSounds(accent: beat, beat: beat) }
    return ClickSounds(accent: try sound(click.accent, .accent, hertz: 1500), beat: beat)
  }

  /// canon's own sounds of the click, for a set whose files can no longer be read.
  func ownClickSounds(at rate: SampleRate) -> ClickSounds {
    let gain = Gain(click.gain).linear
    return ClickSounds(
      accent: .click(of: 1500, gain: gain, at: rate), beat: .click(of: 1000, gain: gain, at: rate))
  }
}

extension ClickSounds {
  /// The same sounds, in the memory of those that play where the samples are the same.
  func keeping(_ playing: ClickSounds) -> ClickSounds {
    ClickSounds(
      accent: accent.isSame(as: playing.accent) ? playing.accent : accent,
      beat: beat.isSame(as: playing.beat) ? playing.beat : beat)
  }
}

extension StemBuffer {
  /// The longest sound of a beat, in seconds: the slowest tempo has a beat a minute, but no player waits for its end.
  private static let longestClick = 10

  /// A short tone that falls to silence within 40 ms.
  fileprivate static func click(of hertz: Double, gain: Float, at rate: SampleRate) -> StemBuffer {
    let frames = max(2, Int(rate.hertz) / 25)
    return StemBuffer(frameCount: frames, channelCount: 1) { samples in
      for frame in 0..<frames {
        let rest = 1 - Double(frame) / Double(frames)
        let tone = sin(2 * .pi * hertz * Double(frame) / Double(rate.hertz))
        samples[frame] = Float(0.5 * tone * rest * rest * rest) * gain
      }
    }
  }

  /// A sound file from its beginning.
  fileprivate static func click(
    _ sound: borrowing OpenSound, gain: Float, at rate: SampleRate
  ) throws(SoundProblem) -> StemBuffer {
    let (info, path) = (sound.info, sound.path)
    let count = Int(min(info.frameCount, FrameCount(info.sampleRate.hertz) * FrameCount(longestClick)))
    let source = UnsafeMutableBufferPointer<Float>.allocate(capacity: count * info.channelCount)
    defer { source.deallocate() }
    try sound.readFloats(from: 0, count: count, into: source, stride: count)
    let frames = Resampler.frames(count, from: info.sampleRate, to: rate)
    return try StemBuffer(frameCount: frames, channelCount: info.channelCount) {
      (samples) throws(SoundProblem) in
      for channel in 0..<info.channelCount {
        let plane = UnsafeBufferPointer(rebasing: source[(channel * count)..<((channel + 1) * count)])
        let target = UnsafeMutableBufferPointer(
          rebasing: samples[(channel * frames)..<((channel + 1) * frames)])
        do throws(Resampler.Failure) {
          try Resampler.resample(
            SoundSignal(plane, loopStart: nil), from: info.sampleRate, to: rate, into: target)
        } catch {
          throw SoundProblem(path, .resampling(error.reason))
        }
        for frame in target.indices { target[frame] *= gain }
      }
    }
  }
}
