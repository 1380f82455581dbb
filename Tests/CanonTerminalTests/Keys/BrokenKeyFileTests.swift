import CanonControlSupport
import CanonFiles
import CanonTerminal
import Testing

/// What goes wrong in `keys.toml`: each mistake with its line and what to do.
@Suite struct BrokenKeyFileTests {
  @Test(
    "Unknown words are told with the nearest known one",
    arguments: BrokenFile.cases(
      #"""
      ## a key
      [keys]
      press = ["entr"]
      -> keys.toml:2: keys: press: found "entr", expected a visible character, space, enter, tab, \#
      shift-tab, escape, backspace, delete, up, down, left, right, home, end, page-up, page-down, f1 to \#
      f12, ctrl- with a letter, or alt- with a character. Did you mean "enter"?

      ## a key like no other
      [keys]
      press = ["the big red button"]
      -> keys.toml:2: keys: press: found "the big red button", expected a visible character, space, enter, \#
      tab, shift-tab, escape, backspace, delete, up, down, left, right, home, end, page-up, page-down, f1 \#
      to f12, ctrl- with a letter, or alt- with a character. Correct the name of the key.

      ## a key that a terminal keeps
      [keys]
      press = ["ctrl-c"]
      -> keys.toml:2: keys: press: found "ctrl-c", expected ctrl- with one of abdefgklnoprtuvwxy. The \#
      others do not reach a program in a terminal as keys of their own. Take another key.

      ## an action
      [keys]
      muet = ["f2"]
      -> keys.toml:2: keys: muet: found an unknown key, expected one of "select-next", "select-previous", \#
      "select-first", "select-last", "page-down", "page-up", "press", "press-now", "mute", "mute-now", \#
      "solo", "stop", "stop-now", "cancel", "undo", "pause", "panic", "gain-up", "gain-down", "pan-left", \#
      "pan-right", "master-up", "master-down", "master-mute", "next", "previous", "seek-forward", "seek-back", "seek-start", "doors", "help", "command-line", "redraw", "quit". Did you mean "mute"?

      ## an action above its table
      mute = ["f2"]
      -> keys.toml:1: mute: found an unknown key, expected one of "confirm_quit", "seek_seconds", "keys", "stems". Actions \#
      stand below [keys]: move the line there.

      ## a table
      [key]
      -> keys.toml:1: key: found an unknown key, expected one of "confirm_quit", "seek_seconds", "keys", "stems". Did you \#
      mean "keys"?

      ## a key of the stems
      [stems]
      nwo = "!"
      -> keys.toml:2: stems: nwo: found an unknown key, expected one of "keys", "now". Did you mean "now"?
      """#))
  func unknown(file: BrokenFile) { file.expectItsMessage() }

  @Test(
    "Values of the wrong kind say what is wanted",
    arguments: BrokenFile.cases(
      #"""
      ## one text for an array
      [keys]
      press = "enter"
      -> keys.toml:2: keys: press: found "enter", expected an array of at most 20 names of keys. Write e.g. \#
      ["enter", "p"], or [] for no key.

      ## numbers for texts
      [keys]
      press = [1]
      -> keys.toml:2: keys: press: found 1, expected an array of at most 20 names of keys. Write e.g. \#
      ["enter", "p"], or [] for no key.

      ## no table
      keys = 1
      stems = "123"
      -> keys.toml:1: keys: found 1, expected a table of actions and their keys. Write [keys], and below it \#
      e.g. press = ["enter"].
      -> keys.toml:2: stems: found "123", expected a table with "keys" and "now". Write [stems], and below \#
      it e.g. keys = "1234567890".

      ## quit
      confirm_quit = "yes"
      -> keys.toml:1: confirm_quit: found "yes", expected true or false. Write confirm_quit = false not to be \#
      asked while something sounds.

      ## a number for the stems
      [stems]
      keys = 1234
      -> keys.toml:2: stems: keys: found 1234, expected visible characters, each once, one for each stem. \#
      Write e.g. keys = "1234567890wert".

      ## a space for a stem
      [stems]
      keys = "1 2"
      -> keys.toml:2: stems: keys: found " ", expected visible characters, each once, one for each stem. \#
      Write e.g. keys = "1234567890wert".

      ## what moves a cursor
      [stems]
      keys = "1\u001b"
      -> keys.toml:2: stems: keys: found "\u{1b}", expected visible characters, each once, one for each \#
      stem. Write e.g. keys = "1234567890wert".

      ## more shifted keys than keys
      [stems]
      keys = "12"
      now = "!@#"
      -> keys.toml:3: stems: now: found 3 keys, expected no more than there are keys of stems. Write what \#
      your keyboard has on the stems' keys with Shift, in their order, e.g. "!@#$%^&*()WERT".
      """#))
  func wrongKind(file: BrokenFile) { file.expectItsMessage() }

  @Test func allMistakesAreToldAtOnceInTheOrderOfTheirLines() {
    let text = "confirm_quit = 1\n[stems]\nkeys = \"11\"\n[keys]\npress = [\"f99\"]\nmute = [\"s\"]\n"
    let problems = #expect(throws: FileProblems.self) { try KeyTable.parse(path: "keys.toml", text: text) }
    #expect(problems?.problems.map(\.line) == [1, 3, 5, 6])
    #expect(problems?.problems.map(\.field) == ["confirm_quit", "stems: keys", "keys: press", "keys: mute"])
  }
}
