import CanonSession
import Synchronization

/// Everything that happens in a performance, for one listener: first how things are, then each notice in order.
///
/// A listener that does not keep up slows nobody: the oldest notices that it has not taken are left out, and their
/// number is told in their place. Dropping the feed ends it.
public struct Feed: AsyncSequence, Sendable {
  public enum Item: Sendable {
    case snapshot(Snapshot)
    case notice(Notice)
    /// So many notices were left out here.
    case missed(Int)
  }

  let mailbox: Mailbox

  public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox) }

  public struct Iterator: AsyncIteratorProtocol {
    let mailbox: Mailbox

    /// Waits for the next item.
    /// - Returns: nil when the performance has ended, or the task was cancelled.
    public func next() async -> Item? { await mailbox.next() }
  }
}

/// What waits for one listener.
final class Mailbox: Sendable {
  private struct State {
    /// Comes first, and is never left out.
    var snapshot: Snapshot?
    var items: [Notice] = []
    /// How many of `items` were taken; they go when there are many.
    var taken = 0
    var missed = 0
    var isOver = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let limit: Int
  private let state: Mutex<State>

  /// - Parameter limit: The most notices that wait.
  init(limit: Int) {
    self.limit = Swift.max(1, limit)
    state = Mutex(State())
  }

  /// How things are, for a listener that has not begun to read.
  func begin(with snapshot: Snapshot) { state.withLock { $0.snapshot = snapshot } }

  func offer(_ notice: Notice) {
    let waiter = state.withLock { state in
      if state.items.count - state.taken >= limit {
        state.missed += 1
        Self.drop(&state)
      }
      state.items.append(notice)
      return Self.wake(&state)
    }
    waiter?.resume()
  }

  /// Nothing comes any more; what waits can still be taken.
  func end() {
    let waiter = state.withLock { state in
      state.isOver = true
      return Self.wake(&state)
    }
    waiter?.resume()
  }

  func next() async -> Feed.Item? {
    while true {
      if let item = take() { return item }
      if Task.isCancelled || state.withLock({ $0.isOver && $0.taken == $0.items.count }) { return nil }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let mayGoOn = state.withLock { state in
            if state.isOver || state.taken < state.items.count || Task.isCancelled { return true }
            state.waiter = continuation
            return false
          }
          if mayGoOn { continuation.resume() }
        }
      } onCancel: {
        state.withLock { Self.wake(&$0) }?.resume()
      }
    }
  }

  private func take() -> Feed.Item? {
    state.withLock { state in
      if let snapshot = state.snapshot {
        state.snapshot = nil
        return .snapshot(snapshot)
      }
      if state.missed > 0 {
        defer { state.missed = 0 }
        return .missed(state.missed)
      }
      guard state.taken < state.items.count else { return nil }
      defer { Self.drop(&state) }
      return .notice(state.items[state.taken])
    }
  }

  /// The oldest is gone. Moving what is left costs as much as what was taken.
  private static func drop(_ state: inout State) {
    state.taken += 1
    guard state.taken > state.items.count / 2 else { return }
    state.items.removeFirst(state.taken)
    state.taken = 0
  }

  private static func wake(_ state: inout State) -> CheckedContinuation<Void, Never>? {
    defer { state.waiter = nil }
    return state.waiter
  }
}
