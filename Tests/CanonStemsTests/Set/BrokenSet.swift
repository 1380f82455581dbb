import Testing

/// A set file with something wrong, and what canon says about it.
struct BrokenSet: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var text: String
  var messages: [String]

  init(_ name: String, _ text: String, _ messages: String...) {
    (testDescription, self.text, self.messages) = (name, text, messages)
  }

  /// Four good lines.
  static let cello = "[[stem]]\nid = \"cello\"\nfile = \"cello.wav\"\nbase = true\n"

  /// A stem with this id, or this file.
  static func stem(id: String = "\"a\"", file: String = "\"a.wav\"") -> String {
    "[[stem]]\nid = \(id)\nfile = \(file)\nbase = true\n"
  }

  static let badID =
    "expected at most 40 ASCII letters, digits and hyphens, the first not a hyphen. "
    + "Write e.g. id = \"violin-a\"; the title may hold any letters."
  static let badGain =
    "expected decibels from -120 to 24. Write e.g. gain = -1.9; 0 leaves the file as it is."
  static let badTempo =
    "expected beats per minute from 1 to 1000, with at most three decimals. Write e.g. tempo = 80."
  static let badMeter =
    "expected beats per bar (1 to 64), a slash, and the note that is a beat (1, 2, 4, 8, 16 or 32). "
    + "Write e.g. meter = \"4/4\"."
  static let badLoop =
    "expected a length in bars, beats, frames or seconds. "
    + "Write e.g. loop = \"8 bars\", \"32 beats\", \"1152000 frames\" or \"24 s\"."
  static let badQuantum = "expected now, beat, bar, loop, stem or cycle, with a count if wanted."
  static let noTempo = "expected a tempo to count it by. Add e.g. tempo = 80, or write \"loop\" or \"now\"."
  static let stemKeys = quoted(
    "id", "title", "file", "channels", "base", "gain", "pan", "quantum", "key", "group", "region", "intro",
    "offset",
    "entry",
    "mode", "repeat", "length", "stretch", "transpose", "after", "buses")
  static let setKeys = quoted(
    "title", "tempo", "meter", "loop", "playback", "quantum", "ramp", "grace", "second_press", "pause",
    "seed", "bus",
    "stem", "click",
    "patch", "scene", "section", "variant", "midi")

  private static func quoted(_ keys: String...) -> String { keys.map { "\"\($0)\"" }.joined(separator: ", ") }

  static let all: [BrokenSet] = [
    // MARK: The file as a whole
    BrokenSet(
      "a syntax error", "tempo == 80\n" + cello,
      "set.toml:1: column 8: found = 80, expected a value: a text in quotes, a number, a date, true or false. "
        + "Compare the line with the examples in Documentation/Formats.md."),
    BrokenSet(
      "an unknown key of the set", "temop = 80\n" + cello,
      "set.toml:1: temop: found an unknown key, expected one of \(setKeys). Did you mean \"tempo\"?"),
    BrokenSet(
      "an unknown key of a stem", cello + "gian = -2\n",
      "set.toml:5: stem \"cello\": gian: found an unknown key, expected one of \(stemKeys). Did you mean \"gain\"?"
    ),
    BrokenSet(
      "doors in a set", cello + "[doors]\ncello = 2026-12-06\n",
      "set.toml:5: doors: found an unknown key, expected one of \(setKeys). "
        + "Doors belong in a schedule: move them to a file of its own, whose key set names this set."),
    BrokenSet(
      "keys of a schedule in a set",
      "set = \"x\"\ntime_zone = \"local\"\nyear = 1\nseason_ends = 1\n" + cello,
      "set.toml:1: set: found an unknown key, expected one of \(setKeys). "
        + "\"set\" belongs in a schedule: move it to a file of its own, whose key set names this set.",
      "set.toml:2: time_zone: found an unknown key, expected one of \(setKeys). "
        + "\"time_zone\" belongs in a schedule: move it to a file of its own, whose key set names this set.",
      "set.toml:3: year: found an unknown key, expected one of \(setKeys). "
        + "\"year\" belongs in a schedule: move it to a file of its own, whose key set names this set.",
      "set.toml:4: season_ends: found an unknown key, expected one of \(setKeys). "
        + "\"season_ends\" belongs in a schedule: move it to a file of its own, whose key set names this set."
    ),
    BrokenSet(
      "4001 stems", (1...4001).map { stem(id: "\"s\($0)\"") }.joined(),
      "set.toml:1: stem: found 4001 stems, expected at most 4000 stems. Divide the set."),
    BrokenSet(
      "1001 scenes", cello + String(repeating: "[[scene]]\n", count: 1001),
      "set.toml:5: scene: found 1001 scenes, expected at most 1000 scenes. Leave out what is not needed."),
    BrokenSet(
      "a stem that is a text", "stem = \"cello\"\n",
      "set.toml:1: stem: found \"cello\", expected one table for each stem. "
        + "Begin each stem with a line [[stem]], in double brackets."),
    BrokenSet(
      "an empty list of stems", "stem = []\n",
      "set.toml:1: stem: expected at least one stem. Add a line [[stem]], and below it id and file."),
    BrokenSet(
      "a truth value in English", stem().replacing("true", with: "yes"),
      "set.toml:4: column 8: found yes, expected true or false. Did you mean true?"),
    BrokenSet(
      "a key like no other", cello + "reverb = 1\n",
      "set.toml:5: stem \"cello\": reverb: found an unknown key, expected one of \(stemKeys). "
        + "Remove the line, or correct the key."),
    BrokenSet(
      "a title that is a number", "title = 3\n" + cello,
      "set.toml:1: title: found 3, expected a text in double quotes. Write e.g. title = \"Canon in D\"."),
    BrokenSet(
      "no stem", "title = \"x\"\n",
      "set.toml: stem: expected at least one stem. Add a line [[stem]], and below it id and file."),
    BrokenSet(
      "an empty file", "",
      "set.toml: stem: expected at least one stem. Add a line [[stem]], and below it id and file."),
    BrokenSet(
      "single brackets", "[stem]\nid = \"a\"\nfile = \"a.wav\"\n",
      "set.toml:1: stem: found a table, expected one table for each stem. "
        + "Begin each stem with a line [[stem]], in double brackets."),
    BrokenSet(
      "far too many stems", (0..<10_000).map { stem(id: "\"s\($0)\"") }.joined(),
      "set.toml:1: stem: found 10000 stems, expected at most 4000 stems. Divide the set."),

    // MARK: Ids
    BrokenSet("no id", "[[stem]]\nfile = \"a.wav\"\nbase = true\n", "set.toml:1: stem 1: id: \(badID)"),
    BrokenSet(
      "an id twice", cello + "[[stem]]\nid = \"Cello\"\nfile = \"b.wav\"\n",
      "set.toml:6: stem 2: id: found \"Cello\" (line 2 has it too), expected an id that no other stem has "
        + "(large and small letters count as the same). Rename one of the two."),
    BrokenSet(
      "an id with a space", stem(id: "\"violin a\""), "set.toml:2: stem 1: id: found \"violin a\", \(badID)"),
    BrokenSet("an id like an option", stem(id: "\"-a\""), "set.toml:2: stem 1: id: found \"-a\", \(badID)"),
    BrokenSet("an empty id", stem(id: "\"\""), "set.toml:2: stem 1: id: found \"\", \(badID)"),
    BrokenSet(
      "an id with an accent", stem(id: "\"célo\""), "set.toml:2: stem 1: id: found \"célo\", \(badID)"),
    BrokenSet(
      "an id with a control character", stem(id: "\"a\\u001b[2J\""),
      "set.toml:2: stem 1: id: found \"a\\u{1b}[2J\", \(badID)"),
    BrokenSet(
      "an id of 41 letters", stem(id: "\"\(String(repeating: "a", count: 41))\""),
      "set.toml:2: stem 1: id: found \"\(String(repeating: "a", count: 41))\", \(badID)"),
    BrokenSet("an id that is a number", stem(id: "7"), "set.toml:2: stem 1: id: found 7, \(badID)"),
    BrokenSet(
      "the id that means all stems", stem(id: "\"all\""),
      "set.toml:2: stem 1: id: found \"all\", expected an id that means nothing else to canon. Choose another word."
    ),
    BrokenSet(
      "the id of the master ports", stem(id: "\"Master\""),
      "set.toml:2: stem 1: id: found \"Master\", expected an id that means nothing else to canon. "
        + "Choose another word."),

    // MARK: Files
    BrokenSet(
      "no file", "[[stem]]\nid = \"a\"\nbase = true\n",
      "set.toml:1: stem \"a\": file: expected the name of a sound file in the set's folder. "
        + "Write e.g. file = \"0_cello.flac\"."),
    BrokenSet(
      "an empty file name", stem(file: "\"\""),
      "set.toml:3: stem \"a\": file: found \"\", expected the name of a sound file in the set's folder. "
        + "Write e.g. file = \"0_cello.flac\"."),
    BrokenSet(
      "a path out of the folder", stem(file: "\"x/../../a.wav\""),
      "set.toml:3: stem \"a\": file: found \"x/../../a.wav\", expected a file below the set's folder, "
        + "links resolved. Put the file into the folder of the set."),
    BrokenSet(
      "an absolute path", stem(file: "\"/etc/passwd\""),
      "set.toml:3: stem \"a\": file: found \"/etc/passwd\", expected a path relative to the set's folder. "
        + "Put the file into the folder of the set and write its name alone."),

    // MARK: Numbers
    BrokenSet(
      "a gain in words", cello + "gain = \"loud\"\n",
      "set.toml:5: stem \"cello\": gain: found \"loud\", \(badGain)"),
    BrokenSet(
      "an infinite gain", cello + "gain = inf\n", "set.toml:5: stem \"cello\": gain: found inf, \(badGain)"),
    BrokenSet(
      "a gain that is no number", cello + "gain = nan\n",
      "set.toml:5: stem \"cello\": gain: found nan, \(badGain)"),
    BrokenSet(
      "a gain of +200", cello + "gain = +200\n", "set.toml:5: stem \"cello\": gain: found +200, \(badGain)"),
    BrokenSet(
      "a pan of 2", cello + "pan = 2\n",
      "set.toml:5: stem \"cello\": pan: found 2, expected a number from -1 (left) to 1 (right). "
        + "Write e.g. pan = -0.3; 0 is the centre."),
    BrokenSet(
      "a base in words", "[[stem]]\nid = \"a\"\nfile = \"a.wav\"\nbase = \"yes\"\n",
      "set.toml:4: stem \"a\": base: found \"yes\", expected true or false. "
        + "Write base = true for a stem that sounds from the start."),

    // MARK: Time
    BrokenSet("a tempo of 0", "tempo = 0\n" + cello, "set.toml:1: tempo: found 0, \(badTempo)"),
    BrokenSet(
      "a tempo too fine", "tempo = 80.1234\n" + cello, "set.toml:1: tempo: found 80.1234, \(badTempo)"),
    BrokenSet(
      "a meter with a letter", "meter = \"4/5x\"\n" + cello, "set.toml:1: meter: found \"4/5x\", \(badMeter)"),
    BrokenSet(
      "a meter of fifths", "meter = \"4/5\"\n" + cello, "set.toml:1: meter: found \"4/5\", \(badMeter)"),
    BrokenSet(
      "a loop in words", "loop = \"eight bars\"\n" + cello,
      "set.toml:1: loop: found \"eight bars\", \(badLoop)"),
    BrokenSet("a loop without a unit", "loop = 24\n" + cello, "set.toml:1: loop: found 24, \(badLoop)"),
    BrokenSet(
      "a loop in bars without a tempo", "loop = \"8 bars\"\n" + cello,
      "set.toml:1: loop: found \"8 bars\", expected a tempo to count it by. "
        + "Add e.g. tempo = 80, or give the loop in seconds or frames."),
    BrokenSet(
      "a loop in frames of no base", "loop = \"48000 frames\"\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\n",
      "set.toml:1: loop: found \"48000 frames\", expected a base stem, whose sample rate says how long a frame is. "
        + "Add base = true to a stem, or give the loop in seconds."),
    BrokenSet(
      "neither loop nor base", "[[stem]]\nid = \"a\"\nfile = \"a.wav\"\n",
      "set.toml: loop: expected the loop's length, or a base stem that has it. "
        + "Add e.g. loop = \"24 s\", or base = true to the stem that sounds from the start."),
    BrokenSet(
      "a mistyped quantum", "tempo = 80\nquantum = \"bart\"\n" + cello,
      "set.toml:2: quantum: found \"bart\", \(badQuantum) Did you mean \"bar\"?"),
    BrokenSet(
      "a quantum of nothing", "tempo = 80\nquantum = \"bar:0\"\n" + cello,
      "set.toml:2: quantum: found \"bar:0\", \(badQuantum) "
        + "Write e.g. quantum = \"bar:2\", or { start = \"loop\", mute = \"beat\" }."),
    BrokenSet(
      "a quantum in bars without a tempo", "quantum = \"bar:2\"\n" + cello,
      "set.toml:1: quantum: found \"bar:2\", \(noTempo)"),
    BrokenSet(
      "quanta of a stem", cello + "quantum = { start = \"beat\", muet = \"now\" }\n",
      "set.toml:5: stem \"cello\": quantum: muet: found an unknown key, expected one of "
        + "\"start\", \"stop\", \"mute\", \"unmute\". Did you mean \"mute\"?",
      "set.toml:5: stem \"cello\": quantum: start: found \"beat\", \(noTempo)"),

    // MARK: All at once
    BrokenSet(
      "six things",
      "loop = \"8 bars\"\ntepmo = 80\n[[stem]]\nid = \"a b\"\nfile = \"/x\"\npan = 3\n[[stem]]\nid = \"c\"\n",
      "set.toml:1: loop: found \"8 bars\", expected a tempo to count it by. "
        + "Add e.g. tempo = 80, or give the loop in seconds or frames.",
      "set.toml:2: tepmo: found an unknown key, expected one of \(setKeys). Did you mean \"tempo\"?",
      "set.toml:4: stem 1: id: found \"a b\", \(badID)",
      "set.toml:5: stem 1: file: found \"/x\", expected a path relative to the set's folder. "
        + "Put the file into the folder of the set and write its name alone.",
      "set.toml:6: stem 1: pan: found 3, expected a number from -1 (left) to 1 (right). "
        + "Write e.g. pan = -0.3; 0 is the centre.",
      "set.toml:7: stem \"c\": file: expected the name of a sound file in the set's folder. "
        + "Write e.g. file = \"0_cello.flac\"."),
  ]
}
