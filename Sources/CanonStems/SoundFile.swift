import CSndFile
import CanonEngine

/// What a sound file says about itself.
public struct SoundInfo: Hashable, Sendable {
  public let sampleRate: SampleRate
  /// 1 or 2.
  public let channelCount: Int
  /// At least 1. For MP3, whose header may only estimate, as many as were decoded.
  public let frameCount: FrameCount

  /// In seconds.
  public var duration: Double { sampleRate.seconds(frameCount) }
}

/// The decoded samples of a sound file.
public struct SoundData: Sendable {
  public let info: SoundInfo
  /// One array of ``SoundInfo/frameCount`` samples for each channel; all finite.
  public let channels: [[Float]]
}

/// Reads sound files through libsndfile, which opens more than canon can play: what its header announces is
/// checked before memory is taken for it, and what could really be read is what counts.
public enum SoundFile {
  /// The most bytes that a file may need when decoded to 32-bit floats: 2 GiB.
  public static let largestDecodedSize: Int64 = 1 << 31

  /// Reads the header alone (MP3: decodes the file, to count its frames).
  /// - Thread: any control thread (reads the file)
  public static func info(_ path: String) throws(SoundProblem) -> SoundInfo {
    try OpenSound(path).info
  }

  /// Decodes the whole file.
  /// - Throws: Also when fewer frames can be read than the header announces, and when samples are not finite.
  /// - Thread: any control thread (reads the file, up to seconds)
  public static func read(_ path: String) throws(SoundProblem) -> SoundData {
    let sound = try OpenSound(path)
    let info = sound.info
    let frames = Int(info.frameCount)
    var channels = [[Float]](repeating: [Float](repeating: 0, count: frames), count: info.channelCount)
    var done = 0
    var bad = (count: 0, firstFrame: 0)
    sound.readChunks { chunk in
      let got = min(chunk.count / info.channelCount, frames - done)
      for (number, _) in channels.enumerated() {
        channels[number].withUnsafeMutableBufferPointer { channel in
          for frame in 0..<got {
            let sample = chunk[frame * info.channelCount + number]
            channel[done + frame] = sample
            if !sample.isFinite {
              if bad.count == 0 || done + frame < bad.firstFrame { bad.firstFrame = done + frame }
              bad.count += 1
            }
          }
        }
      }
      done += got
      return done < frames
    }
    guard done == frames else {
      throw SoundProblem(path, .truncated(read: FrameCount(done), announced: info.frameCount))
    }
    guard bad.count == 0 else {
      throw SoundProblem(path, .notFinite(count: bad.count, firstFrame: FrameCount(bad.firstFrame)))
    }
    return SoundData(info: info, channels: channels)
  }
}
