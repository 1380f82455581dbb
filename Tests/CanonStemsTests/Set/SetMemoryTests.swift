import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonStems

/// The memory that a set's samples take.
@Suite struct SetMemoryTests {
  private let folder = TemporaryFolder()

  /// Seconds of one, two and one channels, of 16, 16 and 24 bits, at three rates.
  private func set() throws -> StemSet {
    let second = [Float](repeating: 0.25, count: 48_000)
    try folder.sound("a.wav", second, format: .wav16)
    try folder.sound("b.wav", second, channels: 2, rate: SampleRate(hertz: 24_000)!, format: .wav16)
    try folder.sound("c.wav", second + second, rate: SampleRate(hertz: 96_000)!, format: .wav24)
    try folder.write(
      "loop = \"1 s\"\n"
        + ["a", "b", "c"].map { "[[stem]]\nid = \"\($0)\"\nfile = \"\($0).wav\"\n" }.joined(), to: "set.toml")
    return try StemSetFile.load(
      .path(folder.path), .standard.keeping(in: SampleCache(folder: folder["cache/samples"])))
  }

  @Test(
    "It is what the loaded stems take at the rate of the engine, whole or in a window",
    arguments: [24_000, 48_000, 96_000], [SampleHolding.whole, .windowed(above: 50_000)])
  func isThatOfTheBuffers(hertz: Int, holding: SampleHolding) throws {
    let set = try set(), rate = try #require(SampleRate(hertz: hertz)), timing = try SetTiming(of: set)
    let buffers = try set.stems.indices.map {
      try StemLoader.load(StemIndex($0), of: set, timing: timing, at: rate, holding: holding).buffer
    }
    #expect(set.sampleBytes(at: rate, holding: holding) == UInt64(buffers.reduce(0) { $0 + $1.bytes.count }))
    #expect(buffers.count(where: \.isPaged) == (holding == .whole ? 0 : 1), "the one with the file's rate")
    // Nothing can be in a window where nothing is kept on the disk.
    let plain = try StemSetFile.load(folder.path)
    #expect(plain.sampleBytes(at: rate, holding: holding) == set.sampleBytes(at: rate))
  }

  @Test("While the rate is not known they are floating-point numbers at the rates of the files")
  func withoutRate() throws {
    let set = try set()
    #expect(set.sampleBytes() == 4 * (48_000 + 48_000 + 96_000))
    #expect(set.sampleBytes(at: .studio) == 2 * 48_000 + 4 * 2 * 48_000 + 4 * 48_000)
  }

  @Test("A file that cannot be read does not count")
  func unreadable() throws {
    let set = try set()
    try folder.truncate("b.wav", to: 100)
    #expect(set.sampleBytes(at: .studio) == 2 * 48_000 + 4 * 48_000)
  }
}
