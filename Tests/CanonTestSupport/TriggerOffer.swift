import CanonEngine

/// A trigger that a driver has offered the engine between two periods (``Engine/take(_:after:)``), with what decides whether it is taken.
public struct TriggerOffer: Hashable, Sendable {
  /// The number of events before it.
  public let place: Int
  /// The frame that the next period begins with.
  public let frame: FramePosition
  /// The number of the stem.
  public let stem: Int
  /// The request as it is received.
  public let action: RandomPerformance.Action
  /// The frame on which it is to be received.
  public let at: FramePosition
  /// The number of editions that had taken over when control made the trigger, as far as control knew.
  public let edition: Int
  /// Whether control has ended it since.
  public let hasEnded: Bool
  /// Whether the engine has taken it.
  public let isTaken: Bool
}

extension CommandTicket {
  /// Whether it is the ticket of a trigger: these are above those of all handles.
  public var isOfTrigger: Bool { rawValue >= 1 << 63 }
}
