import CanonEngine
import Testing

@testable import CanonSession

/// How long a fade takes, as people say it and in frames.
@Suite struct TimeLengthTests {
  /// 7/3 bars would not be whole: three bars of seven beats, 1000/3 frames a beat.
  private static let odd = Grid(
    loop: GridLine(numerator: 7000, denominator: 1)!, barsPerLoop: 3, beatsPerLoop: 21)!
  private static let bare = Grid(loop: GridLine(numerator: 7000, denominator: 1)!)!

  private func frames(_ text: String, grid: Grid = odd, rate: Int = 48_000) throws -> FrameCount? {
    let length = try #require(TimeLength(text.split(separator: " ").map(String.init)))
    return length.frames(grid: grid, sampleRate: try #require(SampleRate(hertz: rate)))
  }

  @Test(
    "Every unit, in the singular and in the plural",
    arguments: [
      ("1 loop", 7000), ("3 loops", 21_000), ("1 bar", 2333), ("2 bars", 4667), ("3 bar", 7000),
      ("1 beat", 333), ("2 beats", 667), ("0 beats", 0), ("1 s", 48_000), ("0.25 s", 12_000), ("10 ms", 480),
      ("0.01 ms", 0), ("0.02 ms", 1), ("1 frame", 1), ("4800 frames", 4800), (".5 s", 24_000),
      ("007 frames", 7),
    ] as [(String, FrameCount)])
  func lengths(text: String, frames: FrameCount) throws {
    #expect(try self.frames(text) == frames)
  }

  @Test func secondsAreThoseOfTheClock() throws {
    #expect(try frames("1 s", rate: 44_100) == 44_100)
    #expect(try frames("1 ms", rate: 44_100) == 44)
    #expect(try frames("0.5 ms", rate: 96_000) == 48)
  }

  @Test(
    "What is no length",
    arguments: [
      "", "2", "bars", "2bars", "2 bars long", "-1 bars", "1.5 bars", "0.5 loops", "+1 bar", "1e3 frames",
      "２ bars", "1000000001 beats", "99999999999999999999 frames", "2 Bars", "2 seconds", "2 min", "-1 s",
      "1e3 s", "nan s",
      "inf s", "0x10 ms", ". s", "100000001 s", "1,5 s",
    ])
  func noLengths(text: String) {
    #expect(TimeLength(text.split(separator: " ").map(String.init)) == nil)
  }

  @Test func aSetWithoutATempoHasNoBarsAndBeats() throws {
    #expect(try frames("1 bar", grid: Self.bare) == nil)
    #expect(try frames("1 beat", grid: Self.bare) == nil)
    #expect(try frames("1 loop", grid: Self.bare) == 7000)
  }

  @Test func aFadeLastsAtMostAsLongAsTheEngineKnows() throws {
    let longest = EngineHandle.longestFade
    #expect(try frames("\(longest / 2) frames") == longest / 2)
    #expect(try frames("153391 loops") == 153_391 * 7000)
    #expect(try frames("153392 loops") == nil)
    #expect(try frames("1000000000 loops") == nil)
    #expect(try frames("100000000 s") == nil)
  }

  @Test(
    "A length written down and read again is the same length",
    arguments: [
      .loops(0), .loops(1), .loops(1_000_000_000), .bars(1), .bars(2), .beats(1), .beats(7), .frames(0),
      .frames(1),
      .frames(48_000), .microseconds(0), .microseconds(1), .microseconds(999), .microseconds(1000),
      .microseconds(1_500_000), .microseconds(1_000_000), .microseconds(100_000_500_000),
      .microseconds(99_999_999_999_999), .microseconds(100_000_000_000_000),
    ] as [TimeLength])
  func roundTrip(length: TimeLength) {
    #expect(TimeLength(length.description.split(separator: " ").map(String.init)) == length)
  }
}
