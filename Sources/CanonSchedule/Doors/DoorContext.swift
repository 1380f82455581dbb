/// By what doors are judged: the time, what this machine remembers, and what sounds.
public struct DoorContext: Hashable, Sendable {
  public let now: Instant
  /// When the schedule was played for the first time; nil: never.
  public let firstStart: Instant?
  /// What has opened by then stays open, though `now` be earlier; nil: nothing is known to have been seen.
  public let seen: Instant?
  /// The stems that sound, by their ids.
  public var sounding: Set<String>
  /// Whether `now` is not to be believed, so that only what was seen open stays open.
  public let isClockWrong: Bool

  /// A requested day: it is always trusted, and nothing was seen before it.
  public init(asOf now: Instant, firstStart: Instant? = nil, sounding: Set<String> = []) {
    (self.now, self.firstStart, seen, self.sounding) = (now, firstStart, nil, sounding)
    isClockWrong = false
  }

  /// A moment of a performance that is over, with what was remembered then.
  public init(played now: Instant, memory: DoorMemory, sounding: Set<String> = []) {
    (self.now, firstStart, seen, self.sounding) = (now, memory.firstStart, memory.latest, sounding)
    isClockWrong = false
  }

  /// What the machine's clock shows.
  public init(clock now: Instant, memory: DoorMemory = DoorMemory(), sounding: Set<String> = []) {
    (self.now, firstStart, seen, self.sounding) = (now, memory.firstStart, memory.latest, sounding)
    isClockWrong = now < Self.earliest
  }

  /// 2026-01-01T00:00:00Z. No machine that runs this program lives before it: a clock that says so was never set
  /// (it begins with 1970, or with the date of an image).
  public static let earliest = Instant(second: 1_767_225_600)
}
