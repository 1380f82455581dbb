import Dispatch

/// Threads that read and decode files. The threads of Swift's pool are as many as there are processors: if they read files, nothing else
/// goes on meanwhile, no key is answered and nothing is drawn. Dispatch has threads for each quality of service; no task of canon has this one.
package enum ReadingThreads {
  private static let queue = DispatchQueue(label: "canon.reading", qos: .utility, attributes: .concurrent)

  /// Carries out `work` on one of them. Whoever calls limits how many work at once.
  package static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { done in queue.async { done.resume(returning: work()) } }
  }

  /// Carries out `work` for each number below `count`, on all processors.
  /// - Returns: Once all of it is done; the calling thread waits.
  static func runAll(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
    let done = DispatchSemaphore(value: 0)
    queue.async {
      DispatchQueue.concurrentPerform(iterations: count, execute: work)
      done.signal()
    }
    done.wait()
  }
}
