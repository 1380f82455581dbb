/// What this machine remembers of a schedule from one performance to the next. It only ever learns.
///
/// Either both instants are known or none is, and the latest is never before the first start. They are whole
/// seconds; what is finer is dropped when they are seen, not when they are saved, so that doors say the same
/// before and after a restart. Doors open and shut on whole seconds: none that was seen open is lost by it.
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

  /// The schedule is being played at `now`: the first such instant stays the first start permanently, and the
  /// latest instant only grows.
  ///
  /// An instant cannot be unseen. Whether the clock can be believed is for the caller to judge before.
  public mutating func see(_ now: Instant) {
    merge(DoorMemory(firstStart: now, latest: now))
  }

  /// Learns what another memory of the same schedule knows. Where both know a first start, this one's stays.
  public mutating func merge(_ other: DoorMemory) {
    guard let otherFirst = other.firstStart, let otherLatest = other.latest else { return }
    // Not the other's when it is the earlier: doors would move that have been shown already.
    self = DoorMemory(firstStart: firstStart ?? otherFirst, latest: max(latest ?? otherLatest, otherLatest))
  }

  /// This memory, having learned what a change of it says; nothing known is forgotten.
  func learning(_ change: (inout DoorMemory) -> Void) -> DoorMemory {
    var changed = self
    change(&changed)
    var result = self
    result.merge(changed)
    return result
  }
}
