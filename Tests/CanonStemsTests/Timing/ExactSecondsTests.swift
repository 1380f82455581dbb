import CanonEngine
import Testing

@testable import CanonStems

/// Times as exact fractions, lengths in set files, and the numbers that they are written with.
@Suite struct ExactSecondsTests {
  @Test("A fraction is in lowest terms, before the origin too")
  func lowestTerms() {
    #expect(ExactSeconds(6, over: 4) == ExactSeconds(3, over: 2))
    #expect(ExactSeconds(-6, over: 4) == ExactSeconds(-3, over: 2))
    #expect(ExactSeconds(0, over: 7) == .zero)
    #expect(ExactSeconds(-6, over: 4).numerator == -3 && ExactSeconds(-6, over: 4).denominator == 2)
    #expect(ExactSeconds(1, over: 2) - ExactSeconds(1, over: 3) == ExactSeconds(1, over: 6))
    #expect(ExactSeconds(1, over: 3) - ExactSeconds(1, over: 2) == ExactSeconds(-1, over: 6))
  }

  @Test(
    "The nearest frame; half a frame is rounded up, on either side of the origin",
    arguments: [
      (0, 0), (1, 1), (2, 1), (3, 2), (-1, 0), (-2, -1), (-3, -1), (-4, -2), (-5, -2), (192_001, 96_001),
    ] as [(Int128, FramePosition)])
  func nearest(halves: Int128, frame: FramePosition) {
    #expect(ExactSeconds(halves, over: 96_000).nearestFrame(at: .studio) == frame)
  }

  @Test("A third of a frame is rounded to the frame that is nearer")
  func thirds() {
    #expect([1, 2, 4, 5].map { ExactSeconds($0, over: 144_000).nearestFrame(at: .studio) } == [0, 1, 1, 2])
    #expect(
      [-1, -2, -4, -5].map { ExactSeconds($0, over: 144_000).nearestFrame(at: .studio) } == [0, -1, -1, -2])
  }

  @Test("An invalid length is rejected")
  func lengths() {
    #expect(ExactSeconds(3, over: 2).length == LoopLength(numerator: 3, denominator: 2))
    #expect(ExactSeconds.zero.length == nil)
    #expect(ExactSeconds(-3, over: 2).length == nil)
    #expect(ExactSeconds((1 << 64) + 1, over: 1 << 64).length == nil, "too exact to compute with")
  }

  @Test("The largest lengths of each unit")
  func largest() {
    for text in [
      "100000 bars", "100000 beats", "34359738368 frames", "1 frame", "86400 s", "1 bar", "1 beat",
    ] {
      #expect(TimeSpan(text)?.description == text)
    }
    for text in ["100001 bars", "100001 beats", "34359738369 frames", "86400.000001 s"] {
      #expect(TimeSpan(text) == nil, "\(text)")
    }
    #expect(TimeSpan("100001 bar") == nil && TimeSpan("100001 beat") == nil)
    #expect(TimeSpan("34359738369 frame") == nil)
  }

  @Test("A length backwards is read as it is written")
  func backwards() {
    for text in ["-1 bar", "-2 bars", "-1 beat", "-1 frame", "-3 frames", "-0.25 s", "-12 s"] {
      #expect(TimeSpan.signed(text)?.description == text)
    }
  }

  @Test(
    "Meters",
    arguments: [
      ("1/1", true), ("64/32", true), ("4/2", true), ("4/8", true), ("4/16", true), ("65/4", false),
      ("0/4", false), ("4/3", false), ("4/64", false), ("4/0", false), ("4", false), ("4/4/4", false),
      ("4 /4", false), ("+4/4", false),
    ])
  func meters(text: String, isOne: Bool) {
    #expect(Meter(text)?.description == (isOne ? text : nil))
  }

  @Test(
    "What follows a stem is read as it is written",
    arguments: ["stop", "mute", "any", "start:violin-b", "start:stop"])
  func followActions(text: String) { #expect(FollowSpec.Action(text)?.description == text) }

  @Test(
    "Nothing else follows a stem", arguments: ["", "start", "start:", "Stop", "start violin", "restart:a"])
  func noFollowAction(text: String) { #expect(FollowSpec.Action(text) == nil) }
}
