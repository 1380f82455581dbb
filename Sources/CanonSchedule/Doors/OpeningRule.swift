/// When a door opens (or shuts): a moment that is written down, or a day that is computed for a year.
public enum OpeningRule: Hashable, Sendable {
  /// The first moment of a day in the schedule's zone.
  case date(LocalDate)
  /// A wall-clock time in the schedule's zone.
  case dateTime(LocalDateTime)
  /// A date-time with an offset: the same moment everywhere.
  case instant(Instant)
  /// The first moment of a Sunday of Advent, 1...4.
  case advent(Int)
  /// The first moment of a day that comes every year.
  case dayOfYear(DayOfYear)

  /// The years that a file or a command line can name: earlier ones are probably typing errors.
  public static let years = 1900...9999

  /// Whether the moment depends on a year that the rule does not name.
  public var isComputed: Bool {
    switch self {
    case .date, .dateTime, .instant: false
    case .advent, .dayOfYear: true
    }
  }

  /// The day of a computed rule in a year; nil for the others.
  func date(in year: Int) -> LocalDate? {
    switch self {
    case .advent(let number): Advent.sunday(number, of: year)
    case .dayOfYear(let day): day.date(in: year)
    case .date, .dateTime, .instant: nil
    }
  }

  /// The moment of a rule; `year` matters only for computed rules.
  func instant(in year: Int, zone: Zone) -> Instant {
    switch self {
    case .date(let date): zone.firstInstant(of: date)
    case .dateTime(let dateTime): zone.firstInstant(of: dateTime)
    case .instant(let instant): instant
    case .advent(let number): zone.firstInstant(of: Advent.sunday(number, of: year))
    case .dayOfYear(let day): zone.firstInstant(of: day.date(in: year))
    }
  }

  /// The rule in the form of a schedule file, an instant in the given zone: `2026-12-06`, `advent 1`, `12-24`.
  public func text(in zone: Zone) -> String {
    switch self {
    case .date(let date): date.description
    case .dateTime(let dateTime): dateTime.description
    case .instant(let instant): zone.isoText(instant)
    case .advent(let number): "advent \(number)"
    case .dayOfYear(let day): day.description
    }
  }
}
