import CanonEngine
import CanonFiles
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// Where the samples of a file lie in its buffer: intro, loop, release.
@Suite struct RegionLoadingTests {
  let folder = TemporaryFolder()

  /// Loads the file `a.wav` as a stem with these lines in a set whose loop is a second.
  private func load(_ lines: String, at rate: SampleRate = .studio) throws -> StemBuffer {
    try folder.write(
      "loop = \"1 s\"\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\n" + lines + "\n", to: "set.toml")
    let set = try StemSetFile.load(folder.path)
    return try StemLoader.load(StemIndex(0), of: set, timing: SetTiming(of: set), at: rate).buffer
  }

  private static let ramp = (0..<1000).map { Float($0) / 32768 }

  @Test(
    arguments: [
      ("", 0, 1000, 0, 0), ("region = \"100 ..\"", 100, 900, 0, 0), ("region = \".. 700\"", 0, 700, 300, 0),
      ("region = \"100 .. 700\"", 100, 600, 300, 0),
      ("region = \"100 .. 700\"\nintro = \"none\"", 0, 600, 300, 100),
      ("region = \"100 ..\"\nintro = \"none\"", 0, 900, 0, 100),
    ] as [(String, FrameCount, FrameCount, FrameCount, Int)])
  func theFileIsDivided(
    lines: String, intro: FrameCount, loop: FrameCount, release: FrameCount, first: Int
  ) throws {
    for format in [SoundFormat.wav16, .wav24, .wav32f] {
      try folder.sound("a.wav", Self.ramp, format: format)
      let buffer = try load(lines)
      #expect(buffer.layout == StemLayout(intro: intro, loop: loop, release: release))
      #expect(buffer.decoded == Array(Self.ramp[first...]))
      #expect(buffer.format == (format == .wav16 ? .int16 : .float32))
    }
  }

  /// 16 bits are enough for what has 16 bits.
  @Test(arguments: [1, 2]) func sixteenBitsAreTheFloatsExactly(channels: Int) throws {
    let values = (-32_768...32_767).map { Float($0) / 32_768 }
    try folder.sound("a.wav", values, channels: channels, format: .wav16)
    let buffer = try load("")
    #expect(buffer.format == .int16)
    #expect(buffer.channelCount == channels)
    let floats = try SoundFile.read(folder["a.wav"]).channels
    #expect(buffer.decoded == floats.flatMap(\.self))

    let flac = Process()
    flac.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    flac.arguments = ["flac", "--silent", "--force", "-o", folder["a.flac"], folder["a.wav"]]
    try flac.run()
    flac.waitUntilExit()
    try FileManager.default.removeItem(atPath: folder["a.wav"])
    try FileManager.default.moveItem(atPath: folder["a.flac"], toPath: folder["a.wav"])
    let compressed = try load("")
    #expect(compressed.format == .int16)
    #expect(compressed.decoded == buffer.decoded)
  }

  @Test func aLoopOfAFractionGoesRoundInItsLastFrame() throws {
    // A beat at tempo 990 is 2909.09 frames.
    for format in [SoundFormat.wav16, .wav32f] {
      let samples = (0..<6018).map { Float($0 / 2) / 32_768 }
      try folder.sound("a.wav", samples, channels: 2, format: format)
      try folder.write(
        "tempo = 990\nloop = \"1 beat\"\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\nregion = \"100 ..\"\n",
        to: "set.toml")
      let set = try StemSetFile.load(folder.path)
      let buffer = try StemLoader.load(StemIndex(0), of: set, timing: SetTiming(of: set), at: .studio).buffer
      #expect(buffer.layout == StemLayout(intro: 100, loop: 2910))
      for channel in 0...1 {
        #expect(buffer.sample(3008, channel: channel) == Float(3008) / 32_768)
        #expect(buffer.sample(3009, channel: channel) == Float(100) / 32_768)
      }
    }
  }

  // MARK: - At another rate

  @Test func aRegionAloneIsTheCircleThatItIs() throws {
    // Noise around a sine: none of it may be heard in the loop.
    let noise = [Float](repeating: 0.9, count: 500)
    try folder.sound("a.wav", noise + sine(441, frames: 44_100), rate: .compactDisc)
    let buffer = try load("region = \"500 ..\"\nintro = \"none\"")
    #expect(buffer.layout == StemLayout(loop: 48_000))
    #expect(largestDifference(buffer.decoded, sine(441, frames: 48_000)) < 1e-5)
  }

  /// The sine goes on through intro, loop and release, and from the loop's end into its beginning.
  @Test(arguments: [
    "region = \"4410 ..\"", "region = \"4410 .. 48510\"", "region = \"4410 .. 48510\"\nintro = \"none\"",
  ])
  func aFileInOnePieceHasNoSeams(lines: String) throws {
    let hasRelease = lines.contains("48510"), hasIntro = !lines.contains("none")
    // 100 Hz: 441 frames a period at 44.1 kHz, 480 at 48 kHz.
    let frames = 4410 + 44_100 + (hasRelease ? 4410 : 0)
    func wave(_ count: Int, _ period: Int) -> [Float] {
      (0..<count).map { Float(0.5 * cos(2 * .pi * Double($0 % period) / Double(period))) }
    }
    try folder.sound("a.wav", wave(frames, 441), rate: .compactDisc)
    let buffer = try load(lines)
    #expect(
      buffer.layout
        == StemLayout(intro: hasIntro ? 4800 : 0, loop: 48_000, release: hasRelease ? 4800 : 0))
    // The file itself begins and, with a release, ends abruptly; there the filter rings.
    let decoded = buffer.decoded
    let kept = (hasIntro ? 400 : 0)..<(decoded.count - (hasRelease ? 400 : 0))
    let ideal = wave(decoded.count, 480)
    #expect(largestDifference(Array(decoded[kept]), Array(ideal[kept])) < 1e-4)
  }

  @Test func lengthsAtAnotherRateAreTheLines() throws {
    try folder.sound("a.wav", sine(10, frames: 30_001), rate: .compactDisc)
    let buffer = try load("region = \"1001 .. 30000\"")  // 28,999 frames are 31,563.54
    #expect(buffer.layout.intro == 1090)
    #expect(buffer.layout.loop == 31_564)
    #expect(buffer.layout.release == 1)
  }

  @Test func aCompressedFileIsReadFromTheRegionOn() throws {
    try folder.sound("a.wav", sine(100, frames: 20_000), format: .flac)
    let samples = try SoundFile.read(folder["a.wav"]).channels[0]
    #expect(try load("region = \"12345 ..\"\nintro = \"none\"").decoded == Array(samples[12_345...]))
  }

  // MARK: - What is wrong

  @Test func samplesThatAreNoNumbersAreFoundInEachChannel() throws {
    try folder.sound("a.wav", [0, 0, .nan, 0, 0, .infinity], channels: 2)
    let problem = #expect(throws: FileProblem.self) { try load("") }
    #expect(
      problem?.found
        == "\"a.wav\": 2 samples that are no numbers (NaN or infinite), the first in frame 1")
  }

  @Test func aTruncatedFileIsFoundBehindTheIntroToo() throws {
    var random = SystemRandomNumberGenerator()
    try folder.sound(
      "a.wav", (0..<50_000).map { _ in Float.random(in: -1...1, using: &random) }, format: .flac)
    try folder.truncate("a.wav", to: 60_000)
    for lines in ["", "region = \"100 ..\"\nintro = \"none\"", "region = \"49000 ..\"\nintro = \"none\""] {
      let problem = #expect(throws: FileProblem.self) { try load(lines) }
      #expect(problem?.found?.contains(" of 50000 frames") == true, "\(lines)")
    }
  }
}
