/// The data by which doors are judged: the time, this machine's memory, and the playing stems.
public struct DoorContext: Hashable, Sendable {
  public let now: Instant
  /// The time at which the schedule was first played; nil if it never was.
  public let firstStart: Instant?
  /// The latest time seen. Doors that had opened by then stay open even if `now` is earlier. nil if no time is known.
  public let seen: Instant?
  /// The ids of the playing stems.
  public var sounding: Set<String>
  /// Whether `now` is implausible, so that only doors that were seen open stay open.
  public let isClockWrong: Bool

  /// A requested day: it is always trusted, and nothing was seen before it.
  public init(asOf now: Instant, firstStart: Instant? = nil, sounding: Set<String> = []) {
    (self.now, self.firstStart, seen, self.sounding) = (now, firstStart, nil, sounding)
    isClockWrong = false
  }

  /// A moment of a past performance, with its memory at that time.
  public init(played now: Instant, memory: DoorMemory, sounding: Set<String> = []) {
    (self.now, firstStart, seen, self.sounding) = (now, memory.firstStart, memory.latest, sounding)
    isClockWrong = false
  }

  /// The time of the machine's clock.
  public init(clock now: Instant, memory: DoorMemory = DoorMemory(), sounding: Set<String> = []) {
    (self.now, firstStart, seen, self.sounding) = (now, memory.firstStart, memory.latest, sounding)
    isClockWrong = now < Self.earliest
  }

  /// 2026-01-01T00:00:00Z. This program did not exist before it: a clock with an earlier time was never set
  /// (it begins with 1970, or with the date of an image).
  public static let earliest = Instant(second: 1_767_225_600)
}
