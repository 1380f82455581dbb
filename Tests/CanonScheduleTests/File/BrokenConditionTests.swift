import CanonControlSupport
import Testing

/// Conditions that are not a date, and what is wrong with them.
@Suite struct BrokenConditionTests {
  @Test(
    arguments: BrokenFile.schedules(
      #"""
      ## an unknown day
      ...
      [doors]
      a = { days = "sat, son" }
      -> s.toml:4: doors: a: days: found "sat, son", expected days of the week in quotes, as "sat, sun" or \#
      "mon-fri". Write for example days = "sat, sun", or leave it out for all days.

      ## days without quotes
      ...
      [doors]
      a = { days = 6 }
      -> s.toml:4: doors: a: days: found 6, expected days of the week in quotes, as "sat, sun" or "mon-fri". \#
      Write for example days = "sat, sun", or leave it out for all days.

      ## days with an end too many
      ...
      [doors]
      a = { days = "mon-wed-fri" }
      -> s.toml:4: doors: a: days: found "mon-wed-fri", expected days of the week in quotes, as "sat, sun" or \#
      "mon-fri". Write for example days = "sat, sun", or leave it out for all days.

      ## no days
      ...
      [doors]
      a = { days = "" }
      -> s.toml:4: doors: a: days: found "", expected days of the week in quotes, as "sat, sun" or "mon-fri". \#
      Write for example days = "sat, sun", or leave it out for all days.

      ## hours with one digit
      ...
      [doors]
      a = { hours = "9:00-20:00" }
      -> s.toml:4: doors: a: hours: found "9:00-20:00", expected times of the day in quotes, as "10:00-20:00". \#
      Write two digits each, for example hours = "10:00-12:30, 14:00-20:00"; "20:00-02:00" passes midnight.

      ## hours beyond the day
      ...
      [doors]
      a = { hours = "10:00-25:00" }
      -> s.toml:4: doors: a: hours: found "10:00-25:00", expected times of the day in quotes, as "10:00-20:00". \#
      Write two digits each, for example hours = "10:00-12:30, 14:00-20:00"; "20:00-02:00" passes midnight.

      ## hours that begin where the day ends
      ...
      [doors]
      a = { hours = "24:00-02:00" }
      -> s.toml:4: doors: a: hours: found "24:00-02:00", expected times of the day in quotes, as "10:00-20:00". \#
      Write two digits each, for example hours = "10:00-12:30, 14:00-20:00"; "20:00-02:00" passes midnight.

      ## hours that end where they begin
      ...
      [doors]
      a = { hours = "10:00-10:00" }
      -> s.toml:4: doors: a: hours: found "10:00-10:00", expected an end other than the start. Write \#
      "00:00-24:00" for the whole day.

      ## a delay without a unit
      ...
      [doors]
      a = { after = "4" }
      -> s.toml:4: doors: a: after: found "4", expected a time after the first start, as "4 days" or "12 hours", \#
      at most a hundred years. Write a whole number and seconds, minutes, hours, days or weeks, in quotes.

      ## a delay as a number
      ...
      [doors]
      a = { after = 4 }
      -> s.toml:4: doors: a: after: found 4, expected a time after the first start, as "4 days" or "12 hours", at \#
      most a hundred years. Write a whole number and seconds, minutes, hours, days or weeks, in quotes.

      ## needs as a text
      ...
      [doors]
      a = { needs = "b" }
      -> s.toml:4: doors: a: needs: found "b", expected the ids of the stems that must sound, 1 to 64 of them. \#
      Write for example needs = ["violin-a", "violin-b"].

      ## needs of nothing
      ...
      [doors]
      a = { needs = [] }
      -> s.toml:4: doors: a: needs: found an array of 0, expected the ids of the stems that must sound, 1 to 64 of \#
      them. Write for example needs = ["violin-a", "violin-b"].

      ## needs with a wrong id
      ...
      [doors]
      a = { needs = ["violin a"] }
      -> s.toml:4: doors: a: needs: found "violin a", expected a stem id of letters, digits and hyphens. Use the id \#
      that the set's set.toml gives the stem.

      ## needs itself
      ...
      [doors]
      a = { needs = ["b", "a"] }
      -> s.toml:4: doors: a: needs: found "a", expected other stems than the door's own. Remove it: a stem cannot \#
      wait for itself.

      ## a circle of needs
      ...
      [doors]
      a = { needs = ["b"] }
      b = { needs = ["c"] }
      c = { needs = ["a"] }
      -> s.toml:4: doors: a: found a circle, expected needs that do not lead back to the door. Break the circle a \#
      -> b -> c -> a: none of these could ever be the first.

      ## a circle whichever way is taken
      ...
      [doors]
      a = { any = [{ needs = ["b"] }, { needs = ["b", "c"] }] }
      b = { needs = ["a"] }
      -> s.toml:4: doors: a: found a circle, expected needs that do not lead back to the door. Break the circle a \#
      -> b -> a: none of these could ever be the first.

      ## any that is no array
      ...
      [doors]
      a = { any = { opens = 2026-12-06 } }
      -> s.toml:4: doors: a: any: found a table, expected an array of tables, each a condition. Write for example \#
      any = [{ opens = "12-24" }, { needs = ["violin-a"] }].

      ## all of nothing
      ...
      [doors]
      a = { all = [] }
      -> s.toml:4: doors: a: all: found an empty array, expected an array of tables, each a condition. Write for \#
      example all = [{ opens = "12-24" }, { needs = ["violin-a"] }].

      ## join inside a part
      ...
      [doors]
      a = { any = [{ opens = 2026-12-06, join = true }] }
      -> s.toml:4: doors: a: any: join: found an unknown key, expected one of "opens", "until", "days", "hours", \#
      "after", "needs", "all", "any". Remove the line, or correct the key.

      ## parts that never meet
      ...
      [doors]
      a = { all = [{ days = "sat" }, { days = "sun" }] }
      -> s.toml:4: doors: a: found a door that never opens, expected a condition that holds at some time. Its parts \#
      never hold together; write any = [...] where one of them is enough.

      ## an until without an opening
      ...
      [doors]
      a = { days = "sat", until = 2026-12-06 }
      -> s.toml:4: doors: a: opens: expected a date, a rule or another condition. Write for example { opens = \#
      2026-12-06, join = true }, or days, hours, after, needs, all, any.

      ## a ritual that is none
      ...
      [doors]
      a = { opens = 2026-12-06, ritual = "dance" }
      -> s.toml:4: doors: a: ritual: found "dance", expected "solo N" with 1 to 99 loops. Write for example ritual = \#
      "solo 1": the stem is first heard alone over the base for one loop.

      ## a ritual without joining
      ...
      [doors]
      a = { opens = 2026-12-06, ritual = "solo 1", join = false }
      -> s.toml:4: doors: a: ritual: found "solo 1", expected join = true, which a ritual implies. Remove join = \#
      false, or the ritual.
      """#))
  func isToldAsItIs(example: BrokenFile) { example.expectItsMessage() }
}
