import CanonLiveSupport
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import CanonTerminal

private final class Ticked: Sendable {
  let isTrue = Atomic(false)
}

/// Runs a task on a thread of its own: the common ones may all wait for the main queue.
private final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "canon.test.ticks")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// When the screen looks for keys and draws.
@MainActor @Suite struct ScreenTicksTests {
  @Test func aKeyTicksAtOnce() async throws {
    try await expectTick { _, keys in keys.fileHandleForWriting.write(Data("q".utf8)) }
  }

  @Test func newsTickAtOnceWhileTheScreenRests() async throws {
    try await expectTick { ticks, _ in
      ticks.pace = .resting(.seconds(3600))
      ticks.tellNews()
    }
  }

  /// Expects a tick. The timer ticks on the main queue, so while that is busy, as here, nothing else does.
  private func expectTick(_ act: (ScreenTicks, Pipe) -> Void) async throws {
    let keys = Pipe()
    let ticks = ScreenTicks(keys: keys.fileHandleForReading.fileDescriptor)
    let (stream, ticked) = (ticks.stream, Ticked())
    let reading = Task.detached(executorPreference: OwnThread()) {
      for await _ in stream { ticked.isTrue.store(true, ordering: .relaxed) }
    }
    act(ticks, keys)
    let isTicked = Result { try waitUntil("a tick") { ticked.isTrue.load(ordering: .relaxed) } }
    // The end of the ticks is the end of their stream.
    ticks.end()
    await reading.value
    try isTicked.get()
  }
}
