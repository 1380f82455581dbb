import CanonControl
import CanonControlSupport
import CanonEngine
import CanonSession

/// A suite about what is told of events, a second after the first downbeat.
protocol EventTelling {}

extension EventTelling {
  var now: FramePosition { 48_000 }
  /// The beginning of loop 2.
  var later: FramePosition { 1_152_000 }

  func text(_ event: PerformanceEvent) -> String? { EventText.line(for: event, in: moment(at: now)) }
  func json(_ event: PerformanceEvent) -> String { EventRecord(event, in: moment(at: now)).json }
}
