import CanonEngine
import CanonFiles
import Foundation

/// The samples of the click.
extension StemSet {
  /// Makes the sounds of the click at the engine's rate.
  /// - Throws: The problem of a file, at its place in the set file.
  /// - Thread: any control thread (reads files)
  func clickSounds(at rate: SampleRate) throws(FileProblem) -> ClickSounds {
    let gain = Gain(click.gain).linear
    func sound(_ file: ClickSpec.File?, _ key: String, hertz: Double) throws(FileProblem) -> StemBuffer {
      guard let file else { return StemBuffer.click(of: hertz, gain: gain, at: rate) }
      do throws(SoundProblem) {
        return try StemBuffer.click(try OpenSound(file.path, readers), gain: gain, at: rate)
      } catch {
        throw problem(
          line: file.line, field: "\(ClickSpec.table): \(key)",
          SoundAdvice(cause: error.cause, file: file.written, isNamed: true))
      }
    }
    let beat = try sound(click.beat, "file", hertz: 1000)
    if click.accent == nil, click.beat != nil { return ClickSounds(accent: beat, beat: beat) }
    return ClickSounds(accent: try sound(click.accent, "accent", hertz: 1500), beat: beat)
  }

  /// canon's own sounds of the click, for a set whose files can no longer be read.
  func ownClickSounds(at rate: SampleRate) -> ClickSounds {
    let gain = Gain(click.gain).linear
    return ClickSounds(
      accent: .click(of: 1500, gain: gain, at: rate), beat: .click(of: 1000, gain: gain, at: rate))
  }
}

extension ClickSounds {
  /// Whether all samples of both sounds are the same.
  func sounds(like other: ClickSounds) -> Bool {
    accent.isSame(as: other.accent) && beat.isSame(as: other.beat)
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
