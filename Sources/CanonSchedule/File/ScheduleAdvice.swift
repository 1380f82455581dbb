import CanonFiles

/// All problems of schedule files.
package enum ScheduleAdvice: FileAdvice {
  case set
  case setFromFolder
  case setUnclean
  case title
  case watch
  case zone
  case year
  case yearForRule
  case seasonEnds
  case seasonOfOneYear
  case seasonEndsAmongDoors(String)
  case opensAtSeasonEnd
  case unknownZone(ZoneProblem)
  case doors
  case stemID
  case opening
  case missingOpening
  case days
  case hours
  case noHours
  case delay
  case needs
  case needsItself
  case needsCircle([String])
  case conditions(String)
  case tooDeep(Int)
  case neverOpens
  case ritual
  case ritualWithoutJoin
  case fraction
  case join
  case headBelowDoors
  case untilNotLater(String)
  case untilBeyondSeason(DayOfYear)
  case mixedYearly
  case dayMissing(from: Schedule.Year)
  case noSuchSunday
  case advent(meant: Int)
  case quotedDate(String)
  case dayOfYearForm
  case noSuchDayOfYear(month: Int, day: Int)
  case asOf
  /// For text that looks like a date but is not one.
  case noDate(DateText.Slip)
  case ruleWithoutQuotes
  case secondsMissing
  case dateOtherwise
  case curlyQuotes
  /// A door at the head of the schedule, where these keys are known.
  case doorAboveDoors(known: [String])

  package var code: String? { Self.code("schedule", self) }

  package var words: Advice {
    switch self {
    case .set:
      return Advice(
        expected: "the set's folder, as seen from the schedule's folder",
        remedy: "Write for example set = \"../Stems/pachelbel-canon\".")
    case .setFromFolder:
      return Advice(
        expected: "a path that starts in the schedule's folder",
        remedy: "Write it from there; use .. to go up one folder.")
    case .setUnclean:
      return Advice(
        expected: "a path without control characters or marks of text direction", remedy: "Retype the path.")
    case .title:
      return Advice(
        expected: "a text in quotes", remedy: "Write for example title = \"Advent 2026\", or remove the line."
      )
    case .watch:
      return Advice(
        expected: "true or false",
        remedy: "Write watch = true, and drop files such as 2026-12-06_alto.wav into the set's folder.")
    case .zone:
      return Advice(
        expected: "the zone of the dates, as \"Europe/Berlin\", or \"local\" for this machine's",
        remedy: "Write for example time_zone = \"Europe/Berlin\" above the doors.")
    case .year:
      return Advice(
        expected:
          "a year from \(OpeningRule.years.lowerBound) to \(OpeningRule.years.upperBound), or \"every\"",
        remedy: "Write year = 2026 (without quotes) or year = \"every\".")
    case .yearForRule:
      return Advice(
        expected: "a year for this rule",
        remedy: "Write year = 2026 or year = \"every\" above the doors.")
    case .seasonEnds:
      return Advice(
        expected: "a day of the year in quotes, month first, as \"02-02\"",
        remedy:
          "Write for example season_ends = \"02-02\", or remove the line: the season then ends on 2 February."
      )
    case .seasonOfOneYear:
      return Advice(
        expected: "season_ends together with year = \"every\" only",
        remedy: "Remove the line; give a door that should shut again an until.")
    case .seasonEndsAmongDoors(let door):
      return Advice(
        expected: "a day after the last door of a season and before the first of the next",
        remedy: "Choose another day: the door \(quote(door)) may open then.")
    case .opensAtSeasonEnd:
      return Advice(
        expected:
          "another day than the end of the season, which is \"\(DayOfYear.candlemas)\" unless you say so",
        remedy: "Write for example season_ends = \"02-15\" above the doors.")
    case .unknownZone(let problem):
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
    case .doors:
      return Advice(
        expected: "a table of doors",
        remedy: "Write [doors], and below it a line for each door: cello = 2026-12-06.")
    case .stemID:
      return Advice(
        expected: "a stem id of letters, digits and hyphens",
        remedy: "Use the id that the set's set.toml gives the stem.")
    case .opening:
      return Advice(
        expected: "a date, \"advent 1\" to \"advent 4\", or a day of the year such as \"12-24\"",
        remedy:
          "Write for example 2026-12-06 or 2026-12-06T18:00:00, both without quotes, or a rule in quotes.")
    case .missingOpening:
      return Advice(
        expected: "a date, a rule or another condition",
        remedy:
          "Write for example { opens = 2026-12-06, join = true }, or days, hours, after, needs, all, any.")
    case .days:
      return Advice(
        expected: "days of the week in quotes, as \"sat, sun\" or \"mon-fri\"",
        remedy: "Write for example days = \"sat, sun\", or leave it out for all days.")
    case .hours:
      return Advice(
        expected: "times of the day in quotes, as \"10:00-20:00\"",
        remedy:
          "Write two digits each, for example hours = \"10:00-12:30, 14:00-20:00\"; \"20:00-02:00\" passes midnight."
      )
    case .noHours:
      return Advice(
        expected: "an end other than the start", remedy: "Write \"00:00-24:00\" for the whole day.")
    case .delay:
      return Advice(
        expected: "a time after the first start, as \"4 days\" or \"12 hours\", at most a hundred years",
        remedy: "Write a whole number and seconds, minutes, hours, days or weeks, in quotes.")
    case .needs:
      return Advice(
        expected: "the ids of the stems that must sound, 1 to 64 of them",
        remedy: "Write for example needs = [\"violin-a\", \"violin-b\"].")
    case .needsItself:
      return Advice(
        expected: "other stems than the door's own", remedy: "Remove it: a stem cannot wait for itself.")
    case .needsCircle(let ids):
      return Advice(
        expected: "needs that do not lead back to the door",
        remedy: "Break the circle \(ids.joined(separator: " -> ")): none of these could ever be the first.")
    case .conditions(let key):
      return Advice(
        expected: "an array of tables, each a condition",
        remedy: "Write for example \(key) = [{ opens = \"12-24\" }, { needs = [\"violin-a\"] }].")
    case .tooDeep(let most):
      return Advice(
        found: "tables \(most + 1) deep", expected: "tables at most \(most) deep",
        remedy: "Say it more simply.")
    case .neverOpens:
      return Advice(
        expected: "a condition that holds at some time",
        remedy: "Its parts never hold together; write any = [...] where one of them is enough.")
    case .ritual:
      return Advice(
        expected: "\"solo N\" with 1 to 99 loops",
        remedy:
          "Write for example ritual = \"solo 1\": the stem is first heard alone over the base for one loop."
      )
    case .ritualWithoutJoin:
      return Advice(
        expected: "join = true, which a ritual implies", remedy: "Remove join = false, or the ritual.")
    case .fraction:
      return Advice(
        expected: "whole seconds", remedy: "Leave out the fraction of the second.")
    case .join:
      return Advice(
        expected: "true or false", remedy: "Write join = true, or leave it out.")
    case .headBelowDoors:
      return Advice(
        expected: "stem ids only below [doors]", remedy: "Move the line above [doors].")
    case .untilNotLater(let opens):
      return Advice(
        expected: "a moment after the opening, \(opens)",
        remedy: "Correct one of the two, or leave until out: the door then stays open.")
    case .untilBeyondSeason(let ends):
      return Advice(
        expected: "a day between the opening and the end of the season, \(ends)",
        remedy: "Correct it, or leave until out: the door then shuts with the season.")
    case .mixedYearly:
      return Advice(
        expected: "opens and until of one kind where year = \"every\"",
        remedy: "Write both as dates, or both as rules in quotes.")
    case .dayMissing(let year):
      let remedy = "Write \"02-28\" or \"03-01\"."
      return switch year {
      case .fixed(let year):
        Advice(expected: "a day that \(year) has", remedy: "It is no leap year. " + remedy)
      case .every: Advice(expected: "a day that every year has", remedy: remedy)
      }
    case .noSuchSunday:
      return Advice(
        expected: "\"advent 1\" to \"advent 4\"",
        remedy: "Advent has four Sundays; Christmas Eve is \"12-24\".")
    case .advent(let number):
      return Advice(expected: "a rule spelled \"advent \(number)\"", remedy: "Write \"advent \(number)\".")
    case .quotedDate(let text):
      let full = text.count == 16 ? text + ":00" : text  // TOML insists on seconds
      return Advice(expected: "a date without quotes", remedy: "Write \(full) without the quotes.")
    case .dayOfYearForm:
      return Advice(
        expected: "a day of the year, month first, as \"02-02\"",
        remedy: "Write two digits, a hyphen, two digits.")
    case .noSuchDayOfYear(let month, let day):
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
    case .asOf:
      return Advice(
        expected:
          "a date as 2026-12-06, a time as 2026-12-06T18:00, or with an offset as 2026-12-06T18:00+09:00",
        remedy: "Write digits in just these places.")
    case .noDate(let slip):
      switch slip {
      case .form: return Self.opening.words
      case .year:
        return Advice(
          expected: "a year from \(OpeningRule.years.lowerBound) to \(OpeningRule.years.upperBound)",
          remedy: "Correct the year.")
      case .month:
        return Advice(expected: "a month from 01 to 12", remedy: "Write year, month, day: 2026-12-06.")
      case .day(let year, let month):
        return Advice(
          expected: "a day from 01 to \(LocalDate.days(inMonth: month, of: year))",
          remedy: "\(digits(year, 4))-\(digits(month, 2)) has no other days; correct the day.")
      case .time:
        return Advice(
          expected: "a time from 00:00:00 to 23:59:59", remedy: "Midnight is 00:00 of the day that it begins."
        )
      case .offset: return Advice(expected: "an offset from -23:59 to +23:59", remedy: "Correct the offset.")
      }
    case .ruleWithoutQuotes:
      return Advice(
        expected: "a rule in quotes", remedy: "Write \"advent 1\", \"12-24\" or \"every\" with its quotes.")
    case .secondsMissing:
      return Advice(
        expected: "a time with seconds", remedy: "Write the seconds too, as 18:00:00.")
    case .dateOtherwise:
      return Advice(
        expected: "a date as year-month-day",
        remedy: "Write two digits each for month and day, as 2026-12-06.")
    case .curlyQuotes:
      return Advice(
        expected: "straight quotes", remedy: "Write \"advent 1\", with the quotes that stand on the keyboard."
      )
    case .doorAboveDoors(let known):
      return Advice(
        expected: TableAdvice.oneOf(known),
        remedy: "A door stands below a line [doors].")
    }
  }

  private func quote(_ text: String) -> String { CleanText.quote(text) }
}
