import CanonLiveSupport
import CanonTestSupport
import Foundation
import Testing

/// What was played once sounds the same for ever: journals that older canons wrote while they played on a server, and
/// a score, each with the SHA-256 of the file that the canon of 2026-11-22 rendered from it (`--period 256`).
///
/// 1-plain and 1-evening were written by the first version of the format, 2-plain and 2-evening by the second, before
/// pauses, fades of stems and panics, which are in 2-stage. An evening has doors: one by date that is open, one that is
/// shut, one that needs another stem.
@Suite struct OldJournalsTests {
  private let set: FullSet

  init() throws { set = try FullSet() }

  private static let evening = """
    title     = "An evening of 2026"
    set       = "."
    time_zone = "Europe/Berlin"
    year      = 2026

    [doors]
    organ    = 2026-11-21
    violin-b = "12-24"
    flute    = { needs = ["drum"] }
    """

  @Test(
    "A journal of an older canon is rendered to the bits of its day",
    arguments: [
      ("1-plain", "f24dda2a58ec99fd3495e88d482a5ead7aa9fe54637eb1797226c35e66f48ccd"),
      ("1-evening", "6fc72ab28a370988da06c69ebbde0d904fee13d94c2343918e5396e125ecce4f"),
      ("2-plain", "3c67b54dd2d6e89709564cec6c447cb2c859f7795548e387841667bb8fb4a4f5"),
      ("2-evening", "5bbea5cd2c2035b72f50af8abbc3f26f43862c8ef1e29aa6547732e79c2748c3"),
      ("2-stage", "d6056ce7470f26915de69b2b66d48ebaa748826cbe81428b17f70f76ef8a6121"),
    ])
  func journal(name: String, checksum: String) throws {
    let recorded = projectFolder.appending(path: "Tests/CanonCommandTests/Render/Journals/\(name).journal")
    let source =
      name.hasSuffix("evening") ? try set.folder.write(Self.evening, to: "evening.toml") : set.path
    let text = try String(contentsOf: recorded, encoding: .utf8).replacing("SOURCE", with: source)
    #expect(try rendered(set.folder.write(text, to: "old.journal"), of: source) == checksum)
  }

  @Test("A score is rendered to the bits of its day")
  func score() throws {
    let score = try set.folder.write(FullSet.score, to: "old.score")
    #expect(
      try rendered(score, of: set.path) == "4b54eedfb9cddca8edda1b0dceb711afcaa9465b7aace871deefe401c9182083")
  }

  /// The SHA-256 of what canon renders.
  private func rendered(_ score: String, of source: String) throws -> String? {
    let file = set.folder.file("old.wav")
    let canon = try Canon("render", source, "--score", score, "-o", file, "--period", "256")
    #expect(canon.status == 0, "\(canon.errors)")
    let sum = try CanonProcess.run([file], executable: "/usr/bin/sha256sum")
    return sum.output.first?.split(separator: " ").first.map(String.init)
  }
}
