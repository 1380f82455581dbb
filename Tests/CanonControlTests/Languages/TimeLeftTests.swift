import Testing

@testable import CanonControl
@testable import CanonSchedule
@testable import CanonSession

@Suite struct TimeLeftTests {
  @Test(arguments: [
    (14 * 86_400 + 21 * 3600, "in 14 days 21 hours"), (14 * 86_400 + 21 * 3600 + 3599, "in 14 days 21 hours"),
    (3 * 3600 + 12 * 60 + 59, "in 3 hours 12 minutes"), (40, "in 40 seconds"), (1, "in 1 second"),
    (60, "in 1 minute"), (61, "in 1 minute 1 second"), (125, "in 2 minutes 5 seconds"), (3600, "in 1 hour"),
    (3659, "in 1 hour"), (86_400 + 3600, "in 1 day 1 hour"), (86_400 + 60, "in 1 day"), (0, "now"),
    (-5, "now"),
  ])
  func isToldInItsTwoLargestUnits(seconds: Int, text: String) {
    let now = Instant(second: 1_000_000)
    #expect(TimeLeft(from: now, until: now + Double(seconds)).text(.english) == text)
  }

  @Test func aFractionLeftIsNotNothing() {
    let now = Instant(second: 0)
    #expect(TimeLeft(from: now, until: now + 0.001).text(.english) == "in 1 second")
    #expect(TimeLeft(from: now, until: now + 59.5).text(.english) == "in 1 minute")
  }
}
