import Synchronization

/// The requests of a page for glances, which one task answers (``Performance/glance(at:_:)``): a task for each glance would cost as much as
/// the glance.
///
/// - Thread: any; one task waits for requests
public final class GlanceRequests: Sendable {
  /// What ``Performance/glance(over:since:)`` is given.
  struct Request: Sendable {
    let seconds: Double
    let mark: Glance.Mark?
  }

  private enum State {
    case idle
    /// Nobody has waited for the request yet.
    case asked(Request)
    case waiting(UnsafeContinuation<Request?, Never>)
    case ended
  }

  private let state = Mutex(State.idle)

  public init() {}

  /// Asks for a glance. It replaces a request that nobody has answered yet.
  /// - Parameters:
  ///   - seconds: The time since the last glance, over which the stems' levels are computed.
  ///   - mark: That of the last glance; nil to see everything.
  public func ask(over seconds: Double, since mark: Glance.Mark?) {
    let request = Request(seconds: seconds, mark: mark)
    let waiter = state.withLock { state -> UnsafeContinuation<Request?, Never>? in
      switch state {
      case .idle, .asked: state = .asked(request)
      case .waiting(let continuation):
        state = .idle
        return continuation
      case .ended: break
      }
      return nil
    }
    waiter?.resume(returning: request)
  }

  /// Ends the task that answers; a request that it has not begun to answer is dropped.
  public func end() {
    let waiter = state.withLock { state -> UnsafeContinuation<Request?, Never>? in
      defer { state = .ended }
      guard case .waiting(let continuation) = state else { return nil }
      return continuation
    }
    waiter?.resume(returning: nil)
  }

  /// Waits for the next request, on the actor that calls it.
  /// - Returns: nil once the requests have ended.
  nonisolated(nonsending) func next() async -> Request? {
    // Whoever takes a continuation from the state resumes it, and the task that waits keeps this alive. The checks of the checked one cost
    // as much as all of this.
    await withUnsafeContinuation { continuation in
      let known = state.withLock { state -> Request?? in
        switch state {
        case .idle, .waiting:
          state = .waiting(continuation)
          return nil
        case .asked(let request):
          state = .idle
          return request
        case .ended: return .some(nil)
        }
      }
      if let known { continuation.resume(returning: known) }
    }
  }
}
