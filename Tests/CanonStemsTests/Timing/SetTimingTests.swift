import CanonEngine
import CanonFiles
import CanonTestSupport
import Testing

@testable import CanonStems

@Suite struct SetTimingTests {
  /// The timing of a set with this head and a base stem with this sound file.
  private func timing(
    _ head: String, base frames: FrameCount = 1_058_400, at rate: SampleRate = .compactDisc
  ) throws -> SetTiming {
    let set = try StemSetFile.parse(
      path: "set.toml", text: head + "\n[[stem]]\nid = \"cello\"\nfile = \"0_cello.flac\"\nbase = true\n")
    return try SetTiming(of: set, base: SoundInfo(sampleRate: rate, channelCount: 1, frameCount: frames))
  }

  private func complaint(_ head: String, base frames: FrameCount = 1_058_400) -> String? {
    #expect(throws: FileProblem.self) { try timing(head, base: frames) }?.message
  }

  @Test(arguments: [
    "", "tempo = 80", "tempo = 80\nloop = \"8 bars\"", "tempo = 80\nloop = \"32 beats\"", "loop = \"24 s\"",
    "loop = \"24.000000 s\"", "loop = \"1058400 frames\"", "tempo = 60\nmeter = \"3/4\"\nloop = \"8 bars\"",
  ])
  func twentyFourSecondsInEachWay(head: String) throws {
    let timing = try timing(head)
    #expect(timing.loop == LoopLength(numerator: 24, denominator: 1))
    #expect(timing.grid(at: .studio)?.loop == GridLine(numerator: 1_152_000, denominator: 1))
  }

  @Test func aTempoDividesTheLoop() throws {
    let grid = try timing("tempo = 80").grid(at: .studio)
    #expect(grid?.beatsPerLoop == 32)
    #expect(grid?.barsPerLoop == 8)
    #expect(grid?.beat == GridLine(numerator: 36_000, denominator: 1))
  }

  @Test func withoutATempoThereAreNoBeats() throws {
    let timing = try timing("")
    #expect(timing.beatsPerLoop == 0)
    #expect(timing.barsPerLoop == 0)
  }

  @Test func aTempoThatDoesNotDivideTheRateIsExact() throws {
    let grid = try timing("tempo = 140\nloop = \"8 bars\"").grid(at: .studio)
    #expect(grid?.loop == GridLine(numerator: 4_608_000, denominator: 7))
    // After seven million loops, to the frame.
    #expect(grid?.loop.position(of: 7_000_000) == 4_608_000_000_000)
  }

  @Test func halfAFrameIsForgiven() throws {
    // 32 beats at tempo 140 are 604,800 frames; at tempo 130 they are 651,323.08.
    #expect(try timing("tempo = 130", base: 651_323).beatsPerLoop == 32)
    #expect(complaint("tempo = 130", base: 651_324) != nil)
    #expect(complaint("tempo = 130", base: 651_322) != nil)
  }

  @Test func aBaseThatIsTooLongForItsBeatsIsExplained() {
    #expect(
      complaint("tempo = 80", base: 1_058_752)
        == "set.toml:1: tempo: found 80, at which the loop of 1058752 frames (24.008 s) is 32.01 beats long, "
        + "expected a whole number of beats. Correct the tempo, or make 0_cello.flac exactly 1058400 frames long "
        + "(32 beats), or leave out the tempo.")
  }

  @Test func aDifferenceOfOneFrameShows() {
    #expect(complaint("tempo = 80", base: 1_058_401)?.contains("is 32.00003 beats long") == true)
  }

  @Test func secondsThatAreNoBeatsAreExplained() {
    #expect(
      complaint("loop = \"24.5 s\"\ntempo = 80")
        == "set.toml:2: tempo: found 80, at which the loop of 1080450 frames (24.500 s) is 32.67 beats long, "
        + "expected a whole number of beats. Correct the tempo, or write loop = \"33 beats\", "
        + "or leave out the tempo.")
  }

  @Test("Without a base there are no frames to tell of")
  func secondsWithoutABase() throws {
    let set = try StemSetFile.parse(
      path: "set.toml", text: "loop = \"24.5 s\"\ntempo = 80\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\n")
    let problem = #expect(throws: FileProblem.self) { try SetTiming(of: set, base: nil) }
    #expect(
      problem?.message
        == "set.toml:2: tempo: found 80, at which the loop (24.500 s) is 32.67 beats long, "
        + "expected a whole number of beats. Correct the tempo, or write loop = \"33 beats\", "
        + "or leave out the tempo.")
  }

  @Test func aLoopShorterThanABeatIsExplained() {
    #expect(complaint("loop = \"0.1 s\"\ntempo = 80")?.contains("is 0.13 beats long") == true)
  }

  @Test func beatsThatFillNoBarsAreFineUntilABarIsAskedFor() throws {
    let timing = try timing("tempo = 80\nmeter = \"5/4\"")
    #expect(timing.beatsPerLoop == 32)
    #expect(timing.barsPerLoop == 0)
    #expect(
      complaint("tempo = 80\nmeter = \"5/4\"\nquantum = \"bar:2\"")
        == "set.toml:3: quantum: found \"bar:2\", expected a loop of whole bars (32 beats are none in 5/4). "
        + "Write \"beat\" or \"loop\", or correct the meter.")
  }

  @Test func whereTheLoopHasWholeBarsABarMayBeAskedFor() throws {
    #expect(try timing("tempo = 80\nquantum = \"bar:2\"").barsPerLoop == 8)
    #expect(try timing("tempo = 80\nmeter = \"5/4\"\nquantum = \"beat\"").barsPerLoop == 0)
  }

  @Test func aLoopOfDaysIsRefused() {
    #expect(
      complaint("tempo = 1\nloop = \"100000 bars\"")
        == "set.toml:2: loop: found \"100000 bars\", expected at most one day. Give a shorter loop.")
  }

  @Test func theBasesHeaderIsReadOnlyWhenItMatters() throws {
    let folder = TemporaryFolder()
    let text = "[[stem]]\nid = \"a\"\nfile = \"none.wav\"\nbase = true\n"
    let known = try StemSetFile.parse(path: folder["set.toml"], text: "loop = \"1 s\"\n" + text)
    #expect(try SetTiming(of: known).loop.seconds == 1)
    let unknown = try StemSetFile.parse(path: folder["set.toml"], text: text)
    let problem = #expect(throws: FileProblem.self) { try SetTiming(of: unknown) }
    #expect(problem?.line == 3)
    #expect(problem?.field == "stem \"a\": file")
  }
}

@Suite struct LoopLengthTests {
  @Test func lengthsAreReduced() {
    #expect(LoopLength(numerator: 48, denominator: 2) == LoopLength(numerator: 24, denominator: 1))
    #expect(LoopLength(frames: 1_058_400, at: .compactDisc) == LoopLength(frames: 1_152_000, at: .studio))
  }

  @Test func nothingAndNeverAreRefused() {
    #expect(LoopLength(numerator: 0, denominator: 1) == nil)
    #expect(LoopLength(numerator: -1, denominator: 1) == nil)
    #expect(LoopLength(numerator: 1, denominator: 0) == nil)
    #expect(LoopLength(numerator: 86_400, denominator: 1) != nil)
    #expect(LoopLength(numerator: 86_401, denominator: 1) == nil)
  }

  @Test func halfAFrameFits() {
    let loop = LoopLength(frames: 201, at: SampleRate(hertz: 96_000)!)!  // 100.5 frames at 48 kHz
    #expect(loop.fits(100, at: .studio))
    #expect(loop.fits(101, at: .studio))
    #expect(!loop.fits(99, at: .studio))
    #expect(!loop.fits(102, at: .studio))
    #expect(loop.nearestFrames(at: .studio) == 101)
  }

  @Test func aLoopOfLessThanAFrameHasNoGrid() {
    #expect(LoopLength(numerator: 1, denominator: 48_001)?.gridLine(at: .studio) == nil)
    #expect(LoopLength(numerator: 1, denominator: 48_000)?.gridLine(at: .studio) != nil)
  }
}
