import Testing

@testable import CanonSession

/// When control looks next: as seldom as its pace says, and as early as something is due.
@Suite struct NextLookTests {
  @Test(
    "Without anything that is due, the pace decides",
    arguments: [(Pace.expecting, 10), (.steady, 50), (.playing, 200), (.resting, 1000)])
  func pace(pace: Pace, milliseconds: Int) {
    #expect(NextLook(pace: pace).pause == .milliseconds(milliseconds))
  }

  @Test func whatIsDueEarlierIsNotSleptThrough() {
    #expect(NextLook(pace: .resting, due: 0.25).pause == .milliseconds(250))
    #expect(NextLook(pace: .resting, door: 0.5).pause == .milliseconds(500))
    #expect(NextLook(pace: .resting, due: 0.25, door: 0.5).pause == .milliseconds(250))
    #expect(NextLook(pace: .playing, due: 0.125).pause == .milliseconds(125))
  }

  @Test func whatIsDueLaterDoesNotMatterYet() {
    #expect(NextLook(pace: .resting, due: 3600, door: 86_400).pause == .seconds(1))
    #expect(NextLook(pace: .expecting, due: 3600).pause == .milliseconds(10))
  }

  @Test("It never looks all the time, whatever is past", arguments: Pace.allCases)
  func past(pace: Pace) {
    for seconds in [-1e6, -1, 0, 1e-9] {
      #expect(NextLook(pace: pace, due: seconds).pause >= .milliseconds(2))
      #expect(NextLook(pace: pace, door: seconds).pause >= .milliseconds(2))
    }
    #expect(NextLook(pace: .resting, door: -1).pause == .milliseconds(50), "until the doors are judged")
  }

  @Test("No pause is longer than a second, in which the machine's clock may be set", arguments: Pace.allCases)
  func longest(pace: Pace) { #expect(NextLook(pace: pace).pause <= .seconds(1)) }
}
