import Testing

@testable import CanonSchedule

@Suite struct AsOfTests {
  @Test(arguments: [
    ("2026-12-06", "2026-12-06T00:00:00+09:00"), ("2026-12-06T18:00", "2026-12-06T18:00:00+09:00"),
    ("2026-12-06 18:00", "2026-12-06T18:00:00+09:00"), ("2026-12-06T18:00:30", "2026-12-06T18:00:30+09:00"),
    ("2026-12-06T18:00Z", "2026-12-07T03:00:00+09:00"),
    ("2026-12-06T18:00:30-05:30", "2026-12-07T08:30:30+09:00"),
  ])
  func readsDatesAndTimes(text: String, iso: String) throws {
    #expect(try Zone("Asia/Tokyo").isoText(instant(text, "Asia/Tokyo")) == iso)
  }

  @Test(arguments: [
    "", " ", "2026", "2026-12", "2026-12-6", "26-12-06", "2026-12-06 ", " 2026-12-06", "2026-12-06T",
    "2026-12-06T18",
    "2026-12-06T18:0", "2026-12-06T18:00:", "2026-12-06T18:00+9", "2026-12-06T18:00+0900", "2026-12-06Z",
    "2026-12-06T18:00Zz", "2026/12/06", "tomorrow", "２０２６-12-06", "+2026-12-06", "2026-12-06T-1:00",
  ])
  func refusesWhatIsNotWrittenSo(text: String) {
    let problem = #expect(throws: AsOf.Problem.self) { try instant(text, "UTC") }
    #expect(
      problem?.message
        == """
        found "\(text)", expected a date as 2026-12-06, a time as 2026-12-06T18:00, or with an \
        offset as 2026-12-06T18:00+09:00. Write digits in just these places.
        """)
  }

  @Test(arguments: [
    ("2026-11-31", "a day from 01 to 30. 2026-11 has no other days; correct the day."),
    ("2026-02-29", "a day from 01 to 28. 2026-02 has no other days; correct the day."),
    ("2026-13-01", "a month from 01 to 12. Write year, month, day: 2026-12-06."),
    ("0026-12-06", "a year from 1900 to 9999. Correct the year."),
    ("2026-12-06T24:00", "a time from 00:00:00 to 23:59:59. Midnight is 00:00 of the day that it begins."),
    ("2026-12-06T23:59:60", "a time from 00:00:00 to 23:59:59. Midnight is 00:00 of the day that it begins."),
    ("2026-12-06T18:00+24:00", "an offset from -23:59 to +23:59. Correct the offset."),
  ])
  func refusesWhatDoesNotExist(text: String, expected: String) {
    let problem = #expect(throws: AsOf.Problem.self) { try instant(text, "UTC") }
    #expect(problem?.message == "found \"\(text)\", expected \(expected)")
  }
}
