/// The lock of one stem, which opens at its time.
public struct Door: Hashable, Sendable {
  /// The stem's id: letters, digits and hyphens. The schedule does not check that the set has this stem.
  public let stemID: String
  /// The line in the schedule file, counted from 1, for messages of later checks.
  public let line: Int?
  public let condition: DoorCondition
  /// Whether the stem joins by itself when the door opens while canon runs.
  public let join: Bool
  /// The number of loops for which a joining stem is first heard alone with the base; 0 without that ritual.
  public let soloLoops: Int
}

/// The status of a door at one instant. Every displayed date comes from the value that decided.
public enum DoorStatus: Hashable, Sendable {
  /// The stem has no door: it may always play.
  case none
  /// Open from `since`, that moment included (nil: unknown), to `until`, that moment excluded (nil: without end,
  /// as far as dates can tell).
  case open(since: Instant?, until: Instant?)
  /// Shut; opens at this moment, for the first time or again. A door that also needs other stems may stay shut
  /// then (``waiting``).
  case locked(opens: Instant)
  /// Shut while not all of these stems play; opens without them at `opens`, if that is not nil.
  case waiting(for: [String], opens: Instant?)
  /// Shut; opens after this delay from the first performance of the schedule, which has not taken place.
  case unstarted(Delay)
  /// Shut, because the machine's clock shows an impossible time.
  case clockWrong
  /// Shut from this moment on (nil if it was never open); it will not open again.
  case over(since: Instant?)

  /// Whether the stem may play.
  public var isOpen: Bool {
    switch self {
    case .none, .open: true
    case .locked, .waiting, .unstarted, .clockWrong, .over: false
    }
  }

  /// The time at which this status ends by itself; nil if it never does.
  public var nextChange: Instant? {
    switch self {
    case .none, .over, .unstarted, .clockWrong: nil
    case .open(_, let until): until
    case .locked(let opens): opens
    case .waiting(_, let opens): opens
    }
  }
}
