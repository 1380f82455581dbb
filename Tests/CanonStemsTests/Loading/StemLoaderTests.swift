import CanonEngine
import CanonFiles
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

@Suite struct StemLoaderTests {
  let folder = TemporaryFolder()

  private func load(_ number: Int = 0, at rate: SampleRate = .studio) throws -> LoadedStem {
    let set = try StemSetFile.load(folder.path)
    return try StemLoader.load(StemIndex(number), of: set, timing: SetTiming(of: set), at: rate)
  }

  private func complaint(_ number: Int = 0) -> String? {
    #expect(throws: FileProblem.self) { try load(number) }?.message.replacing(folder.path + "/", with: "")
  }

  @Test func samplesArriveUnchangedAndPlanar() throws {
    try folder.sound("a.wav", [1, -1, 0.5, -0.5, 0.25, -0.25], channels: 2)
    try folder.write(BrokenSet.stem(), to: "set.toml")
    let stem = try load()
    #expect(stem.index == StemIndex(0))
    #expect(stem.buffer.layout.frameCount == 3)
    #expect(stem.buffer.channelCount == 2)
    #expect(stem.buffer.decoded == [1, 0.5, 0.25, -1, -0.5, -0.25])
    #expect(stem.source == SoundInfo(sampleRate: .studio, channelCount: 2, frameCount: 3))
  }

  @Test func anotherRateIsConverted() throws {
    try folder.sound("a.flac", sine(441, frames: 44_100), rate: .compactDisc, format: .flac)
    try folder.write(BrokenSet.stem(file: "\"a.flac\""), to: "set.toml")
    let stem = try load()
    #expect(stem.buffer.layout.frameCount == 48_000)
    #expect(largestDifference(stem.buffer.decoded, sine(441, frames: 48_000)) < 1e-5)
  }

  @Test func aLoopOfAFractionGoesRoundInItsLastFrame() throws {
    // One beat at tempo 999 is 2882.88 frames: the longest loop has 2883, the file 2883, then one of 2882 is
    // too short by more than half a frame.
    try folder.sound("a.wav", (0..<2883).map { Float($0) / 4096 }, rate: .studio)
    try folder.write("tempo = 999\nloop = \"1 beat\"\n" + BrokenSet.stem(), to: "set.toml")
    #expect(try load().buffer.decoded.last == Float(2882) / 4096)
    // Two beats are 5765.77; at tempo 990 one is 2909.09 with a longest loop of 2910, and the file has the floor.
    try folder.sound("a.wav", (0..<2909).map { Float($0 + 7) / 4096 }, rate: .studio)
    try folder.write("tempo = 990\nloop = \"1 beat\"\n" + BrokenSet.stem(), to: "set.toml")
    let stem = try load()
    #expect(stem.buffer.layout.frameCount == 2910)
    #expect(stem.buffer.sample(2908, channel: 0) == Float(2915) / 4096)
    #expect(stem.buffer.sample(2909, channel: 0) == Float(7) / 4096)
  }

  @Test func aStemLongerThanTheLoopIsExplained() throws {
    try folder.sound("a b.wav", [Float](repeating: 0, count: 1_058_752), rate: .compactDisc)
    try folder.write("loop = \"24 s\"\n" + BrokenSet.stem(file: "\"a b.wav\""), to: "set.toml")
    #expect(
      complaint()
        == "set.toml:4: stem \"a\": file: found \"a b.wav\": 1058752 frames (24.008 s), "
        + "expected 1058400 frames (24.000 s), the length of the loop. "
        + "Cut the end (or write length = \"free\", if it is meant), e.g.: sox 'a b.wav' 'a b-cut.wav' trim 0 1058400s"
    )
  }

  @Test func aStemShorterThanTheLoopIsExplained() throws {
    _ = try folder.set(["a": 1000, "b": 990])
    #expect(
      complaint(1)
        == "set.toml:8: stem \"b\": file: found \"b.wav\": 990 frames (0.021 s), "
        + "expected 1000 frames (0.021 s), the length of the loop. "
        + "Add silence (or write length = \"free\", if it is meant), e.g.: sox b.wav b-long.wav pad 0 10s")
  }

  @Test func aLoopOfLessThanAFrameIsExplained() throws {
    try folder.sound("a.wav", [0], rate: SampleRate(hertz: 96_000)!)
    try folder.write("loop = \"1 frame\"\n" + BrokenSet.stem(), to: "set.toml")
    #expect(complaint() == "set.toml:1: loop: expected at least one frame at 48000 Hz. Give a longer loop.")
  }

  @Test func lockingSaysWhatCameOfIt() throws {
    try folder.sound("a.wav", [Float](repeating: 0, count: 1000))
    try folder.write(BrokenSet.stem(), to: "set.toml")
    let stem = try load()
    // Locking the same memory again costs nothing and must answer the same.
    #expect(stem.isLocked == (mlock(stem.buffer.bytes.baseAddress!, stem.buffer.bytes.count) == 0))
  }

  @Test func whatIsConvertedFromMemorySaysSoToo() throws {
    let old = StemBuffer(frameCount: 100, channelCount: 1) { $0.initialize(repeating: 0.5) }
    let line = try #require(GridLine(numerator: 200, denominator: 1))
    let stem = try LoadedStem(
      StemIndex(3), converting: old, from: SampleRate(hertz: 24_000)!, to: .studio, line: line)
    #expect(stem.index == StemIndex(3))
    #expect(stem.buffer.layout == StemLayout(loop: 200))
    #expect(stem.isLocked == (mlock(stem.buffer.bytes.baseAddress!, stem.buffer.bytes.count) == 0))
    #expect(stem.source.sampleRate.hertz == 24_000 && stem.source.frameCount == 100)
  }

  @Test func severalAreLoadedInTheOrderAskedFor() async throws {
    let names = "abcdefghij".map(String.init)
    _ = try folder.set(Dictionary(uniqueKeysWithValues: names.map { ($0, 100) }))
    try folder.sound("c.wav", [Float](repeating: 0, count: 99))
    for (number, name) in names.enumerated() where name != "c" {
      try folder.sound(name + ".wav", [Float](repeating: Float(number), count: 100))
    }
    let set = try StemSetFile.load(folder.path)
    let wanted = [9, 2, 0, 5, 4, 3, 7, 6].map { StemIndex($0) }
    let results = await StemLoader.load(wanted, of: set, timing: try SetTiming(of: set), at: .studio)
    #expect(results.count == wanted.count)
    for (index, result) in zip(wanted, results) {
      switch result {
      case .success(let stem):
        #expect(stem.index == index)
        #expect(stem.buffer.sample(50, channel: 0) == Float(index.rawValue))
      case .failure(let problem):
        #expect(index == StemIndex(2))
        #expect(problem.field == "stem \"c\": file")
      }
    }
  }
}
