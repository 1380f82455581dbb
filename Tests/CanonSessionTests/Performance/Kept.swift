import CanonSchedule
import Dispatch
import Synchronization

@testable import CanonSession

/// A disk for what is remembered of the doors: what was to be kept, in order. It can be held up.
final class Kept: Sendable {
  private let memories = Mutex<[DoorMemory]>([])
  private let problems = Mutex<[StateProblem]>([])
  private let isHeld = Mutex(false)
  private let writing = Mutex(false)
  private let release = DispatchSemaphore(value: 0)
  private let held = AsyncStream<Void>.makeStream()

  var all: [DoorMemory] { memories.withLock { $0 } }
  /// Whether a write waits for ``letGo()``.
  var isWriting: Bool { writing.withLock { $0 } }

  func keep(_ memory: DoorMemory) -> [StateProblem] {
    writing.withLock { $0 = true }
    if isHeld.withLock({ isHeld in
      defer { isHeld = false }
      return isHeld
    }) {
      held.continuation.yield()
      // A limit, so that a session that waits for its disk fails the test instead of hanging it: longer than a busy machine lets a test wait.
      _ = release.wait(timeout: .now() + 3600)
    }
    memories.withLock { $0.append(memory) }
    writing.withLock { $0 = false }
    return problems.withLock { $0 }
  }

  /// The next write waits until ``letGo()``.
  func hold() { isHeld.withLock { $0 = true } }

  func letGo() { release.signal() }

  /// What every write from now on is answered with.
  func answer(_ problems: [StateProblem]) { self.problems.withLock { $0 = problems } }

  /// Returns once a write is held up.
  func waitForWrite() async {
    for await _ in held.stream { return }
  }
}

extension Performance {
  /// Whether everything that was to be kept is written, within ten minutes.
  func isMemoryWritten() async -> Bool { await keeper.clock.keeper?.settle(patience: .seconds(600)) ?? true }
}
