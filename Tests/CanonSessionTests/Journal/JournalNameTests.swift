import CanonSchedule
import CanonSession
import Testing

/// A service that starts again and again writes a journal for each start.
@Suite struct JournalNameTests {
  @Test(
    "A moment is put into the name",
    arguments: [
      ("evening-%Y-%m-%d.journal", "evening-2026-01-02.journal"),
      ("%H%M%S", "030405"), ("/a b/%d/%%Y", "/a b/02/%Y"), ("100%", "100%"), ("%q%é", "%q%é"),
      ("plain", "plain"),
      ("", ""),
    ])
  func dated(name: String, expected: String) throws {
    let day = try #require(LocalDate(year: 2026, month: 1, day: 2))
    let moment = try #require(LocalDateTime(date: day, hour: 3, minute: 4, second: 5))
    #expect(JournalName.dated(name, at: moment) == expected)
  }
}
