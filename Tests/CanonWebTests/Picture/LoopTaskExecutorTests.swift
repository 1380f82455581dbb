import CanonStems
import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import CanonSession
@testable import CanonWeb

@Suite struct LoopTaskExecutorTests {
  private let loop = MultiThreadedEventLoopGroup.singleton.next()

  private func performance() throws -> Performance {
    let set = try StemSetFile.parse(
      path: "set.toml",
      text: "title = \"One\"\nloop = \"1 s\"\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\n")
    return try Performance(set: set, schedule: nil, now: { .now() })
  }

  /// Glances at a performance on the loop.
  /// - Returns: The requests, and whether each glance came within ``LoopTaskExecutor/run(_:)``. A first one has come.
  private func glances(
    at performance: Performance, _ executor: LoopTaskExecutor
  ) async -> (GlanceRequests, AsyncStream<Bool>.Iterator) {
    let (requests, answers) = (GlanceRequests(), AsyncStream<Bool>.makeStream())
    Task(executorPreference: executor) {
      await performance.glance(at: requests) { _ in answers.continuation.yield(executor.isRunning) }
    }
    requests.ask(over: 0.03, since: nil)
    var iterator = answers.stream.makeAsyncIterator()
    _ = await iterator.next()
    return (requests, iterator)
  }

  @Test("A performance that is free answers within the step that asks, on the thread that asks")
  func free() async throws {
    let executor = LoopTaskExecutor(loop)
    let (requests, glances) = await glances(at: try performance(), executor)
    var answers = glances
    // Until the loop's thread has left the performance.
    try await loop.submit {}.get()
    for isOnLoop in [true, false, true, false] {
      let step: @Sendable () -> Void = { executor.run { requests.ask(over: 0.03, since: nil) } }
      if isOnLoop {
        try await loop.submit(step).get()
      } else {
        await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            step()
            continuation.resume()
          }
        }
      }
      let isWithin = await answers.next()
      #expect(isWithin == true, "\(isOnLoop)")
    }
    requests.end()
  }

  @Test("One that is busy answers once it is free, and the step does not wait for that")
  func busy() async throws {
    let (executor, performance) = (LoopTaskExecutor(loop), try performance())
    let (requests, glances) = await glances(at: performance, executor)
    var answers = glances
    let (others, begun, gate) = (
      GlanceRequests(), AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0)
    )
    // The loop's thread has left the performance: whoever has it does what others ask of it meanwhile, and this one blocks.
    try await loop.submit {}.get()
    others.ask(over: 0.03, since: nil)
    Task.detached {
      await performance.glance(at: others) { _ in
        begun.continuation.yield()
        gate.wait()
      }
    }
    var beginnings = begun.stream.makeAsyncIterator()
    _ = await beginnings.next()
    try await loop.submit { executor.run { requests.ask(over: 0.03, since: nil) } }.get()
    others.end()
    gate.signal()
    let isWithin = await answers.next()
    #expect(isWithin == false)
    requests.end()
  }
}
