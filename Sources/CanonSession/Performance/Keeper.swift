import Dispatch
import Synchronization

/// Writes what is to outlast the performance on a thread of its own. A slow disk, or another canon that holds the state
/// folder, can take seconds, and commands must not wait for that.
///
/// Values are written in the order in which they are given. While one is being written, only the newest waits, because it
/// replaces all earlier ones.
///
/// - Thread: any control thread; no call waits for the disk
package final class Keeper<Value: Sendable, Problem: Hashable & Sendable>: Sendable {
  private struct State {
    var next: Value?
    var isWriting = false
    /// Problems that people have already been told.
    var told: Set<Problem>
    var tell: @Sendable (Problem) -> Void = { _ in }
    var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    var waiterCount = 0
  }

  private let write: @Sendable (Value) -> [Problem]
  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "canon.keeper", qos: .utility)

  /// - Parameters:
  ///   - told: Problems that people know already.
  ///   - write: Called on the keeper's thread. Returns the problems.
  package init(told: [Problem], write: @escaping @Sendable (Value) -> [Problem]) {
    self.write = write
    state = Mutex(State(told: Set(told)))
  }

  /// Passes problems to `tell` from now on, each once until a value has been written without problems.
  package func tellProblems(_ tell: @escaping @Sendable (Problem) -> Void) {
    state.withLock { $0.tell = tell }
  }

  package func keep(_ value: Value) {
    let isIdle = state.withLock { state in
      state.next = value
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if isIdle { queue.async { self.writeAll() } }
  }

  private func writeAll() {
    while let value = next() {
      let problems = write(value)
      let (new, tell) = state.withLock { state in
        defer { state.told = problems.isEmpty ? [] : state.told.union(problems) }
        return (problems.filter { !state.told.contains($0) }, state.tell)
      }
      for problem in new { tell(problem) }
    }
  }

  /// The next value to write. If everything is written it returns nil, and resumes the waiters.
  private func next() -> Value? {
    let (value, done) = state.withLock { state in
      if let value = state.next.take() { return (value as Value?, state.waiters) }
      state.isWriting = false
      defer { state.waiters = [:] }
      return (nil, state.waiters)
    }
    if value == nil { for waiter in done.values { waiter.resume(returning: true) } }
    return value
  }

  /// Returns once all given values are written, or after `patience`.
  /// - Returns: Whether all of them are written, or have failed and were reported.
  package func settle(patience: Duration) async -> Bool {
    await withCheckedContinuation { continuation in
      let number = state.withLock { state -> Int? in
        guard state.isWriting else { return nil }
        state.waiterCount += 1
        state.waiters[state.waiterCount] = continuation
        return state.waiterCount
      }
      guard let number else { return continuation.resume(returning: true) }
      DispatchQueue.global().asyncAfter(deadline: .now() + patience.timeInterval) { [self] in
        state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: false)
      }
    }
  }
}

extension Duration {
  fileprivate var timeInterval: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
