import Dispatch

/// Threads that read and decode files. The threads of Swift's pool are as many as there are processors: if they read files, nothing else
/// goes on meanwhile, no key is answered and nothing is drawn.
enum ReadingThreads {
  private static let queue = DispatchQueue(
    label: "canon.reading", qos: .userInitiated, attributes: .concurrent)

  /// Carries out `work` on one of them. Whoever calls limits how many work at once.
  static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { done in queue.async { done.resume(returning: work()) } }
  }
}
