import CanonControlSupport
import Testing

/// The doors themselves.
@Suite struct BrokenDoorTests {
  @Test(
    arguments: BrokenFile.schedules(
      #"""
      ## unknown key in a door
      ...
      [doors]
      a = { open = 2026-12-06 }
      -> s.toml:4: doors: a: opens: expected a date, a rule or another condition. Write for example { opens = \#
      2026-12-06, join = true }, or days, hours, after, needs, all, any.
      -> s.toml:4: doors: a: open: found an unknown key, expected one of "join", "ritual", "opens", "until", \#
      "days", "hours", "after", "needs", "all", "any". Did you mean "opens"?

      ## rule without a year
      ...
      [doors]
      a = 2026-12-06
      b = "advent 2"
      c = "12-24"
      -> s.toml:5: doors: b: found "advent 2", expected a year for this rule. Write year = 2026 or year = \#
      "every" above the doors.

      ## until rule without a year
      ...
      [doors]
      a = { opens = 2026-12-06, until = "12-24" }
      -> s.toml:4: doors: a: until: found "12-24", expected a year for this rule. Write year = 2026 or year \#
      = "every" above the doors.

      ## advent 5
      ...
      year = 2026
      [doors]
      a = "advent 5"
      -> s.toml:5: doors: a: found "advent 5", expected "advent 1" to "advent 4". Advent has four Sundays; \#
      Christmas Eve is "12-24".

      ## Advent 1
      ...
      year = 2026
      [doors]
      a = "Advent 1"
      -> s.toml:5: doors: a: found "Advent 1", expected a rule spelled "advent 1". Write "advent 1".

      ## easter
      ...
      year = 2026
      [doors]
      a = "easter"
      -> s.toml:5: doors: a: found "easter", expected a date, "advent 1" to "advent 4", or a day of the \#
      year such as "12-24". Write for example 2026-12-06 or 2026-12-06T18:00:00, both without quotes, or a \#
      rule in quotes.

      ## 13-01
      ...
      year = 2026
      [doors]
      a = "13-01"
      -> s.toml:5: doors: a: found "13-01", expected the month first. Did you mean "01-13"?

      ## 24-12
      ...
      year = 2026
      [doors]
      a = "24-12"
      -> s.toml:5: doors: a: found "24-12", expected the month first. Did you mean "12-24"?

      ## 13-32
      ...
      year = 2026
      [doors]
      a = "13-32"
      -> s.toml:5: doors: a: found "13-32", expected a month from 01 to 12, then the day. Correct the month.

      ## 11-31
      ...
      year = 2026
      [doors]
      a = "11-31"
      -> s.toml:5: doors: a: found "11-31", expected a day from 01 to 30. Month 11 has no other days; \#
      correct the day.

      ## 02-29 of every year
      ...
      year = "every"
      [doors]
      a = "02-29"
      -> s.toml:5: doors: a: found "02-29", expected a day that every year has. Write "02-28" or "03-01".

      ## 02-29 of 2026
      ...
      year = 2026
      [doors]
      a = "02-29"
      -> s.toml:5: doors: a: found "02-29", expected a day that 2026 has. It is no leap year. Write "02-28" \#
      or "03-01".

      ## until 02-29 of 2026
      ...
      year = 2026
      [doors]
      a = { opens = "02-01", until = "02-29" }
      -> s.toml:5: doors: a: until: found "02-29", expected a day that 2026 has. It is no leap year. Write \#
      "02-28" or "03-01".

      ## a date in quotes
      ...
      [doors]
      a = "2026-12-06"
      -> s.toml:4: doors: a: found "2026-12-06", expected a date without quotes. Write 2026-12-06 without \#
      the quotes.

      ## a date-time in quotes
      ...
      [doors]
      a = "2026-12-06T18:00"
      -> s.toml:4: doors: a: found "2026-12-06T18:00", expected a date without quotes. Write \#
      2026-12-06T18:00:00 without the quotes.

      ## an impossible date in quotes
      ...
      [doors]
      a = "2026-11-31"
      -> s.toml:4: doors: a: found "2026-11-31", expected a day from 01 to 30. 2026-11 has no other days; \#
      correct the day.

      ## date's year out of range
      ...
      [doors]
      a = 0206-12-06
      -> s.toml:4: doors: a: found 0206-12-06, expected a year from 1900 to 9999. Correct the year.

      ## a time alone
      ...
      [doors]
      a = 18:00:00
      -> s.toml:4: doors: a: found 18:00:00, expected a date, "advent 1" to "advent 4", or a day of the \#
      year such as "12-24". Write for example 2026-12-06 or 2026-12-06T18:00:00, both without quotes, or a \#
      rule in quotes.

      ## a number
      ...
      [doors]
      a = 24
      -> s.toml:4: doors: a: found 24, expected a date, "advent 1" to "advent 4", or a day of the year such \#
      as "12-24". Write for example 2026-12-06 or 2026-12-06T18:00:00, both without quotes, or a rule in \#
      quotes.

      ## a list
      ...
      [doors]
      a = [2026-12-06]
      -> s.toml:4: doors: a: found an array, expected a date, "advent 1" to "advent 4", or a day of the \#
      year such as "12-24". Write for example 2026-12-06 or 2026-12-06T18:00:00, both without quotes, or a \#
      rule in quotes.

      ## a fraction of a second
      ...
      [doors]
      a = 2026-12-06T18:00:00.5
      -> s.toml:4: doors: a: found 2026-12-06T18:00:00.5, expected whole seconds. Leave out the fraction of \#
      the second.

      ## bidi in a value
      ...
      [doors]
      a = "\#u{202e}advent 1"
      -> s.toml:4: doors: a: found "\u{202e}advent 1", expected a date, "advent 1" to "advent 4", or a day \#
      of the year such as "12-24". Write for example 2026-12-06 or 2026-12-06T18:00:00, both without \#
      quotes, or a rule in quotes.

      ## an id with a space
      ...
      [doors]
      "violin a" = 2026-12-06
      -> s.toml:4: doors: violin a: found "violin a", expected a stem id of letters, digits and hyphens. \#
      Use the id that the set's set.toml gives the stem.

      ## an id with an umlaut
      ...
      [doors]
      "flöte" = 2026-12-06
      -> s.toml:4: doors: flöte: found "flöte", expected a stem id of letters, digits and hyphens. Use the \#
      id that the set's set.toml gives the stem.

      ## an id with an escape
      ...
      [doors]
      "\u001b[31m" = 2026-12-06
      -> s.toml:4: doors: \u{1b}[31m: found "\u{1b}[31m", expected a stem id of letters, digits and \#
      hyphens. Use the id that the set's set.toml gives the stem.

      ## doors is no table
      ...
      doors = "advent 1"
      -> s.toml:3: doors: found "advent 1", expected a table of doors. Write [doors], and below it a line \#
      for each door: cello = 2026-12-06.

      ## doors is an array of tables
      ...
      [[doors]]
      a = 2026-12-06
      -> s.toml:3: doors: found an array, expected a table of doors. Write [doors], and below it a line for \#
      each door: cello = 2026-12-06.

      ## a door without opens
      ...
      [doors]
      a = { join = true }
      -> s.toml:4: doors: a: opens: expected a date, a rule or another condition. Write for example { opens = \#
      2026-12-06, join = true }, or days, hours, after, needs, all, any.

      ## join is a text
      ...
      [doors]
      a = { opens = 2026-12-06, join = "yes" }
      -> s.toml:4: doors: a: join: found "yes", expected true or false. Write join = true, or leave it out.

      ## until before opens
      ...
      [doors]
      a = { opens = 2026-12-06, until = 2026-12-05 }
      -> s.toml:4: doors: a: until: found 2026-12-05, expected a moment after the opening, 2026-12-06 \#
      (Asia/Tokyo). Correct one of the two, or leave until out: the door then stays open.

      ## until at the opening
      ...
      [doors]
      a = { opens = 2026-12-06, until = 2026-12-05T15:00:00Z }
      -> s.toml:4: doors: a: until: found 2026-12-05T15:00:00Z, expected a moment after the opening, \#
      2026-12-06 (Asia/Tokyo). Correct one of the two, or leave until out: the door then stays open.

      ## until before opens in a year
      ...
      year = 2026
      [doors]
      a = { opens = "12-24", until = "01-06" }
      -> s.toml:5: doors: a: until: found "01-06", expected a moment after the opening, 2026-12-24 \#
      (Asia/Tokyo). Correct one of the two, or leave until out: the door then stays open.

      ## until is wrong
      ...
      [doors]
      [doors.a]
      opens = 2026-12-06
      until = "christmas"
      -> s.toml:6: doors: a: until: found "christmas", expected a date, "advent 1" to "advent 4", or a day \#
      of the year such as "12-24". Write for example 2026-12-06 or 2026-12-06T18:00:00, both without \#
      quotes, or a rule in quotes.

      ## year below [doors]
      ...
      [doors]
      a = 2026-12-06
      year = "every"
      -> s.toml:5: doors: year: found "every", expected stem ids only below [doors]. Move the line above \#
      [doors].

      ## time_zone below [doors]
      set = "../Stems/x"
      [doors]
      time_zone = "Asia/Tokyo"
      -> s.toml:3: doors: time_zone: found a key of the schedule, expected stem ids only below [doors]. \#
      Move the line above [doors].

      ## two quoted dates
      ...
      [doors]
      a = "2026-12-06 18:00"

      [doors.b]
      opens = "2026-12-13"
      -> s.toml:4: doors: a: found "2026-12-06 18:00", expected a date without quotes. Write 2026-12-06 \#
      18:00:00 without the quotes.
      -> s.toml:6: doors: b: opens: found "2026-12-13", expected a date without quotes. Write 2026-12-13 \#
      without the quotes.
      """#))
  func isToldAsItIs(example: BrokenFile) { example.expectItsMessage() }
}
