/// Why a stem may not sound, and until when. The dates are those that decided.
public struct Refusal: Error, Hashable, Sendable {
  public let stemID: String
  /// The stem whose file it is to play, and whose door is shut; nil when its own is.
  public let owner: String?
  /// What the door said; never open.
  public let status: DoorStatus
  /// The zone of the schedule, in which dates are shown.
  public let zone: Zone
  /// The instant for which the gate was asked.
  public let now: Instant

  /// Returns nil when the status is open.
  init?(stemID: String, owner: String? = nil, status: DoorStatus, zone: Zone, now: Instant) {
    if status.isOpen { return nil }
    (self.stemID, self.owner, self.status, self.zone, self.now) = (stemID, owner, status, zone, now)
  }

  /// When the door opens by itself; nil if nobody can say, or never.
  public var opens: Instant? { status.nextChange }

  /// What is left of the wait; nil when nobody can say.
  public var timeLeft: TimeLeft? { opens.map { TimeLeft(from: now, until: $0) } }
}
