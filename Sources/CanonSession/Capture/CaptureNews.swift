import CanonEngine
import CanonFiles
import CanonStems

/// A capture, as views show it.
public struct CaptureStatus: Hashable, Sendable {
  public let stem: String
  /// Whether it is added to what the stem plays.
  public let isAdded: Bool
  /// The boundaries on which it begins and ends: frames of the engine's clock.
  public let from: FramePosition
  public let until: FramePosition
  /// Frames by which what is played comes in later than it is meant.
  public let latency: FrameCount
  /// The names of the ports that it comes from.
  public let sources: [String]

  public init(
    stem: String, isAdded: Bool, from: FramePosition, until: FramePosition, latency: FrameCount,
    sources: [String]
  ) {
    (self.stem, self.isAdded, self.from, self.until) = (stem, isAdded, from, until)
    (self.latency, self.sources) = (latency, sources)
  }
}

/// Notes for people about captures.
public enum CaptureNews: Hashable, Sendable {
  /// It begins after this time; both are in seconds.
  case began(CaptureStatus, after: Double, latency: Double)
  /// The stem has it: how long it is, how much of it the server has not played, and the file that keeps it; nil if none does.
  case captured(stem: String, seconds: Double, missing: Double, path: String?)
  /// It has ended early, and the stem is not there, or is as it was.
  case ended(stem: String, CaptureEnd)
  /// No file keeps it: it is lost when canon ends.
  case notKept(stem: String, FileProblem)
  /// The set has it, in this file.
  case kept(stem: String, path: String)

  /// `0.043`: rounded to thousandths.
  package static func seconds(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }

  package var code: String {
    switch self {
    case .began: "capture"
    case .captured: "captured"
    case .ended: "capture-ended"
    case .notKept: "capture-not-kept"
    case .kept: "capture-kept"
    }
  }
}

/// Why a capture has ended early.
public enum CaptureEnd: Hashable, Sendable {
  /// Somebody has ended it.
  case cancelled
  /// The music was moved, or stands: its boundaries are not what they were.
  case moved
  /// The server has another sample rate.
  case otherRate
  /// The stem could not be made: why was told.
  case refused
  /// The stem was there only after the boundary on which it was to start.
  case late
  /// The stem plays something else by now.
  case replaced
  case panic
}

/// Why nothing is captured or kept.
public enum CaptureProblem: Error, Hashable, Sendable {
  /// The text is no id of a stem.
  case id(String)
  /// The set has a stem of that id.
  case taken(String)
  /// Its length is given both in loops and in bars.
  case twoLengths
  case underWay(stem: String)
  /// What was read again waits for its boundary.
  case reloading
  /// The music does not play in its own tempo and key, so that the loop would be no part of the set.
  case notOriginal
  /// Another tempo or key is asked for, and there is no other sound of a stem that was captured.
  case otherPlayback(stem: String)
  case nothingUnderWay
  /// There is no server yet, or no music.
  case noServer
  /// The music stands still.
  case standing
  /// The driver does not answer.
  case noAnswer
  case input(InputProblem)
  /// Its seconds, and the fewest that are possible with the latency of the ports.
  case tooShort(seconds: Double, least: Double)
  case tooLong
  /// Bytes of memory that it needs, and that there are; half of those are taken at most.
  case memory(needed: Int64, available: Int64)
  /// A stem behind a door cannot be added to: its samples would stay when the door shuts.
  case guarded(stem: String)
  /// Only a stem that plays can be added to.
  case notPlaying(stem: String)
  /// Only a stem that is a loop alone can be added to: it has a region, an intro or a release.
  case notALoop(stem: String)
  /// What is added is as long as the stem's own loop, in seconds.
  case otherLength(stem: String, seconds: Double, own: Double)
  /// The stem was not captured, so that the set has its file.
  case notCaptured(stem: String)
  /// The set cannot have a stem more, or the samples to which is added cannot be read.
  case cannotAdd(FileProblem)
  /// Without a set file the folder's files are the stems, and the stem has one already.
  case noSetFile(stem: String)
  case cannotKeep(FileProblem)

  /// Whether the request itself is wrong, so that repeating it does not help.
  var isUsage: Bool {
    switch self {
    case .id, .taken, .twoLengths, .notALoop, .otherLength, .tooLong, .tooShort: true
    default: false
    }
  }

  public var code: String {
    switch self {
    case .id: "capture-id"
    case .taken: "capture-taken"
    case .twoLengths: "capture-two-lengths"
    case .underWay: "capture-under-way"
    case .reloading: "capture-reloading"
    case .notOriginal: "capture-not-original"
    case .otherPlayback: "capture-other-playback"
    case .nothingUnderWay: "capture-none"
    case .noServer: "capture-no-server"
    case .standing: "capture-standing"
    case .noAnswer: "capture-no-answer"
    case .input(.noPort): "capture-no-port"
    case .input(.unknownSource): "capture-unknown-source"
    case .input(.noSource): "capture-no-source"
    case .tooShort: "capture-too-short"
    case .tooLong: "capture-too-long"
    case .memory: "capture-memory"
    case .guarded: "capture-guarded"
    case .notPlaying: "capture-not-playing"
    case .notALoop: "capture-not-a-loop"
    case .otherLength: "capture-other-length"
    case .notCaptured: "capture-not-captured"
    case .cannotAdd: "capture-cannot-add"
    case .noSetFile: "capture-no-set-file"
    case .cannotKeep: "capture-cannot-keep"
    }
  }
}
