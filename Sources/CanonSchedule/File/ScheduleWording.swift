import CanonFiles

typealias Advice = CanonFiles.Advice

/// The wording of all problems of schedule files.
enum ScheduleWording {
  static func sentence(found: String, _ advice: Advice) -> String {
    "found \(found), expected \(advice.expected). \(advice.remedy)"
  }

  static func quote(_ text: String) -> String { CleanText.quote(text) }

  static func nearest(to word: String, among candidates: [String]) -> String? {
    Suggestion.nearest(to: word, among: candidates)
  }

  // MARK: - The head of a schedule

  static let set = Advice(
    expected: "the set's folder, as seen from the schedule's folder",
    remedy: "Write for example set = \"../Stems/pachelbel-canon\".")
  static let setFromFolder = Advice(
    expected: "a path that starts in the schedule's folder",
    remedy: "Write it from there; use .. to go up one folder.")
  static let setUnclean = Advice(
    expected: "a path without control characters or marks of text direction", remedy: "Retype the path.")
  static let title = Advice(
    expected: "a text in quotes", remedy: "Write for example title = \"Advent 2026\", or remove the line.")
  static let zone = Advice(
    expected: "the zone of the dates, as \"Europe/Berlin\", or \"local\" for this machine's",
    remedy: "Write for example time_zone = \"Europe/Berlin\" above the doors.")
  static let year = Advice(
    expected: "a year from \(OpeningRule.years.lowerBound) to \(OpeningRule.years.upperBound), or \"every\"",
    remedy: "Write year = 2026 (without quotes) or year = \"every\".")
  static let yearForRule = Advice(
    expected: "a year for this rule",
    remedy: "Write year = 2026 or year = \"every\" above the doors.")
  static let seasonEnds = Advice(
    expected: "a day of the year in quotes, month first, as \"02-02\"",
    remedy:
      "Write for example season_ends = \"02-02\", or remove the line: the season then ends on 2 February.")
  static let seasonOfOneYear = Advice(
    expected: "season_ends together with year = \"every\" only",
    remedy: "Remove the line; give a door that should shut again an until.")
  static func seasonEndsAmongDoors(_ door: String) -> Advice {
    Advice(
      expected: "a day after the last door of a season and before the first of the next",
      remedy: "Choose another day: the door \(quote(door)) may open then.")
  }
  static let opensAtSeasonEnd = Advice(
    expected: "another day than the end of the season, which is \"\(DayOfYear.candlemas)\" unless you say so",
    remedy: "Write for example season_ends = \"02-15\" above the doors.")

  static func zone(_ problem: ZoneProblem) -> Advice {
    guard problem.isDataPresent else {
      return Advice(
        expected: "an installation that knows time zones",
        remedy: "This one knows none at all: install canon again, with its Foundation libraries.")
    }
    if problem.name == "local" {
      return Advice(
        expected: "a machine that names its zone\(problem.machine.map { ", not \(quote($0))" } ?? "")",
        remedy: "Set it by timedatectl set-timezone or by TZ, or name a zone, as \"Europe/Berlin\".")
    }
    let meant = problem.suggestion.map { "Did you mean \"\($0)\"?" }
    return Advice(
      expected: "a zone named after a city, as \"Europe/Berlin\", or \"local\"",
      remedy: meant ?? "timedatectl list-timezones lists the names.")
  }

  // MARK: - Doors

  static let doors = Advice(
    expected: "a table of doors",
    remedy: "Write [doors], and below it a line for each door: cello = 2026-12-06.")
  static let stemID = Advice(
    expected: "a stem id of letters, digits and hyphens",
    remedy: "Use the id that the set's set.toml gives the stem.")
  static let opening = Advice(
    expected: "a date, \"advent 1\" to \"advent 4\", or a day of the year such as \"12-24\"",
    remedy: "Write for example 2026-12-06 or 2026-12-06T18:00:00, both without quotes, or a rule in quotes.")
  static let missingOpening = Advice(
    expected: "a date, a rule or another condition",
    remedy: "Write for example { opens = 2026-12-06, join = true }, or days, hours, after, needs, all, any.")
  static let days = Advice(
    expected: "days of the week in quotes, as \"sat, sun\" or \"mon-fri\"",
    remedy: "Write for example days = \"sat, sun\", or leave it out for all days.")
  static let hours = Advice(
    expected: "times of the day in quotes, as \"10:00-20:00\"",
    remedy:
      "Write two digits each, for example hours = \"10:00-12:30, 14:00-20:00\"; \"20:00-02:00\" passes midnight."
  )
  static let noHours = Advice(
    expected: "an end other than the start", remedy: "Write \"00:00-24:00\" for the whole day.")
  static let delay = Advice(
    expected: "a time after the first start, as \"4 days\" or \"12 hours\", at most a hundred years",
    remedy: "Write a whole number and seconds, minutes, hours, days or weeks, in quotes.")
  static let needs = Advice(
    expected: "the ids of the stems that must sound, 1 to 64 of them",
    remedy: "Write for example needs = [\"violin-a\", \"violin-b\"].")
  static let needsItself = Advice(
    expected: "other stems than the door's own", remedy: "Remove it: a stem cannot wait for itself.")
  static func needsCircle(_ ids: [String]) -> Advice {
    Advice(
      expected: "needs that do not lead back to the door",
      remedy: "Break the circle \(ids.joined(separator: " -> ")): none of these could ever be the first.")
  }
  static func conditions(_ key: String) -> Advice {
    Advice(
      expected: "an array of tables, each a condition",
      remedy: "Write for example \(key) = [{ opens = \"12-24\" }, { needs = [\"violin-a\"] }].")
  }
  static func tooDeep(_ most: Int) -> Advice {
    Advice(expected: "tables at most \(most) deep", remedy: "Say it more simply.")
  }
  static let neverOpens = Advice(
    expected: "a condition that holds at some time",
    remedy: "Its parts never hold together; write any = [...] where one of them is enough.")
  static let ritual = Advice(
    expected: "\"solo N\" with 1 to 99 loops",
    remedy: "Write for example ritual = \"solo 1\": the stem is first heard alone over the base for one loop."
  )
  static let ritualWithoutJoin = Advice(
    expected: "join = true, which a ritual implies", remedy: "Remove join = false, or the ritual.")
  static let fraction = Advice(
    expected: "whole seconds", remedy: "Leave out the fraction of the second.")
  static let join = Advice(
    expected: "true or false", remedy: "Write join = true, or leave it out.")
  static let headBelowDoors = Advice(
    expected: "stem ids only below [doors]", remedy: "Move the line above [doors].")
  static let doorAboveDoors = "A door stands below a line [doors]."
  static func untilNotLater(_ opens: String) -> Advice {
    Advice(
      expected: "a moment after the opening, \(opens)",
      remedy: "Correct one of the two, or leave until out: the door then stays open.")
  }
  static func untilBeyondSeason(_ ends: DayOfYear) -> Advice {
    Advice(
      expected: "a day between the opening and the end of the season, \(ends)",
      remedy: "Correct it, or leave until out: the door then shuts with the season.")
  }
  static let mixedYearly = Advice(
    expected: "opens and until of one kind where year = \"every\"",
    remedy: "Write both as dates, or both as rules in quotes.")
  static func dayMissing(from year: Schedule.Year) -> Advice {
    let remedy = "Write \"02-28\" or \"03-01\"."
    return switch year {
    case .fixed(let year): Advice(expected: "a day that \(year) has", remedy: "It is no leap year. " + remedy)
    case .every: Advice(expected: "a day that every year has", remedy: remedy)
    }
  }

  // MARK: - Dates and rules

  static let noSuchSunday = Advice(
    expected: "\"advent 1\" to \"advent 4\"", remedy: "Advent has four Sundays; Christmas Eve is \"12-24\".")
  static func advent(meant number: Int) -> Advice {
    Advice(expected: "a rule spelled \"advent \(number)\"", remedy: "Write \"advent \(number)\".")
  }
  static func quotedDate(_ text: String) -> Advice {
    let full = text.count == 16 ? text + ":00" : text  // TOML insists on seconds
    return Advice(expected: "a date without quotes", remedy: "Write \(full) without the quotes.")
  }
  static let dayOfYearForm = Advice(
    expected: "a day of the year, month first, as \"02-02\"",
    remedy: "Write two digits, a hyphen, two digits.")
  static func noSuchDayOfYear(month: Int, day: Int) -> Advice {
    if let swapped = DayOfYear(month: day, day: month) {
      return Advice(expected: "the month first", remedy: "Did you mean \"\(swapped)\"?")
    }
    guard (1...12).contains(month) else {
      return Advice(expected: "a month from 01 to 12, then the day", remedy: "Correct the month.")
    }
    let days = LocalDate.days(inMonth: month, of: 2000)
    return Advice(
      expected: "a day from 01 to \(days)",
      remedy: "Month \(digits(month, 2)) has no other days; correct the day.")
  }

  static let asOf = Advice(
    expected:
      "a date as 2026-12-06, a time as 2026-12-06T18:00, or with an offset as 2026-12-06T18:00+09:00",
    remedy: "Write digits in just these places.")

  /// For text that looks like a date but is not one.
  static func date(_ slip: DateText.Slip) -> Advice {
    switch slip {
    case .form: opening
    case .year:
      Advice(
        expected: "a year from \(OpeningRule.years.lowerBound) to \(OpeningRule.years.upperBound)",
        remedy: "Correct the year.")
    case .month: Advice(expected: "a month from 01 to 12", remedy: "Write year, month, day: 2026-12-06.")
    case .day(let year, let month):
      Advice(
        expected: "a day from 01 to \(LocalDate.days(inMonth: month, of: year))",
        remedy: "\(digits(year, 4))-\(digits(month, 2)) has no other days; correct the day.")
    case .time:
      Advice(
        expected: "a time from 00:00:00 to 23:59:59", remedy: "Midnight is 00:00 of the day that it begins.")
    case .offset: Advice(expected: "an offset from -23:59 to +23:59", remedy: "Correct the offset.")
    }
  }

  // MARK: - Lines that are not TOML

  static let ruleWithoutQuotes = Advice(
    expected: "a rule in quotes", remedy: "Write \"advent 1\", \"12-24\" or \"every\" with its quotes.")
  static let secondsMissing = Advice(
    expected: "a time with seconds", remedy: "Write the seconds too, as 18:00:00.")
  static let dateOtherwise = Advice(
    expected: "a date as year-month-day", remedy: "Write two digits each for month and day, as 2026-12-06.")
  static let curlyQuotes = Advice(
    expected: "straight quotes", remedy: "Write \"advent 1\", with the quotes that stand on the keyboard.")
}
