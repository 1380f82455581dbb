/// The text of an Advent calendar for the stems of a set.
public enum AdventSchedule {
  /// - Parameter stems: The ids of the stems behind doors; not empty.
  /// - Returns: A schedule for the `set.toml` in its own folder.
  public static func text(for stems: [String]) -> String {
    let width = stems.map(\.utf8.count).max() ?? 0
    let lines = zip(stems, conditions(stems.count)).map { stem, condition in
      stem + String(repeating: " ", count: width - stem.utf8.count) + " = \"\(condition)\""
    }
    return """
      # An Advent calendar to listen to, for every year: each door opens one stem. Documentation/Formats.md describes every key.

      set       = "."
      time_zone = "local"             # the zone of the computer that plays; or a place, as "Europe/Berlin"
      year      = "every"             # or one year, as 2026: then the doors stay open for good

      [doors]
      \(lines.joined(separator: "\n      ").replacing("\n      ", with: "\n"))

      """
  }

  /// Up to five stems: the Sundays of Advent and Christmas Eve. More: spread from the first of December to Christmas Eve, which is
  /// always the last day.
  private static func conditions(_ count: Int) -> [String] {
    if count <= 5 { return (1...count).map { $0 == 5 ? "12-24" : "advent \($0)" } }
    return (0..<count).map { index in
      let day = 1 + (index * 23) / (count - 1)
      return "12-" + (day < 10 ? "0\(day)" : "\(day)")
    }
  }
}
