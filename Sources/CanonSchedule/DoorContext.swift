/// By what doors are judged: the time, what this machine remembers, and what sounds.
public struct DoorContext: Hashable, Sendable {
  public var now: Instant
  /// Of the schedule that is judged.
  public var memory: DoorMemory
  /// The stems that sound, by their ids.
  public var sounding: Set<String>
  /// Whether `now` is not to be believed, so that only what was seen open stays open.
  public let isClockWrong: Bool

  /// A moment that was asked for (`--as-of`, a journal's): it is believed whatever it is.
  public init(asOf now: Instant, memory: DoorMemory = DoorMemory(), sounding: Set<String> = []) {
    (self.now, self.memory, self.sounding, isClockWrong) = (now, memory, sounding, false)
  }

  /// What the machine's clock shows.
  public init(clock now: Instant, memory: DoorMemory = DoorMemory(), sounding: Set<String> = []) {
    (self.now, self.memory, self.sounding) = (now, memory, sounding)
    isClockWrong = now < Self.earliest
  }

  /// 2026-01-01T00:00:00Z. No machine that runs this program lives before it: a clock that says so was never set
  /// (it begins with 1970, or with the date of an image).
  public static let earliest = Instant(second: 1_767_225_600)
}
