/// What keeps one stem shut until its time.
public struct Door: Hashable, Sendable {
  /// The stem it belongs to: letters, digits and hyphens. Whether the set has such a stem, the set knows.
  public let stemID: String
  /// Where the schedule file says so, counted from 1, for messages of later checks.
  public let line: Int?
  public let condition: DoorCondition
  /// Whether the stem joins in by itself when the door opens while canon runs.
  public let join: Bool
  /// For how many loops the stem is first heard alone over the base when it joins in; 0 without that ritual.
  public let soloLoops: Int
}

/// What a door says at one instant. Every date that is shown comes from the value that decided.
public enum DoorStatus: Hashable, Sendable {
  /// The stem has no door: it may always sound.
  case none
  /// Open from `since`, that moment included (nil: unknown), to `until`, that moment excluded (nil: without end,
  /// as far as dates can tell).
  case open(since: Instant?, until: Instant?)
  /// Shut; opens at this moment, for the first time or again. A door that also needs other stems may stay shut
  /// then (``waiting``).
  case locked(opens: Instant)
  /// Shut while these stems do not all sound; opens by itself at `opens` all the same, if that is not nil.
  case waiting(for: [String], opens: Instant?)
  /// Shut; opens so long after the schedule has been played for the first time, which it has not been.
  case unstarted(Delay)
  /// Shut, since the machine's clock shows a time that cannot be.
  case clockWrong
  /// Shut, since this moment if it was ever open, and will not open again.
  case over(since: Instant?)

  /// Whether the stem may sound.
  public var isOpen: Bool {
    switch self {
    case .none, .open: true
    case .locked, .waiting, .unstarted, .clockWrong, .over: false
    }
  }

  /// When this status ends by itself; nil when it never does.
  public var nextChange: Instant? {
    switch self {
    case .none, .over, .unstarted, .clockWrong: nil
    case .open(_, let until): until
    case .locked(let opens): opens
    case .waiting(_, let opens): opens
    }
  }
}
