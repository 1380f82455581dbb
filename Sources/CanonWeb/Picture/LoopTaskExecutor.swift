import Glibc
import NIOCore
import Synchronization

/// Runs a task within a step of the thread that makes it ready, and otherwise on an event loop; in actors, too, if they are free.
final class LoopTaskExecutor: TaskExecutor {
  private struct Held {
    /// The thread that is within ``run(_:)``; nil while none is.
    var thread: pthread_t?
    var jobs: [UnownedJob] = []
  }

  private let loop: any EventLoop
  private let held = Mutex(Held())

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isHeld = held.withLock { held in
      guard held.thread == pthread_self() else { return false }
      held.jobs.append(job)
      return true
    }
    if !isHeld { loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) } }
  }

  /// Whether this is called within ``run(_:)``, on its thread.
  /// - Thread: any
  var isRunning: Bool { held.withLock { $0.thread == pthread_self() } }

  /// Calls `body`, and runs what it makes ready on this thread before it returns: to wake another thread for that costs more than most of it.
  /// - Thread: any, but one at a time, and not within itself
  func run(_ body: () -> Void) {
    held.withLock { $0.thread = pthread_self() }
    body()
    // A job may make another one ready.
    while let job = nextJob() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// The next job that is held; nil ends the step.
  private func nextJob() -> UnownedJob? {
    held.withLock { held in
      guard held.jobs.isEmpty else { return held.jobs.removeFirst() }
      held.thread = nil
      return nil
    }
  }
}
