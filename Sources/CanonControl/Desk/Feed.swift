import CanonSession
import Synchronization

/// All events of a performance for one listener: first a snapshot, then each notice in order.
///
/// A slow listener does not delay others: the oldest notices that it has not read are dropped, and an item with their
/// number takes their place. Releasing the feed ends it.
public struct Feed: AsyncSequence, Sendable {
  public enum Item: Sendable {
    case snapshot(Snapshot)
    case notice(Notice)
    /// The number of notices that were dropped here.
    case missed(Int)
  }

  let mailbox: Mailbox

  public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox) }

  public struct Iterator: AsyncIteratorProtocol {
    let mailbox: Mailbox

    /// Waits for the next item.
    /// - Returns: nil after the performance has ended or the task was cancelled.
    public func next() async -> Item? { await mailbox.next() }
  }
}

/// The items that wait for one listener.
final class Mailbox: Sendable {
  private struct State {
    /// Comes first and is never dropped.
    var snapshot: Snapshot?
    var items: [Notice] = []
    /// The number of `items` already read; they are removed in batches.
    var taken = 0
    var missed = 0
    var isOver = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let limit: Int
  private let state: Mutex<State>

  /// - Parameter limit: The number of notices that can wait.
  init(limit: Int) {
    self.limit = Swift.max(1, limit)
    state = Mutex(State())
  }

  /// Sets the snapshot of a listener that has not started to read.
  func begin(with snapshot: Snapshot) { state.withLock { $0.snapshot = snapshot } }

  func offer(_ notice: Notice) { offer([notice]) }

  func offer(_ notices: [Notice]) {
    let waiter = state.withLock { state in
      for notice in notices {
        if state.items.count - state.taken >= limit {
          state.missed += 1
          Self.drop(&state)
        }
        state.items.append(notice)
      }
      return Self.wake(&state)
    }
    waiter?.resume()
  }

  /// Ends the feed; waiting items can still be read.
  func end() {
    let waiter = state.withLock { state in
      state.isOver = true
      return Self.wake(&state)
    }
    waiter?.resume()
  }

  func next() async -> Feed.Item? {
    while true {
      if let item = pop() { return item }
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

  private func pop() -> Feed.Item? {
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

  /// Removes the oldest item. Moving the rest costs no more than reading did.
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
