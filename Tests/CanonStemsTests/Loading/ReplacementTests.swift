import CanonEngine
import CanonFiles
import CanonTestSupport
import Testing

@testable import CanonStems

/// Another file in the place of a stem's own, while the engine runs.
@Suite struct ReplacementTests {
  let folder = TemporaryFolder()

  /// A set of two stems, of 1000 and 1500 frames.
  private func set() throws -> StemSet {
    try folder.sound("a.wav", [Float](repeating: 0, count: 1000))
    try folder.sound("b.wav", [Float](repeating: 0, count: 1500))
    try folder.write(BrokenSet.stem() + "[[stem]]\nid = \"b\"\nfile = \"b.wav\"\n", to: "set.toml")
    return try StemSetFile.load(folder.path)
  }

  private func load(_ file: String?, _ number: Int = 1, from configuration: EngineConfiguration? = nil) throws
    -> LoadedStem
  {
    let set = try set()
    return try StemLoader.load(
      StemIndex(number), file: file, of: set, timing: SetTiming(of: set), at: .studio,
      configuration: configuration)
  }

  private func complaint(_ file: String?, from configuration: EngineConfiguration? = nil) -> String? {
    #expect(throws: FileProblem.self) { try load(file, from: configuration) }?
      .message.replacing(folder.path + "/", with: "")
  }

  @Test func aFileOfTheSameLengthTakesThePlace() throws {
    try folder.sound("c.wav", [Float](repeating: 0.5, count: 3000), channels: 2)
    let stem = try load("c.wav")
    #expect(stem.index == StemIndex(1))
    #expect(stem.buffer.layout == StemLayout(loop: 1500))
    #expect(stem.buffer.decoded.allSatisfy { $0 == 0.5 })
    #expect(stem.source.channelCount == 2)
  }

  @Test func anotherRateIsFineWhenItLastsAsLong() throws {
    try folder.sound("c.wav", [Float](repeating: 0.5, count: 750), rate: SampleRate(hertz: 24_000)!)
    #expect(try load("c.wav").buffer.layout == StemLayout(loop: 1500))
  }

  @Test func anotherLengthIsExplained() throws {
    try folder.sound("c.wav", [Float](repeating: 0.5, count: 1501))
    #expect(
      complaint("c.wav")
        == "set.toml: stem \"b\": file: found \"c.wav\": 1501 frames (0.031 s), expected 1500 frames (0.031 s), "
        + "the length of the stem's loop. Give another file; a stem keeps its length while it plays.")
  }

  /// The stem's own file may have changed since the engine was made.
  @Test func theEnginesLengthCounts() throws {
    let set = try set()
    var configuration = try set.engineConfiguration(timing: SetTiming(of: set), at: .studio)
    #expect(try load(nil, from: configuration).buffer.layout.loop == 1500)
    configuration.stems[1].line = GridLine(numerator: 1400, denominator: 1)
    #expect(
      complaint(nil, from: configuration)?.hasPrefix("set.toml:7: stem \"b\": file: found \"b.wav\": 1500")
        == true)
    configuration.stems[1].line = nil
    #expect(complaint(nil, from: configuration)?.contains("expected 1000 frames") == true)
    // 1404 frames are 1289.925 at the file's rate.
    try folder.sound("c.wav", [Float](repeating: 0, count: 1500), rate: .compactDisc)
    configuration.stems[1].line = GridLine(numerator: 1404, denominator: 1)
    #expect(complaint("c.wav", from: configuration)?.contains("expected 1290 frames (0.029 s)") == true)
  }

  @Test func itHasToLieInTheFolder() {
    #expect(
      complaint("../c.wav")
        == "set.toml: stem \"b\": file: found \"../c.wav\", expected a file below the set's folder, links resolved. "
        + "Put the file into the folder of the set.")
    #expect(complaint("/etc/passwd")?.contains("expected a path relative to the set's folder") == true)
    #expect(complaint("")?.contains("expected the name of a sound file") == true)
    #expect(complaint("none.wav")?.contains("found \"none.wav\": no such file") == true)
  }
}
