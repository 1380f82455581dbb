import Testing

@testable import CanonSchedule

@Suite struct AdventTests {
  @Test(arguments: 1990...2100)
  func areTheFourSundaysBeforeChristmasDay(year: Int) {
    // Walk back from 24 December over every day, asking Sakamoto's rule for Sundays.
    var sundays: [String] = []
    var (month, day) = (12, 24)
    while sundays.count < 4 {
      if sakamotoWeekday(year, month, day) == 0 {
        sundays.insert("\(year)-\(month)-\(day < 10 ? "0" : "")\(day)", at: 0)
      }
      day -= 1
      if day == 0 { (month, day) = (11, 30) }
    }
    #expect((1...4).map { Advent.sunday($0, of: year).description } == sundays)
  }

  @Test(arguments: [2017, 2023, 2028, 2034])
  func theFourthMayBeChristmasEve(year: Int) {
    #expect(Advent.sunday(4, of: year).description == "\(year)-12-24")
  }

  @Test(arguments: [2016, 2022, 2033])
  func theFirstMayBe27November(year: Int) {
    #expect(Advent.sunday(1, of: year).description == "\(year)-11-27")
  }

  @Test(arguments: [2016, 2022, 2033])
  func whenChristmasDayIsASundayItIsNotAdvent(year: Int) {
    #expect(Advent.sunday(4, of: year).description == "\(year)-12-18")
  }

  @Test func ruleGivesTheDatesOfTheOriginal() throws {
    let schedule = try schedule(
      """
      time_zone = "Asia/Tokyo"
      year = 2015
      [doors]
      violin-a = "advent 1"
      violin-b = "advent 2"
      violin-c = "advent 3"
      violin-d = "advent 4"
      violin-e = "12-24"
      """)
    let dates = try schedule.doors.map { try schedule.opening(of: $0.stemID, at: "2015-01-01") }
    #expect(dates == ["2015-11-29", "2015-12-06", "2015-12-13", "2015-12-20", "2015-12-24"])
  }

  @Test func twoDoorsOfOneDayOpenTogether() throws {
    let schedule = try everyYear()
    #expect(try schedule.openDoors(at: "2023-12-23T23:59:59") == "a b c")
    #expect(try schedule.openDoors(at: "2023-12-24") == "a b c d e")
  }

  /// Sakamoto's day of the week, 0 for Sunday: tables and counting unlike the code under test.
  private func sakamotoWeekday(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][month - 1]
    let y = month < 3 ? year - 1 : year
    return (y + y / 4 - y / 100 + y / 400 + shift + day) % 7
  }
}
