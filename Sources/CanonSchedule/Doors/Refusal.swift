/// Why a stem may not start, and until when. The dates are the ones that decided.
public struct Refusal: Error, Hashable, Sendable {
  public let stemID: String
  /// The stem whose file was requested and whose door is shut; nil if the stem's own door is shut.
  public let owner: String?
  /// The status of the door; never open.
  public let status: DoorStatus
  /// The zone of the schedule, in which dates are shown.
  public let zone: Zone
  /// The instant of the request.
  public let now: Instant

  /// Returns nil when the status is open.
  init?(stemID: String, owner: String? = nil, status: DoorStatus, zone: Zone, now: Instant) {
    if status.isOpen { return nil }
    (self.stemID, self.owner, self.status, self.zone, self.now) = (stemID, owner, status, zone, now)
  }

  /// When the door opens by itself; nil if that is unknown, or never.
  public var opens: Instant? { status.nextChange }

  /// The time until then; nil if that is unknown.
  public var timeLeft: TimeLeft? { opens.map { TimeLeft(from: now, until: $0) } }
}
