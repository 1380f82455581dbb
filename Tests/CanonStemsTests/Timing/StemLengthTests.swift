import CanonEngine
import CanonFiles
import Testing

@testable import CanonStems

/// How long a stem's own loop is beside the set's, without any file.
@Suite struct StemLengthTests {
  /// The length of a stem with these lines and a file of so many frames, in a set with this head; nil for the set's.
  private func length(
    _ head: String, _ lines: String = "", frames: FrameCount, at rate: SampleRate = .studio
  ) throws -> LoopLength? {
    let set = try StemSetFile.parse(
      path: "set.toml", text: head + "\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\n" + lines + "\n")
    let info = SoundInfo(sampleRate: rate, channelCount: 1, frameCount: frames)
    let loop = try SetTiming(of: set, base: info).loop
    return try StemExtent(of: set.stems[0], in: set, info: info, loop: loop).length
  }

  private func complaint(_ head: String, _ lines: String = "", frames: FrameCount) -> String? {
    #expect(throws: FileProblem.self) { try length(head, lines, frames: frames) }?.message
  }

  private static let eightBars = "tempo = 140\nloop = \"8 bars\""  // 658,285.71 frames at 48 kHz

  @Test(
    arguments: [
      (1_152_000, nil), (2_304_000, LoopLength(numerator: 48, denominator: 1)),
      (576_000, LoopLength(numerator: 12, denominator: 1)),
      (864_000, LoopLength(numerator: 18, denominator: 1)),
      (1_000_000, LoopLength(frames: 1_000_000, at: .studio)), (1, LoopLength(frames: 1, at: .studio)),
      (1_152_960, LoopLength(frames: 1_152_960, at: .studio)),  // 20 ms more
      (1_151_040, LoopLength(frames: 1_151_040, at: .studio)),
    ] as [(FrameCount, LoopLength?)])
  func lengthsAreTheFiles(frames: FrameCount, expected: LoopLength?) throws {
    #expect(try length("loop = \"24 s\"", frames: frames) == expected)
  }

  /// Otherwise it would drift away from the loop.
  @Test func aShareOfTheLoopIsExactly() throws {
    #expect(try length(Self.eightBars, frames: 658_286) == nil)
    #expect(try length(Self.eightBars, frames: 329_143) == LoopLength(numerator: 48, denominator: 7))
    #expect(try length(Self.eightBars, frames: 1_316_571) == LoopLength(numerator: 192, denominator: 7))
    #expect(
      try length(Self.eightBars, "region = \"1000 ..\"", frames: 330_143)
        == LoopLength(numerator: 48, denominator: 7))
  }

  @Test func wholeBeatsAreExactly() throws {
    // 5 beats are 102,857.14 frames.
    #expect(try length(Self.eightBars, frames: 102_857) == LoopLength(numerator: 15, denominator: 7))
    #expect(try length(Self.eightBars, frames: 20_571) == LoopLength(numerator: 3, denominator: 7))
    #expect(try length(Self.eightBars, frames: 102_858) == LoopLength(frames: 102_858, at: .studio))
  }

  /// Sets of a few frames have no shares: half a frame would be too much.
  @Test func tinySoundsAreWhatTheyAre() throws {
    #expect(try length("loop = \"0.002 s\"", frames: 32) == LoopLength(frames: 32, at: .studio))
  }

  @Test(
    arguments: [
      (
        1_152_001,
        "1152001 frames (24.000 s), expected 1152000 frames (24.000 s), the length of the loop. Cut the end"
      ),
      (
        1_152_959,
        "1152959 frames (24.020 s), expected 1152000 frames (24.000 s), the length of the loop. Cut the end"
      ),
      (
        575_999,
        "575999 frames (12.000 s), expected 576000 frames (12.000 s), half the length of the loop. Add silence"
      ),
      (
        2_304_500,
        "2304500 frames (48.010 s), expected 2304000 frames (48.000 s), the length of 2 loops. Cut the end"
      ),
      (
        864_100,
        "864100 frames (18.002 s), expected 864000 frames (18.000 s), 3/4 of the length of the loop. Cut the end"
      ),
      (
        71_990,
        "71990 frames (1.500 s), expected 72000 frames (1.500 s), 1/16 of the length of the loop. Add silence"
      ),
    ] as [(FrameCount, String)])
  func whatNearlyFitsIsRefused(frames: FrameCount, message: String) {
    #expect(
      complaint("loop = \"24 s\"", frames: frames)?
        .hasPrefix(
          "set.toml:4: stem \"a\": file: found \"a.wav\": \(message) (or write length = \"free\", if it is meant), e.g.: sox"
        )
        == true)
  }

  @Test(arguments: [
    "length = \"free\"", "mode = \"once\"", "repeat = 3", "entry = \"top\"", "region = \".. 1152001\"",
  ])
  func whatIsMeantIsAccepted(lines: String) throws {
    #expect(
      try length("loop = \"24 s\"", lines, frames: 1_152_001) == LoopLength(frames: 1_152_001, at: .studio))
  }

  @Test("Up to 64 loops and down to a sixteenth are simple; what is near to them is refused")
  func ends() throws {
    let loop = "loop = \"0.1 s\""  // 4800 frames
    #expect(
      complaint(loop, frames: 307_201)?.contains(
        "307201 frames (6.400 s), expected 307200 frames (6.400 s), the length of 64 loops. Cut the end")
        == true)
    #expect(try length(loop, frames: 312_001) == LoopLength(frames: 312_001, at: .studio))
    // A fifteenth of 14,400 frames is 20 ms, the shortest share that is looked for.
    #expect(
      complaint("loop = \"0.3 s\"", frames: 961)?.contains(
        "expected 960 frames (0.020 s), 1/15 of the length of the loop. Cut the end") == true)
    #expect(try length("loop = \"0.3 s\"", frames: 901) == LoopLength(frames: 901, at: .studio))
    for (frames, ratio) in [(480_001, "2/3"), (960_001, "4/3"), (1_080_001, "3/2")] as [(FrameCount, String)]
    {
      #expect(complaint("loop = \"15 s\"", frames: frames)?.contains("\(ratio) of the length") == true)
    }
  }

  @Test("Of a short loop, a 64th of it is not near any more")
  func nearOfAShortLoop() throws {
    let loop = "loop = \"0.64 s\""  // 30,720 frames, of which a 64th is 480
    #expect(complaint(loop, frames: 31_199) != nil)
    #expect(complaint(loop, frames: 30_241) != nil)
    #expect(try length(loop, frames: 31_200) == LoopLength(frames: 31_200, at: .studio))
    #expect(try length(loop, frames: 30_240) == LoopLength(frames: 30_240, at: .studio))
  }

  // MARK: - Regions

  @Test("A region with an end in frames has its length in frames, even if the other end is in bars")
  func mixedRegions() throws {
    // A beat at tempo 140 is 20,571.43 frames.
    for (region, frames) in [("beat 2 .. 100000", 79_429), ("30000 .. beat 4", 31_714)]
      as [(String, FrameCount)]
    {
      #expect(
        try length(Self.eightBars, "region = \"\(region)\"", frames: 200_000)
          == LoopLength(frames: frames, at: .studio), "\(region)")
    }
    #expect(
      try length(Self.eightBars, "region = \".. beat 4\"", frames: 200_000)
        == LoopLength(numerator: 9, denominator: 7), "without a beginning it is exact")
    #expect(
      try length(Self.eightBars, "region = \"beat 4 ..\"", frames: 200_000)
        == LoopLength(frames: 200_000 - 61_714, at: .studio), "without an end it is what the file has")
  }

  @Test func aRegionInBarsIsExact() throws {
    let region = "region = \"bar 2 .. bar 4\""
    #expect(
      try length(Self.eightBars, region, frames: 1_000_000) == LoopLength(numerator: 24, denominator: 7))
    #expect(
      try length(Self.eightBars, region, frames: 1_000_000, at: .compactDisc)
        == LoopLength(numerator: 24, denominator: 7))
    #expect(try length(Self.eightBars, "region = \"bar 2 .. bar 10\"", frames: 1_000_000) == nil)
  }

  @Test func aRegionInFramesOrSecondsIsWhatItSays() throws {
    #expect(try length("loop = \"24 s\"", "region = \"100 .. 1152100\"", frames: 1_200_000) == nil)
    #expect(
      try length("loop = \"24 s\"", "region = \"100 .. 1100\"", frames: 1_200_000)
        == LoopLength(frames: 1000, at: .studio))
    #expect(
      try length("loop = \"24 s\"", "region = \"0.1 s .. 1.100001 s\"", frames: 1_200_000)
        == LoopLength(numerator: 1_000_001, denominator: 1_000_000))
  }

  @Test(arguments: [
    ("96000 ..", ", which begins on frame 96000 (2.000 s)"),
    (".. 96001", ", which ends on frame 96001 (2.000 s)"),
    ("bar 5 ..", ", which begins on frame 288000 (6.000 s)"),
    ("1 s .. bar 5", ", which ends on frame 288000 (6.000 s)"),
  ])
  func aRegionOutsideTheFileIsExplained(region: String, found: String) {
    #expect(
      complaint("tempo = 160\nloop = \"8 bars\"", "region = \"\(region)\"", frames: 96_000)
        == "set.toml:6: stem \"a\": region: found \"\(region)\"\(found), "
        + "expected a region inside the file, which has 96000 frames (2.000 s). "
        + "Correct the region, or make the file longer.")
  }

  @Test func aRegionThatTheFileReversesIsExplained() {
    #expect(
      complaint("tempo = 60\nloop = \"8 bars\"", "region = \"1 s .. 48000 frames\"", frames: 96_000)
        == "set.toml:6: stem \"a\": region: found \"1 s .. 48000 frames\", from frame 48000 (1.000 s) to "
        + "frame 48000 (1.000 s), expected an end that comes after the beginning. "
        + "Correct one of the two; the earlier place stands first.")
    #expect(
      complaint("loop = \"1 s\"", "region = \"50000 .. 1 s\"", frames: 96_000)?.contains("from frame 50000")
        == true)
  }

  @Test func theLoopMayBeTheBasesRegion() throws {
    func timing(_ head: String, _ region: String) throws -> SetTiming {
      let set = try StemSetFile.parse(
        path: "set.toml", text: head + "\n" + BrokenSet.cello + "region = \"\(region)\"\n")
      return try SetTiming(
        of: set, base: SoundInfo(sampleRate: .studio, channelCount: 1, frameCount: 1_000_000))
    }
    #expect(try timing("", "1000 .. 49000").loop == LoopLength(numerator: 1, denominator: 1))
    #expect(try timing("", "952000 ..").loop == LoopLength(numerator: 1, denominator: 1))
    let bars = try timing("tempo = 140", "bar 2 .. bar 4")
    #expect(bars.loop == LoopLength(numerator: 24, denominator: 7))
    #expect(bars.barsPerLoop == 2)
    #expect(throws: FileProblem.self) { try timing("", "1000000 ..") }
    let problem = #expect(throws: FileProblem.self) { try timing("tempo = 60", "0.5 s .. 2 s") }
    #expect(problem?.remedy == "Correct the tempo, or write loop = \"2 beats\", or leave out the tempo.")
  }
}
