import CanonEngine
import CanonSchedule
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// The title, the day and the range of stems in one line.
@Suite struct TitleLineTests {
  @Test("The day is told in fewer and fewer words")
  func day() throws {
    let view = try Stage.usual().view
    func row(_ columns: Int) -> String {
      shownText(
        TitleLine(context: DrawingContext(view, columns: columns), showsAlert: false, range: nil).row())
    }
    #expect(row(80).hasSuffix("Sunday 2026-12-20 12:00:41 (Asia/Tokyo)"))
    #expect(row(50).hasSuffix("  Sunday 2026-12-20 12:00:41"))
    #expect(row(40).hasSuffix("  Sunday 2026-12-20 12:00:41"))
    #expect(row(36).hasSuffix("  2026-12-20 12:00:41") && !row(36).contains("Sunday"))
    #expect(row(24).hasSuffix(" 12:00:41") && !row(24).contains("2026"))
  }

  @Test func theRangeIsLeftOutWhereTheTitleNeedsTheRoom() throws {
    let view = try Stage.usual().view
    func row(_ columns: Int) -> String {
      shownText(
        TitleLine(context: DrawingContext(view, columns: columns), showsAlert: false, range: "1–2 of 64")
          .row())
    }
    #expect(row(40).contains("  1–2 of 64  "))
    #expect(!row(14).contains("of 64"))
    for columns in 5...60 {
      #expect(DisplayWidth.width(row(columns)) <= columns, "\(columns): \(row(columns))")
    }
  }
}
