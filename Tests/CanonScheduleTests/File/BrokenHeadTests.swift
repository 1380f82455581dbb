import CanonControlSupport
import Testing

/// What stands above the doors.
@Suite struct BrokenHeadTests {
  @Test(
    arguments: BrokenFile.schedules(
      #"""
      ## nothing at all
      -> s.toml: set: expected the set's folder, as seen from the schedule's folder. Write for example set \#
      = "../Stems/pachelbel-canon".

      ## no zone
      set = "../Stems/x"
      [doors]
      a = 2026-12-06
      -> s.toml: time_zone: expected the zone of the dates, as "Europe/Berlin", or "local" for this \#
      machine's. Write for example time_zone = "Europe/Berlin" above the doors.

      ## unknown key at the head
      ...
      titel = "Advent"
      -> s.toml:3: titel: found an unknown key, expected one of "set", "title", "time_zone", "year", \#
      "season_ends", "watch", "doors". Did you mean "title"?

      ## unknown key without a neighbour
      ...
      reverb = 3
      -> s.toml:3: reverb: found an unknown key, expected one of "set", "title", "time_zone", "year", \#
      "season_ends", "watch", "doors". Remove the line, or correct the key.

      ## set is a number
      set = 3
      -> s.toml:1: set: found 3, expected the set's folder, as seen from the schedule's folder. Write for \#
      example set = "../Stems/pachelbel-canon".

      ## set is absolute
      set = "/home/anna/Stems"
      -> s.toml:1: set: found "/home/anna/Stems", expected a path that starts in the schedule's folder. \#
      Write it from there; use .. to go up one folder.

      ## set is in a home folder
      set = "~/Stems"
      -> s.toml:1: set: found "~/Stems", expected a path that starts in the schedule's folder. Write it \#
      from there; use .. to go up one folder.

      ## set with a control character
      set = "Stems\u001b]0;x"
      -> s.toml:1: set: found "Stems\u{1b}]0;x", expected a path without control characters or marks of \#
      text direction. Retype the path.

      ## set is empty
      set = ""
      -> s.toml:1: set: found "", expected the set's folder, as seen from the schedule's folder. Write for \#
      example set = "../Stems/pachelbel-canon".

      ## title is a date-time
      ...
      title = 2026-12-06T18:00:00
      -> s.toml:3: title: found 2026-12-06T18:00:00, expected a text in quotes. Write for example title = \#
      "Advent 2026", or remove the line.

      ## unknown zone
      set = "../Stems/x"
      time_zone = "Asia/Tokio"
      -> s.toml:2: time_zone: found "Asia/Tokio", expected a zone named after a city, as "Europe/Berlin", \#
      or "local". Did you mean "Asia/Tokyo"?

      ## abbreviated zone
      set = "../Stems/x"
      time_zone = "JST"
      -> s.toml:2: time_zone: found "JST", expected a zone named after a city, as "Europe/Berlin", or \#
      "local". Did you mean "Asia/Tokyo"?

      ## zone no one knows
      set = "../Stems/x"
      time_zone = "Mars/Olympus"
      -> s.toml:2: time_zone: found "Mars/Olympus", expected a zone named after a city, as "Europe/Berlin", \#
      or "local". timedatectl list-timezones lists the names.

      ## zone is a number
      set = "../Stems/x"
      time_zone = 9
      -> s.toml:2: time_zone: found 9, expected the zone of the dates, as "Europe/Berlin", or "local" for \#
      this machine's. Write for example time_zone = "Europe/Berlin" above the doors.

      ## a year in quotes
      ...
      year = "2026"
      -> s.toml:3: year: found "2026", expected a year from 1900 to 9999, or "every". Write year = 2026 \#
      (without quotes) or year = "every".

      ## year out of range
      ...
      year = 26
      -> s.toml:3: year: found 26, expected a year from 1900 to 9999, or "every". Write year = 2026 \#
      (without quotes) or year = "every".

      ## year is a word
      ...
      year = "evry"
      -> s.toml:3: year: found "evry", expected a year from 1900 to 9999, or "every". Write year = 2026 \#
      (without quotes) or year = "every".

      ## year in capitals
      ...
      year = "Every"
      -> s.toml:3: year: found "Every", expected a year from 1900 to 9999, or "every". Write year = 2026 \#
      (without quotes) or year = "every".

      ## [doors] forgotten
      ...
      a = 2026-12-06
      b = "advent x"
      -> s.toml:3: a: found an unknown key, expected one of "set", "title", "time_zone", "year", \#
      "season_ends", "watch", "doors". A door stands below a line [doors].
      -> s.toml:4: b: found an unknown key, expected one of "set", "title", "time_zone", "year", \#
      "season_ends", "watch", "doors". Remove the line, or correct the key.
      """#))
  func isToldAsItIs(example: BrokenFile) { example.expectItsMessage() }
}
