/// The Sundays of Advent: the four Sundays strictly before 25 December.
///
/// If the 24th is a Sunday (2017, 2023, 2028, 2034) it is the fourth.
public enum Advent {
  /// The Sunday with this number.
  /// - Parameters:
  ///   - number: 1 (27 November to 3 December) to 4 (18 to 24 December).
  ///   - year: 1...9999
  public static func sunday(_ number: Int, of year: Int) -> LocalDate {
    let eve = LocalDate(dayNumber: LocalDate.dayNumber(year: year, month: 12, day: 24))
    let fourth = eve.dayNumber - eve.weekday
    return LocalDate(dayNumber: fourth - (4 - number) * 7)
  }
}
