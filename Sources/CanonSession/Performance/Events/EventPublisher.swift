import Synchronization

/// Publishes the events of a performance in their order, and counts them: while the number stays the same, nothing has been told.
///
/// - Thread: any
final class EventPublisher: Sendable {
  private let stream: AsyncStream<[PerformanceEvent]>.Continuation
  private let published = Atomic<UInt64>(0)
  /// The events that wait to be passed on together; nil if none are to wait.
  private let gathered = Mutex<[PerformanceEvent]?>(nil)

  init(_ stream: AsyncStream<[PerformanceEvent]>.Continuation) { self.stream = stream }

  /// The number of events so far.
  var count: UInt64 { published.load(ordering: .relaxed) }

  func yield(_ event: PerformanceEvent) {
    published.wrappingAdd(1, ordering: .relaxed)
    gathered.withLock { gathered in
      if gathered == nil { stream.yield([event]) } else { gathered?.append(event) }
    }
  }

  /// Lets events wait until ``passOn()``, as one batch: whoever reads them is woken once, and not for each.
  func gather() { gathered.withLock { $0 = $0 ?? [] } }

  /// Passes on what has waited. From now on no event waits.
  func passOn() {
    gathered.withLock { gathered in
      if let batch = gathered.take(), !batch.isEmpty { stream.yield(batch) }
    }
  }

  /// Ends the stream.
  func finish() {
    passOn()
    stream.finish()
  }
}
