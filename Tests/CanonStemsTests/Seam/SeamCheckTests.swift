import CanonEngine
import CanonFiles
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// What a set's composer is told of loops that will not sound as they should.
@Suite struct SeamCheckTests {
  private let folder = TemporaryFolder()

  private func warnings(_ samples: [Float], _ keys: String = "") async throws -> [FileProblem] {
    try folder.sound("a.wav", samples, format: .wav16)
    try folder.write(
      "loop = \"1 s\"\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\nlength = \"free\"\n" + keys + "\n",
      to: "set.toml")
    return await seams(of: try StemSetFile.load(folder.path))
  }

  /// What is told of a set's seams.
  private func seams(of set: StemSet) async -> [FileProblem] {
    await SetRemarks.all(of: set).filter { $0.code?.hasPrefix("seam.") == true }
  }

  private func tone(_ hertz: Double, frames: Int = 48_000) -> [Float] {
    (0..<frames).map { 0.5 * Float(sin(2 * .pi * hertz * Double($0) / 48_000)) }
  }

  @Test("A loop that is right has none")
  func right() async throws {
    #expect(try await warnings(tone(440)) == [])
  }

  @Test("A click is told at the line of its file, with the step and how sharp it is")
  func click() async throws {
    let warning = try #require(try await warnings(tone(440.25)).first)
    #expect(warning.severity == .warning && warning.line == 4 && warning.code == "seam.click")
    #expect(
      warning.message
        == "\(folder.path)/set.toml:4: warning: stem \"a\": file: found \"a.wav\": a step of 0.499 from the loop's last frame to its first, "
        + "309 times as sharp as the sound beside it, expected a loop whose end leads into its start: this one clicks at each turn. "
        + "Export it again with the tail of its last notes at its start, or cut both ends where they meet.")
  }

  @Test("What plays once has no seam; of a region only its own ends count")
  func whatIsHeard() async throws {
    #expect(try await warnings(tone(440.25), "repeat = 1") == [])
    #expect(try await warnings(tone(440.25), "repeat = 2").map(\.code) == ["seam.click"])
    let silence = [Float](repeating: 0, count: 9000)
    #expect(try await warnings(silence + tone(440) + silence, "region = \"9000 .. 57000\"") == [])
    #expect(
      try await warnings(silence + tone(440) + silence, "region = \"9000 .. 56970\"").map(\.code) == [
        "seam.click"
      ])
  }

  @Test("A mean that is not 0, and samples at full scale with their frame in the file")
  func others() async throws {
    let shifted = try await warnings(tone(440).map { $0 + 0.021 })
    #expect(shifted.map(\.code) == ["seam.offset"])
    #expect(shifted[0].message.contains("a mean of 2.1 % of full scale (DC)"))
    let cut = tone(440).map { max(-1, min(1, 2.5 * $0)) }
    let clipped = try await warnings([0, 0] + cut, "region = \"2 ..\"")
    #expect(clipped.map(\.code) == ["seam.clipped"])
    // The first sample above 0.8 of the tone's height, after two frames of silence.
    let first = try #require(cut.firstIndex { $0 >= 32_766.5 / 32_768 })
    #expect(clipped[0].message.contains("cut off at full scale in 880 places, first in frame \(first + 2)"))
  }

  @Test("The six loops of the original app are right")
  func original() async throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Stems/pachelbel-canon").standardizedFileURL.path
    #expect(await seams(of: try StemSetFile.load(folder)) == [])
  }

  @Test("A file that cannot be read is passed over: it is an error elsewhere")
  func unreadable() async throws {
    _ = try await warnings(tone(440.25))
    let set = try StemSetFile.load(folder.path)
    try folder.truncate("a.wav", to: 100)
    #expect(await seams(of: set) == [])
  }
}
