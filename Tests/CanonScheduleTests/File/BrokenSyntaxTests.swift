import CanonControlSupport
import Testing

/// Lines that are not TOML.
@Suite struct BrokenSyntaxTests {
  @Test(
    arguments: BrokenFile.schedules(
      #"""
      ## no closing bracket
      ...
      [doors
      a = 2026-12-06
      -> s.toml:3: column 7: found the end of the line, expected ] after the name of the table. Write \#
      [doors].

      ## a day the month does not have
      ...
      [doors]
      a = 2026-11-31
      -> s.toml:4: column 5: found 2026-11-31, expected a day from 01 to 30. 2026-11 has no other days; \#
      correct the day.

      ## a day the month does not have, with a comment
      ...
      [doors]
      a = 2026-11-31 # = Tuesday
      -> s.toml:4: column 5: found 2026-11-31, expected a day from 01 to 30. 2026-11 has no other days; \#
      correct the day.

      ## a month the year does not have
      ...
      [doors]
      a = 2026-13-01
      -> s.toml:4: column 5: found 2026-13-01, expected a month from 01 to 12. Write year, month, day: \#
      2026-12-06.

      ## a rule without quotes
      ...
      year = 2026
      [doors]
      a = advent 1
      -> s.toml:5: column 5: found advent 1, expected a rule in quotes. Write "advent 1", "12-24" or \#
      "every" with its quotes.

      ## a day of the year without quotes
      ...
      year = 2026
      [doors]
      a = 12-24 # eve
      -> s.toml:5: column 5: found 12-24, expected a rule in quotes. Write "advent 1", "12-24" or "every" \#
      with its quotes.

      ## a time without seconds
      ...
      [doors]
      a = 2026-12-06T18:00
      -> s.toml:4: column 5: found 2026-12-06T18:00, expected a time with seconds. Write the seconds too, \#
      as 18:00:00.

      ## a date with dots
      ...
      [doors]
      a = 6.12.2026
      -> s.toml:4: column 5: found 6.12.2026, expected a date as year-month-day. Write two digits each for \#
      month and day, as 2026-12-06.

      ## curly quotes
      ...
      year = 2026
      [doors]
      a = “advent 1”
      -> s.toml:5: column 5: found “advent 1”, expected straight quotes. Write "advent 1", with the quotes \#
      that stand on the keyboard.

      ## a door twice
      ...
      [doors]
      a = 2026-12-06
      a = 2026-12-13
      -> s.toml:5: column 1: found "a" a second time, expected each name once in its table. Line 4 has it \#
      already: remove one of the two, or correct the name.

      ## a door table over two lines
      ...
      [doors]
      a = { opens = 2026-12-06,
       join = true }
      -> s.toml:4: column 26: found the end of the line, expected all of { … } on one line. Join the \#
      lines, or write the table with a header in brackets.

      ## escape character
      ...
      [doors]
      a = "\#u{1b}[2J"
      -> s.toml:4: column 6: found \u{1b}, expected no control characters but tabs. Remove it; in double \#
      quotes \u001b stands for one.

      ## a zone behind a time
      ...
      [doors]
      a = 2026-12-06T18:00:00 JST
      -> s.toml:4: column 5: found 2026-12-06T18:00:00 JST, expected a date as 2026-12-06, or a time \#
      as 2026-12-06T18:00:00. Write two digits each but for the year, and the seconds too.
      """#))
  func isToldAsItIs(example: BrokenFile) { example.expectItsMessage() }
}
