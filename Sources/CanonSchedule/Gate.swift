@_spi(StartGate) import CanonEngine

/// The one place that decides whether a stem may sound: for keys, scripts, OSC and MIDI alike.
///
/// It is the only issuer of ``StartPermit``; this file alone imports the permit's initialiser.
/// The time is always told. Who keeps the latest instant seen (so that a clock set back shuts nothing)
/// passes the later of the two.
public struct Gate: Sendable {
  private let schedule: Schedule?
  private let stems: [String]

  /// - Parameters:
  ///   - schedule: nil opens every stem.
  ///   - stems: The ids of the set's stems in the order of ``StemIndex``.
  public init(schedule: Schedule?, stems: [String]) {
    self.schedule = schedule
    self.stems = stems
  }

  /// What the door of a stem says.
  /// - Precondition: The index is one of the set's.
  public func status(of stem: StemIndex, in context: DoorContext) -> DoorStatus {
    schedule?.status(of: stems[stem.int], in: context) ?? .none
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
    return StartPermit(stem: stem)
  }
}
