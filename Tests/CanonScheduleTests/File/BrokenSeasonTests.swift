import CanonControlSupport
import Testing

/// Doors of every year, and where their season ends.
@Suite struct BrokenSeasonTests {
  @Test(
    arguments: BrokenFile.schedules(
      #"""
      ## until beyond the season
      ...
      year = "every"
      [doors]
      a = { opens = "12-24", until = "12-24" }
      -> s.toml:5: doors: a: until: found "12-24", expected a day between the opening and the end of the \#
      season, 02-02. Correct it, or leave until out: the door then shuts with the season.

      ## kinds mixed
      ...
      year = "every"
      [doors]
      a = { opens = "12-24", until = 2027-01-06 }
      -> s.toml:5: doors: a: until: found 2027-01-06, expected opens and until of one kind where year = \#
      "every". Write both as dates, or both as rules in quotes.

      ## season_ends of one year
      ...
      year = 2026
      season_ends = "02-02"
      [doors]
      a = "12-24"
      -> s.toml:4: season_ends: found "02-02", expected season_ends together with year = "every" only. \#
      Remove the line; give a door that should shut again an until.

      ## season_ends is a date
      ...
      year = "every"
      season_ends = 2027-02-02
      -> s.toml:4: season_ends: found 2027-02-02, expected a day of the year in quotes, month first, as \#
      "02-02". Write for example season_ends = "02-02", or remove the line: the season then ends on 2 \#
      February.

      ## season_ends not a day
      ...
      year = "every"
      season_ends = "2 February"
      -> s.toml:4: season_ends: found "2 February", expected a day of the year, month first, as "02-02". \#
      Write two digits, a hyphen, two digits.

      ## season_ends on 29 February
      ...
      year = "every"
      season_ends = "02-29"
      -> s.toml:4: season_ends: found "02-29", expected a day that every year has. Write "02-28" or "03-01".

      ## season_ends in Advent
      ...
      year = "every"
      season_ends = "12-10"
      [doors]
      a = "advent 1"
      -> s.toml:4: season_ends: found "12-10", expected a day after the last door of a season and before \#
      the first of the next. Choose another day: the door "a" may open then.

      ## season_ends on the first day that may be in Advent
      ...
      year = "every"
      season_ends = "11-27"
      [doors]
      a = "advent 1"
      -> s.toml:4: season_ends: found "11-27", expected a day after the last door of a season and before \#
      the first of the next. Choose another day: the door "a" may open then.

      ## season_ends on the last day that may be in Advent
      ...
      year = "every"
      season_ends = "12-24"
      [doors]
      a = "advent 4"
      -> s.toml:4: season_ends: found "12-24", expected a day after the last door of a season and before \#
      the first of the next. Choose another day: the door "a" may open then.

      ## season_ends on a door's day
      ...
      year = "every"
      season_ends = "12-24"
      [doors]
      a = "12-24"
      -> s.toml:4: season_ends: found "12-24", expected a day after the last door of a season and before \#
      the first of the next. Choose another day: the door "a" may open then.

      ## a door on the day the season ends by default
      ...
      year = "every"
      [doors]
      a = "02-02"
      -> s.toml:5: doors: a: found "02-02", expected another day than the end of the season, which is \#
      "02-02" unless you say so. Write for example season_ends = "02-15" above the doors.
      """#))
  func isToldAsItIs(example: BrokenFile) { example.expectItsMessage() }

  @Test(
    "The season may end on the day before Advent can begin, and on the day after it",
    arguments: ["11-26", "12-25"])
  func besideAdvent(day: String) throws {
    _ = try schedule(
      "time_zone = \"Asia/Tokyo\"\nyear = \"every\"\nseason_ends = \"\(day)\"\n[doors]\na = \"advent 1\"\n")
  }
}
