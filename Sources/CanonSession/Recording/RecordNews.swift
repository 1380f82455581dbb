import CanonEngine
import CanonStems

/// What a recording is, as views show it.
public struct RecordStatus: Hashable, Sendable {
  /// The master's file, or the folder of the outputs.
  public let path: String
  /// Recorded so far, with the silence in place of what was lost.
  public internal(set) var frames: FrameCount = 0
  /// How many of them the disk was too slow for.
  public internal(set) var lost: FrameCount = 0
  public let sampleRate: SampleRate

  public init(path: String, frames: FrameCount = 0, lost: FrameCount = 0, sampleRate: SampleRate) {
    (self.path, self.frames, self.lost, self.sampleRate) = (path, frames, lost, sampleRate)
  }

  /// `0:12:05`: hours, minutes, seconds.
  package static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
  }

  /// In seconds.
  public var seconds: Double { sampleRate.seconds(frames) }
}

/// Notes for people about recordings.
public enum RecordNews: Hashable, Sendable {
  case began(path: String)
  /// What was recorded; what was asked for has another name if something was there.
  case ended(RecordStatus)
  /// The disk was too slow for some frames, which are silent in the files: their number, and where, in seconds from the recording's start.
  case lost(path: String, seconds: Double, at: Double)
  /// The recording has ended because it cannot be written.
  case failed(RecordStatus, SoundProblem)
  /// The server has another sample rate, at which the recording cannot go on.
  case cannotGoOn(RecordProblem)
  /// A FLAC file is being made of it.
  case converts(path: String)
  /// The recording was made a FLAC file; samples beyond full scale were cut.
  case converted(path: String, clipped: Int)
  /// It stays a WAV file.
  case notConverted(recording: String, SoundProblem)

  package var code: String {
    switch self {
    case .began: "recording"
    case .ended: "recording-ended"
    case .lost: "recording-lost"
    case .failed: "recording-failed"
    case .cannotGoOn: "recording-cannot-go-on"
    case .converts: "recording-converts"
    case .converted: "recording-converted"
    case .notConverted: "recording-not-converted"
    }
  }
}

/// Why nothing can be recorded.
public enum RecordProblem: Error, Hashable, Sendable {
  /// A name without a format that canon records.
  case format(String)
  case cannotWrite(SoundProblem)
  /// A recording is under way, at this path.
  case underWay(String)
  case nothingUnderWay
  /// There is no server yet, so no sample rate.
  case noServer
  /// The set has too many stems for ports, and outputs without ports are not computed.
  case noPorts
  /// There is no output besides the master.
  case noOutputs
  /// Bytes of memory that the outputs need, and that there are; half of those are taken at most.
  case memory(outputs: Int, needed: Int64, available: Int64)

  /// Whether the request itself is wrong, so that repeating it does not help.
  var isUsage: Bool { if case .format = self { true } else { false } }

  public var code: String {
    switch self {
    case .format: "record-format"
    case .cannotWrite: "record-cannot-write"
    case .underWay: "record-under-way"
    case .nothingUnderWay: "record-none"
    case .noServer: "record-no-server"
    case .noPorts: "record-no-ports"
    case .noOutputs: "record-no-outputs"
    case .memory: "record-memory"
    }
  }
}
