import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonStems

/// Samples above full scale are kept, up to +24 dBFS; what is beyond is a mistake of the program that wrote it.
@Suite struct LoudSampleTests {
  let folder = TemporaryFolder()

  /// +24 dBFS, and the next number.
  private static let loudest: Float = 15.848932

  private func messages() -> [String] {
    SetCheck.problems(folder.path, depth: .samples).map { $0.message.replacing(folder.path + "/", with: "") }
  }

  /// What loading says: at the rate of the file, and at another.
  private func loading(at rate: SampleRate) throws -> String? {
    let set = try StemSetFile.load(folder.path)
    do {
      _ = try StemLoader.load(StemIndex(0), of: set, timing: SetTiming(of: set), at: rate)
      return nil
    } catch {
      return error.message.replacing(folder.path + "/", with: "")
    }
  }

  @Test(
    "Beyond +24 dBFS a file is refused, with the frame", arguments: [loudest.nextUp, -16, 3e38, -50_000])
  func tooLoud(value: Float) throws {
    _ = try folder.set(["a": 100])
    try folder.sound(
      "a.wav", [Float](repeating: 1, count: 34) + [value, value] + [Float](repeating: 0, count: 64))
    let message =
      "set.toml:4: stem \"a\": file: found \"a.wav\": 2 samples beyond +24 dBFS, the first in frame 34, expected "
      + "samples up to +24 dBFS (15.849). Export it again with less gain; a plug-in may have failed."
    #expect(messages() == [message])
    for rate in [SampleRate.studio, .compactDisc] { #expect(try loading(at: rate) == message) }
  }

  @Test func theFrameCountsBothChannels() throws {
    _ = try folder.set(["a": 100])
    try folder.sound(
      "a.wav", [Float](repeating: 0, count: 151) + [99] + [Float](repeating: 0, count: 48), channels: 2)
    #expect(messages().count == 1)
    #expect(messages().first?.contains("1 samples beyond +24 dBFS, the first in frame 75") == true)
  }

  @Test func upToTwentyFourDecibelsNothingIsCut() throws {
    _ = try folder.set(["a": 4])
    let samples = [1.5, -Self.loudest, Self.loudest, -1]
    try folder.sound("a.wav", samples)
    #expect(messages() == [])
    let set = try StemSetFile.load(folder.path)
    let stem = try StemLoader.load(StemIndex(0), of: set, timing: SetTiming(of: set), at: .studio)
    #expect(stem.buffer.decoded == samples)
  }
}
