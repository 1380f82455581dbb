import CanonFiles

/// Why a stem may not sound, and until when. The dates are those that decided.
public struct Refusal: Error, Hashable, Sendable {
  public let stemID: String
  /// When the door opens; nil: never again.
  public let opens: Instant?
  /// Since when a door that does not open again has been shut; nil for one that will open.
  public let shutSince: Instant?
  /// The zone of the schedule, in which dates are shown.
  public let zone: Zone
  /// The instant for which the gate was asked.
  public let now: Instant

  /// Returns nil when the status is open.
  init?(stemID: String, status: DoorStatus, zone: Zone, now: Instant) {
    switch status {
    case .none, .open: return nil
    case .locked(let opens): (self.opens, shutSince) = (opens, nil)
    case .over(let since): (opens, shutSince) = (nil, since)
    }
    self.stemID = stemID
    self.zone = zone
    self.now = now
  }

  /// What is left of the wait; nil when the door does not open again.
  public var timeLeft: TimeLeft? { opens.map { TimeLeft(from: now, until: $0) } }

  /// A whole sentence, as `"violin-b" is locked until 2026-12-06 (Asia/Tokyo), in 14 days 21 hours.`
  public var message: String { ScheduleWording.refusal(self) }
}
