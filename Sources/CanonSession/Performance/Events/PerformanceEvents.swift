/// All events of a performance, in order, one by one.
public struct PerformanceEvents: AsyncSequence, Sendable {
  let batches: AsyncStream<[PerformanceEvent]>

  public func makeAsyncIterator() -> Iterator { Iterator(batches: batches.makeAsyncIterator()) }

  public struct Iterator: AsyncIteratorProtocol {
    var batches: AsyncStream<[PerformanceEvent]>.Iterator
    /// What is left of the last batch.
    var batch: ArraySlice<PerformanceEvent> = []

    /// Waits for the next event.
    /// - Returns: nil after the performance has ended.
    public mutating func next() async -> PerformanceEvent? {
      while batch.isEmpty {
        guard let next = await batches.next() else { return nil }
        batch = next[...]
      }
      return batch.removeFirst()
    }
  }
}
