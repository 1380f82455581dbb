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
    /// A name that is not UTF-8, as the disk has it.
    case otherEncoding([UInt8])
    case notPermitted
    case folder
    case notRegular
    /// An error number of the system.
    case system(Int32)
    /// No reader knows the format.
    case unrecognised
    /// A format that ffmpeg decodes, which is not there.
    case noFFmpeg
    /// The format is known, but the content is damaged.
    case damaged
    /// Bits of a sample in FLAC: more than libsndfile can read.
    case sampleBits(Int)
    /// In hertz.
    case sampleRate(Int)
    /// More than a stem plays or a file may have, or none.
    case channels(Int)
    /// A chosen channel, counted from 1, and the number of those that are there.
    case noChannel(Int, of: Int)
    case empty
    /// Bytes of all samples as 32-bit floats; clamped.
    case tooLarge(Int64)
    /// Decoding took longer than it may.
    case tooSlow(seconds: Int64)
    /// Frames; fewer could be read than the header announces.
    case truncated(read: FrameCount, announced: FrameCount)
    /// The end of the file is missing, which alone would tell its length.
    case endMissing
    /// Samples that are NaN or infinite, and the first frame with one.
    case notFinite(count: Int, firstFrame: FrameCount)
    /// Samples beyond +24 dBFS, and the first frame with one.
    case tooLoud(count: Int, firstFrame: FrameCount)
    /// A length close to this ratio of the set's loop, of the file or of the loop that it names.
    case length(
      FrameCount, expected: FrameCount, rate: SampleRate, LoopRatio, isNamedByFile: Bool = false)
    /// A replacement, or the loop that it names, has another length than the playing stem.
    case replacement(FrameCount, expected: FrameCount, rate: SampleRate, isNamedByFile: Bool = false)
    /// It is not what a performance has played, and no copy of that was kept at this path.
    case notAsPlayed(kept: String)
    /// It was changed while a performance played, so that it is not known when it played which.
    case severalPlayed
    case resampling(String)
    /// Frames of a loop that is to be played in another tempo or key.
    case tooShortToStretch(FrameCount, rate: SampleRate)
    /// libsndfile cannot write this format with this number of channels at this rate.
    case unwritable
    /// More frames than one file of the format can hold.
    case outputTooLong(most: FrameCount)
  }

  package init(_ path: String, _ cause: Cause) {
    self.path = path
    self.cause = cause
  }

  /// The problem as one of the sound file itself, for callers without a set file.
  public var fileProblem: FileProblem {
    FileProblem(file: path, SoundAdvice(cause: cause, file: path, isNamed: false))
  }

  public var message: String { fileProblem.message }
}
