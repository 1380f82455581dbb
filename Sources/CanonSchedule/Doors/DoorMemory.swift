/// This machine's memory of a schedule from one performance to the next. It only grows.
///
/// Either both instants are known or none is, and the latest is never before the first start. They are whole
/// seconds. Fractions are dropped when an instant is seen, not when it is saved, so that doors have the same status
/// before and after a restart. Doors open and shut on whole seconds, so no opening that was seen is lost.
public struct DoorMemory: Hashable, Sendable {
  /// When the schedule was first played; the delays of doors count from here.
  public private(set) var firstStart: Instant?
  /// The latest instant seen while the schedule was played.
  public private(set) var latest: Instant?

  /// Nothing is remembered: the schedule was never played.
  public init() {}

  /// A `latest` before `firstStart` becomes `firstStart`, which was seen as well.
  public init(firstStart: Instant, latest: Instant) {
    let first = Instant(second: firstStart.second)
    self.firstStart = first
    self.latest = max(first, Instant(second: latest.second))
  }

  /// Notes that the schedule is played at `now`. The first such instant stays the first start permanently, and the
  /// latest instant only grows.
  ///
  /// An instant cannot be removed again. The caller must check before whether the clock is plausible.
  public mutating func see(_ now: Instant) {
    merge(DoorMemory(firstStart: now, latest: now))
  }

  /// Adds another memory of the same schedule. If both have a first start, this one's stays.
  public mutating func merge(_ other: DoorMemory) {
    guard let otherFirst = other.firstStart, let otherLatest = other.latest else { return }
    // The other's first start is not used even if it is earlier, because doors that have been shown would move.
    self = DoorMemory(firstStart: firstStart ?? otherFirst, latest: max(latest ?? otherLatest, otherLatest))
  }

  /// This memory with the additions of a change; nothing in it is lost.
  func learning(_ change: (inout DoorMemory) -> Void) -> DoorMemory {
    var changed = self
    change(&changed)
    var result = self
    result.merge(changed)
    return result
  }
}
