@_spi(StartGate) import CanonEngine

/// The one place that decides whether a stem may sound: for keys, scripts, OSC and MIDI alike.
///
/// It is the only issuer of ``StartPermit``; this file alone imports the permit's initialiser.
/// The time is always told, and what was seen before (``DoorContext``).
public struct Gate: Sendable {
  private let schedule: Schedule?
  private let stems: [String]
  /// By stem; nil where it has none.
  private let doors: [Door?]

  /// - Parameters:
  ///   - schedule: nil opens every stem.
  ///   - stems: The ids of the set's stems in the order of ``StemIndex``.
  public init(schedule: Schedule?, stems: [String]) {
    self.schedule = schedule
    self.stems = stems
    let byID = Dictionary(
      (schedule?.doors ?? []).map { ($0.stemID, $0) }, uniquingKeysWith: { first, _ in first })
    doors = stems.map { byID[$0] }
  }

  /// The door of a stem; nil without one.
  /// - Precondition: The index is one of the set's.
  public func door(of stem: StemIndex) -> Door? { doors[stem.int] }

  /// What the door of a stem says.
  /// - Precondition: The index is one of the set's.
  public func status(of stem: StemIndex, in context: DoorContext) -> DoorStatus {
    guard let schedule, let door = doors[stem.int] else { return .none }
    return schedule.status(of: door, in: context)
  }

  /// The stems on which an open door relies at this moment.
  private func needed(by stem: StemIndex, in context: DoorContext) -> [StemIndex] {
    guard let schedule, let door = doors[stem.int], !door.condition.needed.isEmpty else { return [] }
    let ids = DoorJudge(schedule: schedule, context: context).reliance(of: door.condition, at: context.now)
    return ids.compactMap { id in stems.firstIndex(of: id).map(StemIndex.init) }
  }

  /// Leave for the stem to start once, or the reason why not. Asking changes nothing.
  /// - Precondition: The index is one of the set's.
  /// - Throws: ``Refusal``; asking again helps only in another context.
  /// - Thread: any control thread
  public func permit(for stem: StemIndex, in context: DoorContext) throws(Refusal) -> StartPermit {
    if let schedule,
      let refusal = Refusal(
        stemID: stems[stem.int], status: status(of: stem, in: context), zone: schedule.zone, now: context.now)
    {
      throw refusal
    }
    return StartPermit(stem: stem, needed: needed(by: stem, in: context))
  }
}
