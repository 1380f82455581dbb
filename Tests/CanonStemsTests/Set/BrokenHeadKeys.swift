/// What is wrong with the keys at the top, the buses and the scenes.
extension BrokenSet {
  private static func milliseconds(_ example: String) -> String {
    "expected 0 to 1000 milliseconds, with at most three decimals. Write e.g. \(example)."
  }
  private static let badSeed = "expected a whole number from 0 to 9007199254740992. Write e.g. seed = 2015."
  private static let badPress =
    "expected cancel or now. Write e.g. second_press = \"now\"; cancel takes the first press back."
  private static func badID(_ example: String) -> String {
    "expected at most 40 ASCII letters, digits and hyphens, the first not a hyphen. "
      + "Write e.g. id = \"\(example)\"; the title may hold any letters."
  }
  private static let badCommands =
    "expected 1 to 1000 commands in double quotes. "
    + "Write e.g. commands = [\"start violin-a\", \"gain cello -6\"]."

  private static func scene(_ lines: String) -> String { cello + "[[scene]]\nid = \"verse\"\n" + lines }

  static let headKeys: [BrokenSet] = [
    // MARK: Behaviour
    BrokenSet(
      "a ramp without a unit", "ramp = 5\n" + cello,
      "set.toml:1: ramp: found 5, \(milliseconds("ramp = \"5 ms\""))"),
    BrokenSet(
      "a ramp in seconds", "ramp = \"5 s\"\n" + cello,
      "set.toml:1: ramp: found \"5 s\", \(milliseconds("ramp = \"5 ms\""))"),
    BrokenSet(
      "a ramp of more than a second", "ramp = \"1000.001 ms\"\n" + cello,
      "set.toml:1: ramp: found \"1000.001 ms\", \(milliseconds("ramp = \"5 ms\""))"),
    BrokenSet(
      "a negative grace", "grace = \"-1 ms\"\n" + cello,
      "set.toml:1: grace: found \"-1 ms\", \(milliseconds("grace = \"30 ms\""))"),
    BrokenSet(
      "a mistyped second press", "second_press = \"cancle\"\n" + cello,
      "set.toml:1: second_press: found \"cancle\", expected cancel or now. Did you mean \"cancel\"?"),
    BrokenSet(
      "a second press like no other", "second_press = \"perhaps\"\n" + cello,
      "set.toml:1: second_press: found \"perhaps\", \(badPress)"),
    BrokenSet(
      "a second press that is true", "second_press = true\n" + cello,
      "set.toml:1: second_press: found true, \(badPress)"),
    BrokenSet("a negative seed", "seed = -1\n" + cello, "set.toml:1: seed: found -1, \(badSeed)"),
    BrokenSet("a seed with a fraction", "seed = 1.5\n" + cello, "set.toml:1: seed: found 1.5, \(badSeed)"),
    BrokenSet(
      "a seed that is too large", "seed = 9007199254740993\n" + cello,
      "set.toml:1: seed: found 9007199254740993, \(badSeed)"),

    // MARK: Buses
    BrokenSet(
      "a bus in single brackets", cello + "[bus]\nid = \"hall\"\n",
      "set.toml:5: bus: found a table, expected one table for each bus. "
        + "Begin each bus with a line [[bus]], in double brackets."),
    BrokenSet(
      "a bus without an id", cello + "[[bus]]\ntitle = \"Hall\"\n",
      "set.toml:5: bus 1: id: \(badID("hall"))"),
    BrokenSet(
      "a bus twice", cello + "[[bus]]\nid = \"hall\"\n[[bus]]\nid = \"Hall\"\n",
      "set.toml:8: bus 2: id: found \"Hall\" (line 6 has it too), expected an id that no other bus has "
        + "(large and small letters count as the same). Rename one of the two."),
    BrokenSet(
      "a bus called master", cello + "[[bus]]\nid = \"master\"\n",
      "set.toml:6: bus 1: id: found \"master\", expected an id that means nothing else to canon. "
        + "Choose another word."),
    BrokenSet(
      "a bus called like a stem", cello + "[[bus]]\nid = \"Cello\"\n",
      "set.toml:6: bus \"Cello\": id: found \"Cello\" (the stem of line 2 has it too), "
        + "expected an id that no stem has (both name ports). Rename one of the two."),
    BrokenSet(
      "a bus with a gain", cello + "[[bus]]\nid = \"hall\"\ngain = -3\n",
      "set.toml:7: bus \"hall\": gain: found an unknown key, expected one of \"id\", \"title\". "
        + "Remove the line, or correct the key."),
    BrokenSet(
      "17 buses", cello + (1...17).map { "[[bus]]\nid = \"b\($0)\"\n" }.joined(),
      "set.toml:5: bus: found 17 buses, expected at most 16 buses. Leave out what is not needed."),

    // MARK: Scenes
    BrokenSet(
      "a scene without an id", cello + "[[scene]]\ncommands = [\"stop all\"]\n",
      "set.toml:5: scene 1: id: \(badID("verse"))"),
    BrokenSet(
      "a scene twice",
      scene("commands = [\"stop all\"]\n") + "[[scene]]\nid = \"verse\"\ncommands = [\"stop all\"]\n",
      "set.toml:9: scene 2: id: found \"verse\" (line 6 has it too), expected an id that no other scene has "
        + "(large and small letters count as the same). Rename one of the two."),
    BrokenSet(
      "a scene without commands", scene(""), "set.toml:5: scene \"verse\": commands: \(badCommands)"),
    BrokenSet(
      "no commands", scene("commands = []\n"),
      "set.toml:7: scene \"verse\": commands: found an array of 0, \(badCommands)"),
    BrokenSet(
      "a command alone", scene("commands = \"stop all\"\n"),
      "set.toml:7: scene \"verse\": commands: found \"stop all\", \(badCommands)"),
    BrokenSet(
      "commands that are no texts", scene("commands = [\"stop all\", 3, [\"x\"]]\n"),
      "set.toml:7: scene \"verse\": commands: found 3, \(badCommands)",
      "set.toml:7: scene \"verse\": commands: found an array, \(badCommands)"),
    BrokenSet(
      "1001 commands", scene("commands = [\(String(repeating: "\"stop all\",", count: 1001))]\n"),
      "set.toml:7: scene \"verse\": commands: found an array of 1001, \(badCommands)"),
    BrokenSet(
      "a scene on a stem's own loop", scene("quantum = \"stem\"\ncommands = [\"stop all\"]\n"),
      "set.toml:7: scene \"verse\": quantum: found \"stem\", "
        + "expected now, beat, bar, loop or cycle, with a count if wanted. "
        + "Write e.g. quantum = \"bar:2\"; all of a scene happens on one frame."),
    BrokenSet(
      "a scene on bars without a tempo", scene("quantum = \"bar\"\ncommands = [\"stop all\"]\n"),
      "set.toml:7: scene \"verse\": quantum: found \"bar\", \(noTempo)"),
    BrokenSet(
      "a mistyped key of a scene", scene("comands = [\"stop all\"]\n"),
      "set.toml:5: scene \"verse\": commands: \(badCommands)",
      "set.toml:7: scene \"verse\": comands: found an unknown key, "
        + "expected one of \"id\", \"title\", \"quantum\", \"commands\". Did you mean \"commands\"?"),
  ]
}
