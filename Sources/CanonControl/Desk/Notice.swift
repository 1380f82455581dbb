import CanonEngine
import CanonFiles
import CanonSession

/// A snapshot that several notices share: it has many parts, and every listener gets a copy of every notice.
final class SharedSnapshot: Sendable {
  let snapshot: Snapshot

  init(_ snapshot: Snapshot) { self.snapshot = snapshot }
}

/// An event together with the snapshot that gives it the names of stems, the grid and the time zone.
public struct Notice: Sendable {
  public let event: PerformanceEvent
  private let shared: SharedSnapshot
  public var snapshot: Snapshot { shared.snapshot }

  package init(_ event: PerformanceEvent, in snapshot: Snapshot) {
    self.init(event, in: SharedSnapshot(snapshot))
  }

  init(_ event: PerformanceEvent, in shared: SharedSnapshot) { (self.event, self.shared) = (event, shared) }

  /// For people, as a whole sentence; nil for events that people need not see.
  public func text(_ language: Language) -> String? {
    EventText.line(for: event, in: shared.snapshot, language)
  }

  /// For programs, as one JSON object on one line.
  public func json(_ language: Language) -> String {
    EventRecord.levelText(of: event, in: shared.snapshot)
      ?? EventRecord(event, in: shared.snapshot, language).json
  }
}
