/// What keeps one stem shut until its time.
public struct Door: Hashable, Sendable {
  /// The stem it belongs to: letters, digits and hyphens. Whether the set has such a stem, the set knows.
  public let stemID: String
  /// Where the schedule file says so, counted from 1, for messages of later checks.
  public let line: Int?
  public let opens: OpeningRule
  /// When it shuts again; nil for doors that stay open (until the season ends, where there are seasons).
  public let until: OpeningRule?
  /// Whether the stem joins in by itself when the door opens while canon runs.
  public let join: Bool
}

/// What a door says at one instant. Every date that is shown comes from the value that decided.
public enum DoorStatus: Hashable, Sendable {
  /// The stem has no door: it may always sound.
  case none
  /// Open from `since`, that moment included, to `until`, that moment excluded (nil: for ever).
  case open(since: Instant, until: Instant?)
  /// Shut; opens at this moment, for the first time or again.
  case locked(opens: Instant)
  /// Shut since this moment, and will not open again.
  case over(since: Instant)

  /// Whether the stem may sound.
  public var isOpen: Bool {
    switch self {
    case .none, .open: true
    case .locked, .over: false
    }
  }

  /// When this status ends by itself; nil when it never does.
  public var nextChange: Instant? {
    switch self {
    case .none, .over: nil
    case .open(_, let until): until
    case .locked(let opens): opens
    }
  }
}
