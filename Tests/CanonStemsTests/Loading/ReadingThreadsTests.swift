import CanonTestSupport
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import CanonStems

/// Where files are read.
@Suite struct ReadingThreadsTests {
  private final class Gate: Sendable {
    let opens = DispatchSemaphore(value: 0)
    let waiting = Atomic(0)
  }

  @Test("Everything else goes on while files are read", .timeLimit(.minutes(LongCampaign.minutes)))
  func othersGoOn() async throws {
    let gate = Gate(), readers = 2 * ProcessInfo.processInfo.activeProcessorCount
    let answers = await withTaskGroup(of: Int.self) { group in
      for number in 0..<readers {
        group.addTask {
          await ReadingThreads.run {
            gate.waiting.add(1, ordering: .relaxed)
            gate.opens.wait()
            return number
          }
        }
      }
      // As many files as there are processors, and more, are begun, and this task is still served.
      group.addTask {
        while gate.waiting.load(ordering: .relaxed) < readers {
          try? await Task.sleep(for: .milliseconds(2))
        }
        for _ in 0..<readers { gate.opens.signal() }
        return -1
      }
      return await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(answers == Set(-1..<readers))
  }
}
