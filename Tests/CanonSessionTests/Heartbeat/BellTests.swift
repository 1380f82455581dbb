import CanonSession
import CanonTestSupport
import Testing

/// A bell ends the sleep of the one that waits for it. The sleeps of these tests are longer than a test may take.
@Suite(.timeLimit(.minutes(LongCampaign.minutes))) struct BellTests {
  private static let long = Duration.seconds(86_400)

  @Test func aRingEndsTheSleep() async {
    let bell = Bell()
    async let ringing: Void = bell.ring()
    await bell.wait(atMost: Self.long)
    await ringing
  }

  @Test func aRingBeforeTheSleepIsNotLost() async {
    let bell = Bell()
    bell.ring()
    bell.ring()
    await bell.wait(atMost: Self.long)
  }

  @Test func theTimeEndsTheSleep() async {
    let bell = Bell()
    await bell.wait(atMost: .zero)
    await bell.wait(atMost: .milliseconds(1))
  }

  @Test func aTaskThatIsCancelledDoesNotSleep() async {
    let bell = Bell()
    let task = Task { await bell.wait(atMost: Self.long) }
    task.cancel()
    await task.value
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      await bell.wait(atMost: Self.long)
    }
    late.cancel()
    await late.value
  }

  @Test func manyRingsAndSleepsMeet() async {
    let bell = Bell()
    let ringing = Task { while !Task.isCancelled { bell.ring(); await Task.yield() } }
    for _ in 0..<200 { await bell.wait(atMost: Self.long) }
    ringing.cancel()
    await ringing.value
  }
}
