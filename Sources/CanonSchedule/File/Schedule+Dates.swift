import CanonFiles

/// The doors of files that name the day of their own door.
extension Schedule {
  /// The schedule with more doors, each of which opens on a day.
  ///
  /// They stand at the end of its text, so that the text alone says what was played.
  /// - Parameter dates: The days, by the ids of stems without a door.
  /// - Throws: If no table can be added to the text: its doors stand in braces.
  package func adding(_ dates: [(stemID: String, date: LocalDate)]) throws(FileProblems) -> Schedule {
    if dates.isEmpty { return self }
    let text = dates.reduce(text) { "\($0)\n[doors.\($1.stemID)]\nopens = \($1.date)\n" }
    return try ScheduleFile.parse(path: path, text: text)
  }

  /// Whether a date belongs to the year of this schedule, or of ``Year/every`` to one of its seasons. Without computed doors there are
  /// no seasons, and every date does.
  package func isInSeason(_ date: LocalDate) -> Bool {
    if case .fixed(let year) = year { return date.year == year }
    if case .between = season(at: zone.firstInstant(of: date)) { return false }
    return true
  }
}
