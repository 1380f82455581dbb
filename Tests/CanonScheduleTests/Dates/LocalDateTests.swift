import Foundation
import Testing

@testable import CanonSchedule

@Suite struct LocalDateTests {
  @Test(arguments: [
    (2026, 2, 29), (2026, 11, 31), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0), (2026, 1, 32), (1900, 2, 29),
    (0, 1, 1), (10_000, 1, 1),
  ])
  func daysThatAreNotInTheCalendarAreRefused(year: Int, month: Int, day: Int) {
    #expect(LocalDate(year: year, month: month, day: day) == nil)
  }

  @Test(arguments: [(2024, 2, 29), (2000, 2, 29), (2026, 12, 31), (1, 1, 1), (9999, 12, 31)])
  func daysOfTheCalendarAreTaken(year: Int, month: Int, day: Int) {
    #expect(LocalDate(year: year, month: month, day: day) != nil)
  }

  @Test(arguments: [(24, 0, 0), (0, 60, 0), (0, 0, 60), (-1, 0, 0)])
  func timesThatNoDayHasAreRefused(hour: Int, minute: Int, second: Int) throws {
    let date = try #require(LocalDate(year: 2026, month: 12, day: 6))
    #expect(LocalDateTime(date: date, hour: hour, minute: minute, second: second) == nil)
  }

  @Test func dayNumbersAgreeWithFoundationForFourCenturies() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    for number in stride(from: -62_000, to: 84_100, by: 13) {  // 1800 to 2200
      let date = LocalDate(dayNumber: number)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(number) * 86_400))
      #expect([parts.year, parts.month, parts.day] == [date.year, date.month, date.day])
      #expect(parts.weekday == date.weekday + 1)
      #expect(date.dayNumber == number)
    }
  }

  @Test func datesAreWrittenWithLeadingZeros() throws {
    let date = try #require(LocalDate(year: 987, month: 6, day: 5))
    let evening = try #require(LocalDateTime(date: date, hour: 8, minute: 7))
    #expect(date.description == "0987-06-05")
    #expect(evening.description == "0987-06-05 08:07")
  }

  @Test func instantsOutsideTheCalendarAreItsEnds() throws {
    let zone = try Zone("UTC")
    #expect(zone.text(Instant(secondsSince1970: .infinity)) == "9999-12-31 23:59:59")
    #expect(zone.text(Instant(secondsSince1970: -.infinity)) == "0001-01-01")
    #expect(zone.text(Instant(secondsSince1970: .nan)) == "0001-01-01")
  }
}
