import CanonEngine
import CanonFiles
import CanonSession

/// An event together with the snapshot that gives it the names of stems, the grid and the time zone.
public struct Notice: Sendable {
  public let event: PerformanceEvent
  public let snapshot: Snapshot

  package init(_ event: PerformanceEvent, in snapshot: Snapshot) {
    (self.event, self.snapshot) = (event, snapshot)
  }

  /// For people, as a whole sentence; nil for events that people need not see.
  public func text(_ language: Language) -> String? { EventText.line(for: event, in: snapshot, language) }

  /// For programs, as one JSON object on one line.
  public func json(_ language: Language) -> String { EventRecord(event, in: snapshot, language).json }
}
