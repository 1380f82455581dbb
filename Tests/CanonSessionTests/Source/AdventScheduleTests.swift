import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// The Advent calendar that canon writes for the stems of a folder.
@Suite struct AdventScheduleTests {
  private func schedule(_ count: Int) throws -> Schedule {
    try ScheduleFile.parse(
      path: "/f/advent.toml", text: AdventSchedule.text(for: (1...count).map { "stem-\($0)" }))
  }

  @Test("Up to five stems open on the Sundays of Advent and on Christmas Eve")
  func few() throws {
    #expect(
      AdventSchedule.text(for: ["a", "long-name"]).hasSuffix(
        "[doors]\na         = \"advent 1\"\nlong-name = \"advent 2\"\n"))
    #expect(AdventSchedule.text(for: ["a", "b", "c", "d", "e"]).hasSuffix("e = \"12-24\"\n"))
  }

  @Test(
    "Every number of stems has a schedule that can be read, whose last door opens on Christmas Eve",
    arguments: [1, 5, 6, 23, 24, 25, 100])
  func many(count: Int) throws {
    let schedule = try schedule(count)
    #expect(schedule.doors.map(\.stemID) == (1...count).map { "stem-\($0)" })
    let text = AdventSchedule.text(for: (1...count).map { "stem-\($0)" })
    if count > 5 {
      #expect(text.contains("\"12-01\"") && text.contains("stem-\(count) ") && text.hasSuffix("\"12-24\"\n"))
    }
  }
}
