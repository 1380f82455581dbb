import CanonFiles

/// Why a file that names a day is no stem.
package enum DatedAdvice: FileAdvice {
  case form
  /// What has the id already: a file of the folder, or nil for the set.
  case sameID(String, as: String?)
  /// A day of another year than the schedule's.
  case otherYear(day: String, year: Int)
  /// A day between two seasons; the first day of the next one.
  case betweenSeasons(day: String, next: String)
  /// The stem that has the same bytes.
  case sameBytes(as: String)
  /// The set or the schedule writes its stems or doors in one line.
  case inOneLine

  package var code: String? { Self.code("dated", self) }

  package var words: Advice {
    switch self {
    case .form:
      Advice(
        expected: "a day and a name, as 2026-12-06_alto.wav",
        remedy: "Rename it: year, month, day, an underscore, and the name of the stem.")
    case .sameID(let id, let file):
      Advice(
        found: "the stem \(CleanText.quote(id)), which "
          + (file.map { "\(CleanText.quote($0)) is already" } ?? "the set has already"),
        expected: "a name of its own", remedy: "Give the file another name after the day.")
    case .otherYear(let day, let year):
      Advice(
        found: day, expected: "a day of \(year), the year of the schedule",
        remedy: "Correct the day in the name, or the year of the schedule.")
    case .betweenSeasons(let day, let next):
      Advice(
        found: "\(day), which is between two seasons of the schedule",
        expected: "a day of a season; the next one after it begins on \(next)",
        remedy: "Correct the day in the name.")
    case .sameBytes(let id):
      Advice(
        found: "a copy of the file of \(CleanText.quote(id))",
        expected: "a sound of its own: what is locked belongs to one stem",
        remedy: "Remove one of the two files.")
    case .inOneLine:
      Advice(
        found: "stems or doors in one line, to which canon cannot add any",
        expected: "a table [[stem]] for each stem of the set, and a line below [doors] for each door",
        remedy: "Write them so, or remove watch = true.")
    }
  }
}
