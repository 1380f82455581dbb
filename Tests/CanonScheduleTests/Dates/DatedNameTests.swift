import Testing

@testable import CanonSchedule

/// Names of files that begin with a day.
@Suite struct DatedNameTests {
  @Test(
    "The day, and the name after it",
    arguments: [
      ("2026-12-06_alto.wav", "2026-12-06", "alto.wav"), ("2026-12-06-alto.wav", "2026-12-06", "alto.wav"),
      ("2026-12-06 Alto 2.flac", "2026-12-06", "Alto 2.flac"),
      ("2028-02-29_schön.wav", "2028-02-29", "schön.wav"), ("2026-12-06_", "2026-12-06", ""),
    ])
  func names(name: String, date: String, rest: String) throws {
    let dated = try #require(try DatedName(name))
    #expect(dated.date.description == date && dated.rest == rest)
  }

  @Test(
    "Other names are not meant so",
    arguments: [
      "alto.wav", "2026.wav", "2026-take.wav", "96-12.wav", "", "20261206_alto.wav", "２０２６-12-06_a.wav",
    ])
  func others(name: String) throws { #expect(try DatedName(name) == nil) }

  @Test(
    "A day that the calendar does not have, or that is written otherwise, is told",
    arguments: [
      ("2026-02-30_alto.wav", .day(year: 2026, month: 2)), ("2026-13-06_alto.wav", .month(13)),
      ("2026-12-00_alto.wav", .day(year: 2026, month: 12)),
      ("2027-02-29_alto.wav", .day(year: 2027, month: 2)),
      ("1026-12-06_alto.wav", .year(1026)), ("2026-12-6_alto.wav", .form), ("2026-12-06alto.wav", .form),
      ("2026-12-06", .form), ("2026-12-06.wav", .form), ("2026-12_alto.wav", .form),
    ] as [(String, DateText.Slip)])
  func slips(name: String, slip: DateText.Slip) {
    #expect(throws: slip) { try DatedName(name) }
  }
}
