import CanonControlSupport
import Testing

/// Keys in `keys.toml` that would do two things.
@Suite struct KeyConflictTests {
  @Test(
    "One key does one thing",
    arguments: BrokenFile.cases(
      #"""
      ## two actions of the file
      [keys]
      mute = ["m", "w"]
      solo = ["w"]
      -> keys.toml:3: keys: solo: found "w", a key of "mute", expected a key that does one thing. Take it \#
      from one of the two.

      ## in the order of the file, not of the table
      [keys]
      solo = ["f2"]
      mute = ["F2"]
      -> keys.toml:3: keys: mute: found "f2", a key of "solo", expected a key that does one thing. Take it \#
      from one of the two.

      ## a usual key of an action that has others
      [keys]
      select-previous = ["h"]
      -> keys.toml:2: keys: select-previous: found "h", a key of "help", expected a key that does one \#
      thing. Take another key, or leave "help" its others: help = ["?", "f1"].

      ## the only usual key of an action
      [keys]
      press = ["space"]
      -> keys.toml:2: keys: press: found "space", a key of "pause", expected a key that does one thing. \#
      Take another key, or give "pause" one of its own.

      ## all the usual keys of an action
      [keys]
      mute = ["+"]
      solo = ["="]
      -> keys.toml:2: keys: mute: found "+", a key of "gain-up", expected a key that does one thing. Take \#
      another key, or give "gain-up" one of its own.
      -> keys.toml:3: keys: solo: found "=", a key of "gain-up", expected a key that does one thing. Take \#
      another key, or give "gain-up" one of its own.

      ## three of one key
      [keys]
      mute = ["f2"]
      solo = ["f2"]
      stop = ["f2"]
      -> keys.toml:3: keys: solo: found "f2", a key of "mute", expected a key that does one thing. Take it \#
      from one of the two.
      -> keys.toml:4: keys: stop: found "f2", a key of "mute", expected a key that does one thing. Take it \#
      from one of the two.

      ## an action's key for a stem
      [stems]
      keys = "12q"
      -> keys.toml:2: stems: keys: found "q", a key of an action, expected a key that does one thing. Take \#
      another one for the stem, or give the action other keys below [keys].

      ## an action's key of the file for a stem
      [stems]
      keys = "12a"
      [keys]
      mute = ["a"]
      -> keys.toml:2: stems: keys: found "a", a key of an action, expected a key that does one thing. Take \#
      another one for the stem, or give the action other keys below [keys].

      ## a German keyboard
      [stems]
      now = "!\"§$%&/()="
      -> keys.toml:2: stems: now: found "=", a key of an action, expected a key that does one thing. Take \#
      another one for the stem, or give the action other keys below [keys].

      ## one key for two stems
      [stems]
      keys = "1231"
      -> keys.toml:2: stems: keys: found "1" twice, expected visible characters, each once, one for each \#
      stem. Write e.g. keys = "1234567890wert".

      ## one shifted key for two stems
      [stems]
      now = "!!"
      -> keys.toml:2: stems: now: found "!" twice, expected visible characters, each once, or a space for \#
      none. Write what your keyboard has on the stems' keys with Shift, in their order, e.g. \#
      "!@#$%^&*()WERT".

      ## a shifted key that presses a stem
      [stems]
      keys = "12"
      now = "!1"
      -> keys.toml:3: stems: now: found "1", which presses a stem, expected a key that does one thing. \#
      Write what your keyboard has on the stems' keys with Shift, in their order, e.g. "!@#$%^&*()WERT".

      ## a shifted key that presses a stem as ever
      [stems]
      now = "2"
      -> keys.toml:2: stems: now: found "2", which presses a stem, expected a key that does one thing. \#
      Write what your keyboard has on the stems' keys with Shift, in their order, e.g. "!@#$%^&*()WERT".
      """#))
  func conflict(file: BrokenFile) { file.expectItsMessage() }
}
