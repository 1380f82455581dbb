import NIOCore

/// Runs a task on an event loop wherever it has no thread of its own to be on: in actors, too, if they are free.
final class LoopTaskExecutor: TaskExecutor {
  private struct Held {
    var isHolding = false
    var jobs: [UnownedJob] = []
  }

  private let loop: any EventLoop
  private let held: NIOLoopBoundBox<Held>

  init(_ loop: any EventLoop) {
    self.loop = loop
    held = .makeBoxSendingValue(Held(), eventLoop: loop)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard !isRunning else { return held.value.jobs.append(job) }
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Whether the loop's thread calls this within ``run(_:)``.
  /// - Thread: any
  var isRunning: Bool { loop.inEventLoop && held.value.isHolding }

  /// Calls `body`, and runs what it makes ready on this loop before it returns: to leave that to the loop's next turns costs more than most
  /// of it.
  /// - Thread: the loop, not within itself
  func run(_ body: () -> Void) {
    held.value.isHolding = true
    body()
    var done = 0
    // A job may make another one ready.
    while let job = held.withValue({ done < $0.jobs.count ? $0.jobs[done] : nil }) {
      done += 1
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
    held.withValue { held in
      held.jobs.removeAll(keepingCapacity: true)
      held.isHolding = false
    }
  }
}
