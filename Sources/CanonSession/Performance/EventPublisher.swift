import Synchronization

/// Publishes the events of a performance, and counts them: while the number stays the same, nothing has been told.
///
/// - Thread: any
final class EventPublisher: Sendable {
  private let stream: AsyncStream<PerformanceEvent>.Continuation
  private let published = Atomic<UInt64>(0)

  init(_ stream: AsyncStream<PerformanceEvent>.Continuation) { self.stream = stream }

  /// The number of events so far.
  var count: UInt64 { published.load(ordering: .relaxed) }

  func yield(_ event: PerformanceEvent) {
    published.wrappingAdd(1, ordering: .relaxed)
    stream.yield(event)
  }

  /// Ends the stream.
  func finish() { stream.finish() }
}
