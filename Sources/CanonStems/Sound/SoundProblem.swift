import CanonEngine
import CanonFiles

/// Why a sound file cannot be used or written. The wording is in SoundWording.swift.
public struct SoundProblem: Error, Hashable, Sendable {
  /// As the caller named it.
  public let path: String
  public let cause: Cause

  public enum Cause: Error, Hashable, Sendable {
    /// With the most similar name in the folder, if there is one.
    case missing(nearest: String?)
    case notPermitted
    case folder
    case notRegular
    /// An error number of the system.
    case system(Int32)
    /// No reader knows the format.
    case unrecognised
    /// A format that canon does not read, but that many players do.
    case aac
    /// The format is known, but the content is damaged.
    case damaged
    /// In hertz.
    case sampleRate(Int)
    case channels(Int)
    case empty
    /// Bytes of all samples as 32-bit floats; clamped.
    case tooLarge(Int64)
    /// Decoding took longer than it may.
    case tooSlow(seconds: Int64)
    /// Frames; fewer could be read than the header announces.
    case truncated(read: FrameCount, announced: FrameCount)
    /// Samples that are NaN or infinite, and the first frame with one.
    case notFinite(count: Int, firstFrame: FrameCount)
    /// Samples beyond +24 dBFS, and the first frame with one.
    case tooLoud(count: Int, firstFrame: FrameCount)
    /// A length close to this ratio of the set's loop.
    case length(FrameCount, expected: FrameCount, rate: SampleRate, LoopRatio)
    /// A replacement has another length than the playing stem.
    case replacement(FrameCount, expected: FrameCount, rate: SampleRate)
    /// It is not what a performance has played, and no copy of that was kept at this path.
    case notAsPlayed(kept: String)
    /// It was changed while a performance played, so that it is not known when it played which.
    case severalPlayed
    case resampling(String)
    /// libsndfile cannot write this format with this number of channels at this rate.
    case unwritable
    /// More frames than one file of the format can hold.
    case outputTooLong(most: FrameCount)
  }

  init(_ path: String, _ cause: Cause) {
    self.path = path
    self.cause = cause
  }

  /// The problem as one of the sound file itself, for callers without a set file.
  public var fileProblem: FileProblem {
    FileProblem(file: path, SoundAdvice(cause: cause, file: path, isNamed: false))
  }

  public var message: String { fileProblem.message }
}
