import CanonEngine
import CanonFiles
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// A stem plays one or two channels of a file that has more.
@Suite struct ChannelLoadingTests {
  let folder = TemporaryFolder()

  /// Loads a file as a stem with this line in a set whose loop is a second.
  private func load(
    _ line: String, _ file: String = "a.wav", at rate: SampleRate = .studio
  ) throws -> StemBuffer {
    try folder.write(
      "loop = \"1 s\"\n[[stem]]\nid = \"a\"\nfile = \"\(file)\"\n" + line + "\n", to: "set.toml")
    let set = try StemSetFile.load(folder.path)
    return try StemLoader.load(StemIndex(0), of: set, timing: SetTiming(of: set), at: rate).buffer
  }

  private func complaint(_ line: String) -> String? {
    #expect(throws: FileProblem.self) { try load(line) }?.message.replacing(folder.path + "/", with: "")
  }

  /// Frames of channels that differ: channel `c` of frame `f` is `(900 c + f modulo 997) / 32768`.
  private func write(_ name: String, channels: Int, frames: Int = 48_000, _ format: SoundFormat) throws {
    let samples = (0..<frames).flatMap { (frame: Int) -> [Float] in
      (1...channels).map { (channel: Int) -> Float in Float(900 * channel + frame % 997) / 32_768 }
    }
    try folder.sound(name, samples, channels: channels, format: format)
  }

  private static func channel(_ number: Int, frames: Int = 48_000) -> [Float] {
    (0..<frames).map { Float(900 * number + $0 % 997) / 32_768 }
  }

  @Test(
    "Channels of every format are exactly those of the file, in the order of the choice",
    arguments: [("a.wav", SoundFormat.wav16), ("a.wav", .wav32f), ("a.flac", .flac)],
    [[3, 4], [4, 3], [1], [8], [1, 2], [2, 8]])
  func exact(file: (name: String, format: SoundFormat), numbers: [Int]) throws {
    try write(file.name, channels: 8, file.format)
    let buffer = try load("channels = \(numbers)", file.name)
    #expect(buffer.channelCount == numbers.count)
    #expect(buffer.decoded == numbers.flatMap { Self.channel($0) })
    #expect(buffer.format == (file.format == .wav16 ? .int16 : .float32))
  }

  @Test("Stereo and mono files have channels to choose from, too")
  func few() throws {
    try write("a.wav", channels: 2, .wav16)
    #expect(try load("channels = [2, 1]").decoded == Self.channel(2) + Self.channel(1))
    #expect(try load("channels = [2]").decoded == Self.channel(2))
    #expect(try load("channels = [1, 2]").decoded == load("").decoded)
    try write("a.wav", channels: 1, .wav16)
    #expect(try load("channels = [1]").decoded == Self.channel(1))
  }

  @Test("32 channels are read; 33 are not, and a channel that is not there is named")
  func limits() throws {
    try write("a.wav", channels: 32, .wav16)
    #expect(try load("channels = [31, 32]").decoded == Self.channel(31) + Self.channel(32))
    try write("a.wav", channels: 33, .wav16)
    #expect(
      complaint("channels = [1]")?.contains(
        "found \"a.wav\": 33 channels, expected 1 to 32 channels. Mix it down")
        == true)
    try write("a.wav", channels: 3, .wav16)
    #expect(
      complaint("channels = [2, 4]")?.hasSuffix(
        "found \"a.wav\": 3 channels, expected a channel 4, which the stem's channels name. "
          + "Correct channels, or export the file with all channels.") == true)
  }

  @Test("Another rate converts what is chosen, as it converts a file with nothing else")
  func resampled() throws {
    try write("a.wav", channels: 5, .wav32f)
    let chosen = try load("channels = [5, 2]", at: .compactDisc)
    try folder.sound(
      "b.wav", zip(Self.channel(5), Self.channel(2)).flatMap { [$0, $1] }, channels: 2, format: .wav32f)
    #expect(try chosen.decoded == load("", "b.wav", at: .compactDisc).decoded)
  }

  @Test("What is wrong with other channels is not heard, and no fault")
  func others() throws {
    try folder.sound(
      "a.wav", (0..<48_000).flatMap { _ in [0.5, Float.nan, 100] }, channels: 3, format: .wav32f)
    #expect(try load("channels = [1]").decoded.allSatisfy { $0 == 0.5 })
    #expect(complaint("channels = [2]")?.contains("no numbers") == true)
    #expect(complaint("channels = [1, 3]")?.contains("+24 dBFS") == true)
  }

  @Test(
    "A file that ffmpeg decodes has its channels as they are, whatever places it gives them",
    arguments: ["quad", "4.0", "3.1"])
  func ffmpeg(layout: String) throws {
    try write("a.wav", channels: 4, .wav16)
    // The file itself says that these are its places, so that ffmpeg does not mix when it encodes.
    try folder.ffmpeg(["-i", "a.wav", "-af", "channelmap=0|1|2|3:\(layout)", "-c:a", "wavpack", "a.wv"])
    #expect(try load("channels = [4, 1]", "a.wv").decoded == Self.channel(4) + Self.channel(1))
    #expect(try load("channels = [3, 2]", "a.wv").decoded == Self.channel(3) + Self.channel(2))
  }
}
