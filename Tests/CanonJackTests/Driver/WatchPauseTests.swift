import CanonSession
import Testing

@testable import CanonJack

/// How long the driver waits between two looks at its client.
@Suite struct WatchPauseTests {
  private static let second = Duration.seconds(1)

  private func pause(_ pace: Pace, _ change: (inout WatchPause) -> Void = { _ in }) -> Duration {
    var pause = WatchPause(pace: pace, untilStalled: Self.second)
    change(&pause)
    return pause.duration
  }

  @Test("It looks as often as the performance does", arguments: Pace.allCases)
  func pace(pace: Pace) { #expect(pause(pace) == pace.longestPause) }

  @Test func whatLibjackDoesIsWaitedFor() {
    #expect(pause(.resting) { $0.isUnderWay = true } == .milliseconds(10))
  }

  @Test func connectionsThatAreMissingAreLookedForFiveTimesASecond() {
    #expect(pause(.resting) { $0.isUnsettled = true } == .milliseconds(200))
    #expect(pause(.steady) { $0.isUnsettled = true } == .milliseconds(50))
  }

  @Test func aServerThatStandsStillIsFoundWhenItsTimeIsOver() {
    #expect(pause(.resting) { $0.untilStalled = .milliseconds(300) } == .milliseconds(301))
    #expect(pause(.resting) { $0.untilStalled = .zero } == .milliseconds(10))
    #expect(pause(.resting) { $0.untilStalled = .seconds(6) } == Self.second)
    #expect(pause(.resting) { $0.isDoubtful = true } == .milliseconds(50), "its answer to the knock")
  }
}
