import CanonLiveSupport
import Glibc
import Synchronization
import Testing

@testable import CanonJack

/// The one thread on which libjack is called, and what tells other threads of it.
@Suite struct ServerThreadTests {
  @Test("Calls run in their order, one after the other")
  func order() async throws {
    let done = Mutex<[Int]>([])
    for number in 0..<100 { ServerThread.detach { done.withLock { $0.append(number) } } }
    let count = await ServerThread.run { done.withLock { $0.count } }
    #expect(count == 100)
    #expect(done.withLock { $0 } == Array(0..<100))
  }

  @Test("Whoever does not wait is not held up: the work runs on another thread")
  func elsewhere() throws {
    let thread = Answer<UInt>()
    ServerThread.detach { thread.give(UInt(pthread_self())) }
    // This thread is busy here, so the work cannot run on it later.
    try waitUntil("the work is done") { thread.value != nil }
    #expect(thread.value != UInt(pthread_self()))
  }

  @Test("An error of a call reaches its caller")
  func problem() async {
    await #expect(throws: JackProblem.cannotActivate) {
      try await ServerThread.run { () throws(JackProblem) in throw .cannotActivate }
    }
  }

  @Test("A flag is down until it is raised, and an answer missing until it is given")
  func signs() {
    let flag = Flag(), answer = Answer<Int>()
    #expect(!flag.isRaised && answer.value == nil)
    flag.raise()
    answer.give(7)
    #expect(flag.isRaised && answer.value == 7)
  }
}
