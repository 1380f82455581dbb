import CanonFiles
import CanonSchedule
import CanonSession
import CanonStems

extension Performance {
  /// A performance of a set, whose scenes are read here.
  /// - Parameters:
  ///   - schedule: nil leaves every stem open.
  ///   - journal: The path of the journal; nil for none.
  ///   - source: The path of the schedule or set, for the journal's header.
  ///   - doors: The time by which doors are judged.
  /// - Throws: The reason why the set has no loop, or why a scene is invalid.
  public init(
    set: StemSet, schedule: Schedule?, journal: String? = nil, source: String = "", doors: DoorClock
  ) throws(FileProblems) {
    let timing: SetTiming
    do { timing = try SetTiming(of: set) } catch { throw FileProblems([error]) }
    let scenes = try Scene.all(of: set, timing: timing)
    self.init(
      set: set, schedule: schedule, timing: timing, scenes: scenes, journal: journal, source: source,
      doors: doors)
  }

  /// A performance whose doors are judged by a given, trusted time.
  /// - Parameter now: Called for each decision.
  public init(
    set: StemSet, schedule: Schedule?, journal: String? = nil, source: String = "",
    now: @escaping @Sendable () -> Instant
  ) throws(FileProblems) {
    try self.init(set: set, schedule: schedule, journal: journal, source: source, doors: .asOf(now))
  }
}
