import CanonEngine
import CanonSession

/// Something that has happened, with the moment to tell it by: the names of stems, the grid, the time zone.
public struct Notice: Sendable {
  public let event: PerformanceEvent
  public let snapshot: Snapshot

  package init(_ event: PerformanceEvent, in snapshot: Snapshot) {
    (self.event, self.snapshot) = (event, snapshot)
  }

  /// For people, as a whole sentence; nil for what they need not see.
  public func text(_ language: Language) -> String? { EventText.line(for: event, in: snapshot, language) }

  /// For programs, as one JSON object on one line.
  public func json(_ language: Language) -> String { EventRecord(event, in: snapshot, language).json }
}
