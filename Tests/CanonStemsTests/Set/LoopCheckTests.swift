import CanonEngine
import CanonFiles
import CanonStemsSupport
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// What `canon check` says of the loops that sound files name.
@Suite struct LoopCheckTests {
  private let folder = TemporaryFolder()

  private func remarks(_ loop: Range<Int>?, _ keys: String = "") throws -> [FileProblem] {
    try folder.sound("a.wav", [Float](repeating: 0, count: 48_000))
    if let loop { try SamplerChunk.name(loop, inWAV: folder["a.wav"]) }
    try folder.write("loop = \"1 s\"\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\n" + keys + "\n", to: "set.toml")
    return LoopCheck.remarks(of: try StemSetFile.load(folder.path))
  }

  private func message(_ problem: FileProblem?) -> String? {
    problem?.message.replacing(folder.path + "/", with: "")
  }

  @Test("A file without loop points, or with a loop of all of it, leaves nothing to say")
  func nothing() throws {
    #expect(try remarks(nil) == [])
    #expect(try remarks(0..<48_000) == [] && remarks(0..<47_999) == [])
  }

  @Test("A loop that plays is a note at the line of the file, with the way to keep it and the way back")
  func used() throws {
    let note = try #require(try remarks(480..<24_480).first)
    #expect(note.severity == .note && note.code == "loop-points.used")
    #expect(
      message(note)
        == "set.toml:4: note: stem \"a\": file: found \"a.wav\": loop points 480 .. 24480 (smpl chunk), and no region, so the stem loops "
        + "24000 frames (0.500 s), expected a region if that is not its loop. Write e.g. region = \"0 ..\" for all of the file, "
        + "or region = \"480 .. 24480\" to keep this loop.")
  }

  @Test("A region that says something else is a note; the same region is none")
  func overridden() throws {
    let note = try #require(try remarks(480..<24_480, "region = \"0 ..\"").first)
    #expect(note.severity == .note && note.code == "loop-points.overridden")
    #expect(
      message(note)
        == "set.toml:4: note: stem \"a\": file: found \"a.wav\": loop points 480 .. 24480 (smpl chunk), and \"0 ..\", which counts, "
        + "expected the same loop in both. Remove the region if the file is right.")
    #expect(try remarks(480..<24_480, "region = \"480 .. 24480\"") == [])
    #expect(try remarks(480..<24_480, "region = \"0.01 s .. 0.51 s\"") == [])
  }

  @Test("A loop outside of the file or without a frame is a warning, and ignored")
  func ignored() throws {
    let warning = try #require(try remarks(480..<48_001).first)
    #expect(warning.severity == .warning && warning.code == "loop-points.ignored")
    #expect(
      message(warning)
        == "set.toml:4: warning: stem \"a\": file: found \"a.wav\": loop points 480 .. 48001 (smpl chunk), expected a start before the end, "
        + "and both inside the file, which has 48000 frames (1.000 s). The loop points are ignored. Correct them, or write a region, "
        + "e.g. region = \"0 ..\" for all of the file.")
    #expect(try remarks(480..<480).map(\.code) == ["loop-points.ignored"])
    #expect(try remarks(480..<48_001, "region = \"0 ..\"") == [], "the set says what is meant")
  }

  @Test(
    "Without a set file the loop that plays is told as the file's; a set file that was written by canon new is its own word"
  )
  func assumed() throws {
    _ = try remarks(480..<24_480)
    try FileManager.default.removeItem(atPath: folder["set.toml"])
    let note = try #require(LoopCheck.remarks(of: try StemSetFile.load(folder.path)).first)
    #expect(note.code == "loop-points.used" && note.line == nil)
    try folder.write(AssumedSet(folder: folder.path).text, to: "set.toml")
    #expect(LoopCheck.remarks(of: try StemSetFile.load(folder.path)) == [])
  }

  @Test("They are among all remarks of a set")
  func all() async throws {
    _ = try remarks(480..<24_480)
    #expect(await SetRemarks.all(of: try StemSetFile.load(folder.path)).map(\.code) == ["loop-points.used"])
  }
}
