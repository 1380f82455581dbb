import CanonFiles
import CanonSchedule
import CanonSession
import Glibc
import Testing

@testable import CanonControl
@testable import CanonSession

/// What canon says of its journal and of the saved performance.
@Suite struct DiskNoteTests {
  private static let full = JournalProblem(path: "e.journal", error: DiskError(code: ENOSPC))
  private static let reason = "no space left on the device"

  private func text(_ note: Note) -> String { Language.english.wording.note(note) }

  @Test(
    "Notes about the journal",
    arguments: [
      (
        .taken("e.journal", path: "e-2.journal"),
        "The journal e.journal exists and stays as it is. This performance is written to e-2.journal."
      ),
      (
        .waits(full),
        "The journal e.journal cannot be written: REASON. Its lines wait in memory; canon tries again every second."
      ),
      (.goesOn(path: "e.journal"), "The journal e.journal is written again; no line is missing."),
      (.incomplete(full, lines: 1), "The journal e.journal lacks its last line: REASON."),
      (.incomplete(full, lines: 7), "The journal e.journal lacks its last 7 lines: REASON."),
      (
        .notOnDisk(full),
        "The last lines of the journal e.journal may not survive a power cut: REASON. Check the disk."
      ),
      (
        .ended(full),
        "The journal ends here: the journal e.journal cannot be written: REASON. Expected a place for a new file; name another with --journal."
      ),
    ] as [(JournalNews, String)])
  func journal(news: JournalNews, sentence: String) {
    let reason = English().disk(Self.full.error)
    #expect(reason.lowercased().contains("no space left") || reason.contains("full"))
    #expect(text(.journal(news)) == sentence.replacing("REASON", with: reason))
  }

  private func last() throws -> EveningNews.LastPlayed {
    let zone = try Zone("Asia/Tokyo")
    return EveningNews.LastPlayed(try AsOf.parse("2026-12-06T20:00", zone: zone), zone)
  }

  @Test("A performance that goes on is told with its pause and its stems")
  func resumed() throws {
    let last = try last()
    #expect(
      text(.evening(.resumed(last, away: 90.25, stems: ["cello", "violin-a"])))
        == "The saved performance of 2026-12-06 20:00 (Asia/Tokyo) goes on, 90.3 s later, in phase: cello, violin-a."
    )
    #expect(
      text(.evening(.resumed(last, away: 0, stems: []))).hasSuffix(", 0.0 s later, in phase; no stem sounds.")
    )
    #expect(
      text(.evening(.resumed(last, away: nil, stems: ["cello"])))
        == "The saved performance of 2026-12-06 20:00 (Asia/Tokyo) goes on from where it was then: cello.")
    #expect(
      text(.evening(.leftOut(["a", "b"])))
        == "No longer in the set, and therefore left out of the saved performance: a, b.")
  }

  @Test("A start from the beginning has its reason, and what is to be done if it was not meant")
  func fresh() throws {
    let last = try last()
    let day = "2026-12-06 20:00 (Asia/Tokyo)"
    #expect(
      text(.evening(.fresh(.none)))
        == "There is no saved performance to go on with: none of this source and name has been played, or it ended with \"quit\". "
        + "The music starts from the beginning.")
    #expect(
      text(.evening(.fresh(.tooOld(last))))
        == "The saved performance, of \(day), is more than 24 hours old. The music starts from the beginning."
    )
    #expect(
      text(.evening(.fresh(.notRequested(last, path: "/e.before"))))
        == "The music starts from the beginning: the saved performance of \(day) continues only with --resume. It is kept in /e.before. "
        + "To continue it, end canon, remove \".before\" from the name of the file, and start canon with --resume."
    )
    let problem = FileProblem(file: "e", EveningAdvice.end)
    #expect(
      text(.evening(.fresh(.unusable(problem))))
        == "The music starts from the beginning, because the saved performance cannot be read. \(problem.text(.english))"
    )
  }

  @Test("A performance that cannot be saved, or is another canon's, is told")
  func notKept() {
    let problem = EveningProblem(path: "/s", error: DiskError(code: ENOSPC))
    #expect(
      text(.evening(.notKept(problem)))
        == "The performance cannot be saved in /s: \(English().disk(problem.error)). If canon ends without a \"quit\", it can continue only "
        + "what was written before. Make room there, or set XDG_STATE_HOME to a folder that can be written.")
    #expect(text(.evening(.shared)).hasPrefix("Another canon of this name plays the same source"))
  }

  @Test(
    "What is wrong with the file of a performance is told with what was expected; it is not used, and is replaced",
    arguments: [
      (EveningAdvice.version, "a saved performance of version 1, which this canon writes"),
      (.line, "a line as canon writes it"), (.end, "\"end\" as the last line"),
      (
        .missing,
        "the time, the rate, the position, and everything else that every saved performance has, within range"
      ),
      (
        .owner(Evening.Owner(source: "/a b.toml", name: "canon-2")),
        "the performance of \"/a b.toml\", played as \"canon-2\""
      ),
    ])
  func evening(advice: EveningAdvice, expected: String) {
    let problem = FileProblem(file: "e", line: 3, advice)
    #expect(
      problem.text(.english)
        == "e:3: expected \(expected). Nothing of it is used, and the next performance that is saved replaces it."
    )
    #expect(problem.code?.hasPrefix("evening.") == true)
  }
}
