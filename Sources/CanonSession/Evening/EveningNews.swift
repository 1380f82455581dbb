import CanonFiles
import CanonSchedule

/// Notes for people about the evening that canon goes on with, or keeps.
public enum EveningNews: Hashable, Sendable {
  /// It goes on, with these stems sounding.
  /// - Parameter away: Seconds since it was last written down; nil if it goes on from where it was then.
  case resumed(LastPlayed, away: Double?, stems: [String])
  /// These stems are no longer in the set.
  case leftOut([String])
  /// canon starts from the beginning, although there is an evening, or was to be one.
  case fresh(FreshStart)
  /// It cannot be written down.
  case notKept(EveningProblem)
  /// Another canon of this name plays the same, and keeps its evening there.
  case shared

  /// When an evening was last written down, in the zone in which people read it.
  public struct LastPlayed: Hashable, Sendable {
    public let time: Instant
    public let zone: Zone

    public init(_ time: Instant, _ zone: Zone) { (self.time, self.zone) = (time, zone) }
  }

  /// Why a performance starts from the beginning.
  public enum FreshStart: Hashable, Sendable {
    /// There is no evening: none was played, or it ended with `quit`.
    case none
    case tooOld(LastPlayed)
    /// There is one, and nobody asked for it. The path under which it is kept.
    case notRequested(LastPlayed, path: String)
    /// The file cannot be used.
    case unusable(FileProblem)
  }

  /// A stable word for programs.
  var code: String {
    switch self {
    case .resumed: "evening-resumed"
    case .leftOut: "evening-stems-gone"
    case .fresh: "evening-fresh"
    case .notKept: "evening-not-kept"
    case .shared: "evening-shared"
    }
  }
}

/// An evening could not be written down.
public struct EveningProblem: Error, Hashable, Sendable {
  public let path: String
  public let error: DiskError

  public init(path: String, error: DiskError) { (self.path, self.error) = (path, error) }
}
