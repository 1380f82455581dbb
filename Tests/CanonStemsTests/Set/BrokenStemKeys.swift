/// What is wrong with the keys of a stem.
extension BrokenSet {
  private static let badKey =
    "expected one letter, digit or sign of ASCII, in double quotes. Write e.g. key = \"1\"."
  private static let badGroup =
    "expected at most 40 ASCII letters, digits and hyphens, the first not a hyphen. "
    + "Write e.g. group = \"reeds\"."
  private static let badRepeat =
    "expected a whole number from 1 to 1000000. Write e.g. repeat = 4; without it the stem plays on."
  private static let badFollow =
    "expected a table with loops and then. Write e.g. after = { loops = 4, then = \"stop\" }."
  private static let badLoops = "expected a whole number from 1 to 1000000. Write e.g. loops = 4."
  private static let badThen =
    "expected stop, mute, any, or start: and the id of a stem. Write e.g. then = \"start:violin-b\"."
  private static let badSend =
    "expected decibels from -120 to 24. Write e.g. buses = { hall = -6 }; 0 sends the stem as it is."

  private static let badChannels =
    "expected one or two different numbers from 1 to 32, in brackets. Write e.g. channels = [3, 4] for the file's third and "
    + "fourth channel as left and right, or [3] for one on both sides."

  /// The cello with this line, and a violin.
  private static func cello(_ line: String) -> String {
    cello + line + "\n[[stem]]\nid = \"violin\"\nfile = \"violin.wav\"\n"
  }

  private static func found(_ text: String, _ field: String, _ message: String) -> String {
    "set.toml:5: stem \"cello\": \(field): found \(text), \(message)"
  }

  static let stemKeyRows: [BrokenSet] = [
    // MARK: Keys and groups
    BrokenSet("a key of two letters", cello("key = \"ab\""), found("\"ab\"", "key", badKey)),
    BrokenSet("an empty key", cello("key = \"\""), found("\"\"", "key", badKey)),
    BrokenSet("the space as a key", cello("key = \" \""), found("\" \"", "key", badKey)),
    BrokenSet("a key with an accent", cello("key = \"é\""), found("\"é\"", "key", badKey)),
    BrokenSet("a control character as a key", cello("key = \"\\t\""), found("\"\\u{9}\"", "key", badKey)),
    BrokenSet("a key without quotes", cello("key = 1"), found("1", "key", badKey)),
    BrokenSet(
      "a key twice", cello("key = \"1\"") + "key = \"1\"\n",
      "set.toml:9: stem \"violin\": key: found \"1\" (line 5 has it too), "
        + "expected a key that no other stem has. Choose another key."),
    BrokenSet(
      "a group with a space", cello("group = \"high reeds\""), found("\"high reeds\"", "group", badGroup)),
    BrokenSet("an empty group", cello("group = \"\""), found("\"\"", "group", badGroup)),
    BrokenSet(
      "two bases in a group", cello("group = \"reeds\"") + "base = true\ngroup = \"Reeds\"\n",
      "set.toml:10: stem \"violin\": group: found \"Reeds\", to which the base \"cello\" belongs, "
        + "expected at most one base in a group: its stems exclude each other. "
        + "Remove base = true from one of the two, or its group."),

    // MARK: Channels
    BrokenSet("a channel without brackets", cello("channels = 3"), found("3", "channels", badChannels)),
    BrokenSet("no channel", cello("channels = []"), found("[]", "channels", badChannels)),
    BrokenSet("channel 0", cello("channels = [0, 1]"), found("[0, 1]", "channels", badChannels)),
    BrokenSet("channel 33", cello("channels = [33]"), found("[33]", "channels", badChannels)),
    BrokenSet("a channel twice", cello("channels = [2, 2]"), found("[2, 2]", "channels", badChannels)),
    BrokenSet("three channels", cello("channels = [1, 2, 3]"), found("[1, 2, 3]", "channels", badChannels)),
    BrokenSet("half a channel", cello("channels = [1.5]"), found("[1.5]", "channels", badChannels)),
    BrokenSet("a channel in words", cello("channels = [\"1\"]"), found("[\"1\"]", "channels", badChannels)),

    // MARK: How it is played
    BrokenSet(
      "a mistyped intro", cello("intro = \"upbaet\""),
      found("\"upbaet\"", "intro", "expected upbeat, boundary or none. Did you mean \"upbeat\"?")),
    BrokenSet(
      "an intro that is true", cello("intro = true"),
      found(
        "true", "intro",
        "expected upbeat, boundary or none. "
          + "Write e.g. intro = \"upbeat\": heard before the boundary on which the loop begins.")),
    BrokenSet(
      "an entry in the middle", cello("entry = \"middle\""),
      found(
        "\"middle\"", "entry",
        "expected phase or top. "
          + "Write e.g. entry = \"top\": the stem begins with its first frame, whenever it starts.")),
    BrokenSet(
      "a mode twice", cello("mode = \"twice\""),
      found("\"twice\"", "mode", "expected loop or once. Write e.g. mode = \"once\".")),
    BrokenSet("no repeats", cello("repeat = 0"), found("0", "repeat", badRepeat)),
    BrokenSet("too many repeats", cello("repeat = 1000001"), found("1000001", "repeat", badRepeat)),
    BrokenSet("half a repeat", cello("repeat = 1.5"), found("1.5", "repeat", badRepeat)),
    BrokenSet(
      "once, four times", cello("mode = \"once\"\nrepeat = 4"),
      "set.toml:6: stem \"cello\": repeat: found 4, expected no other number than 1 with mode = \"once\". "
        + "Remove one of the two."),
    BrokenSet(
      "a length in seconds", cello("length = \"24 s\""),
      found(
        "\"24 s\"", "length",
        "expected free. Write length = \"free\" if the file nearly is as long as the loop, and that is meant."
      )),
    BrokenSet(
      "an offset without a unit", cello("offset = -1"),
      found(
        "-1", "offset",
        "expected a length in bars, beats, frames or seconds, with a minus before it if wanted. "
          + "Write e.g. offset = \"1 beat\" or \"-0.5 s\".")),
    BrokenSet(
      "an offset in beats without a tempo", cello("offset = \"-1 beat\""),
      found(
        "\"-1 beat\"", "offset",
        "expected a tempo to count it by. Add e.g. tempo = 80, or give the offset in seconds or frames.")),

    // MARK: What follows
    BrokenSet("a follower that is a word", cello("after = \"stop\""), found("\"stop\"", "after", badFollow)),
    BrokenSet(
      "a follower of nothing", cello("after = {}"), "set.toml:5: stem \"cello\": after: loops: \(badLoops)",
      "set.toml:5: stem \"cello\": after: then: \(badThen)"),
    BrokenSet(
      "a follower after no loops", cello("after = { loops = 0, then = \"stop\" }"),
      found("0", "after: loops", badLoops)),
    BrokenSet(
      "a follower that starts nothing", cello("after = { loops = 4, then = \"start:\" }"),
      found("\"start:\"", "after: then", badThen)),
    BrokenSet(
      "a follower with another key", cello("after = { loops = 4, then = \"any\", than = 1 }"),
      found(
        "an unknown key", "after: than", "expected one of \"loops\", \"then\". Did you mean \"then\"?")),
    BrokenSet(
      "a follower that is mistyped", cello("after = { loops = 4, then = \"start:voilin\" }"),
      found(
        "\"start:voilin\"", "after: then",
        "expected the id of a stem of the set. Did you mean \"start:violin\"?")),
    BrokenSet(
      "a follower that is no stem", cello("after = { loops = 4, then = \"start:drums\" }"),
      found("\"start:drums\"", "after: then", "expected the id of a stem of the set. Correct the id.")),
    BrokenSet(
      "a follower of itself", cello("after = { loops = 4, then = \"start:cello\" }"),
      found(
        "\"start:cello\"", "after: then",
        "expected another stem. Without the key \"after\" the stem goes on by itself.")),
    BrokenSet(
      "a follower after the end", cello("repeat = 2\nafter = { loops = 3, then = \"start:violin\" }"),
      "set.toml:6: stem \"cello\": after: loops: found 3, expected at most 2: after that the stem stops by itself. "
        + "Give fewer loops, or let the stem repeat more often."),

    // MARK: Buses
    BrokenSet(
      "buses in an array", cello("buses = [\"hall\"]"),
      found(
        "an array", "buses", "expected a table with decibels for each bus. Write e.g. buses = { hall = -6 }.")
    ),
    BrokenSet(
      "a bus where there is none", cello("buses = { hall = -6 }"),
      found(
        "no bus of the set", "buses: hall",
        "expected one of \"cue\". Correct the id, or add a [[bus]] with it.")),
    BrokenSet(
      "a mistyped bus", cello("buses = { hal = -6 }") + "[[bus]]\nid = \"hall\"\n",
      found("no bus of the set", "buses: hal", "expected one of \"hall\", \"cue\". Did you mean \"hall\"?")),
    BrokenSet(
      "a bus at +200 dB", cello("buses = { hall = 200 }") + "[[bus]]\nid = \"hall\"\n",
      found("200", "buses: hall", badSend)),
    BrokenSet(
      "a bus at no number", cello("buses = { hall = nan }") + "[[bus]]\nid = \"hall\"\n",
      found("nan", "buses: hall", badSend)),
  ]

  // MARK: - Regions

  private static func badRegion(_ text: String) -> BrokenSet {
    BrokenSet(
      "the region \"\(text)\"", cello("region = \"\(text)\""),
      found(
        "\"\(text)\"", "region",
        "expected two places in the file with two dots between them, of which one may be left out. "
          + "Write e.g. region = \"115200 ..\", \".. 24 s\" or \"bar 3 .. bar 5\"."))
  }

  private static func reversed(_ text: String) -> BrokenSet {
    BrokenSet(
      "the region \"\(text)\"", "tempo = 80\nloop = \"8 bars\"\n" + cello("region = \"\(text)\""),
      "set.toml:7: stem \"cello\": region: found \"\(text)\", expected an end that comes after the beginning. "
        + "Correct one of the two; the earlier place stands first.")
  }

  static let regionRows: [BrokenSet] =
    [
      "", "..", " .. ", "1", "1 . 2", "1...2", "-1 ..", "bar 0 ..", "bar 1.5 ..", "3 bar 5 ..", "1 .. 2 .. 3",
      "a .. b",
    ]
    .map(badRegion)
    + [
      "5 .. 5", "6 .. 5", "2.4 s .. 2.4 s", "bar 5 .. bar 3", "2 bars .. bar 3", "8 beats .. beat 9", ".. 0",
      "1 s .. bar 1",
    ].map(reversed) + [
      BrokenSet(
        "a region in bars without a tempo", cello("region = \"bar 3 .. bar 5\""),
        found(
          "\"bar 3 .. bar 5\"", "region",
          "expected a tempo to count it by. Add e.g. tempo = 80, or give the region in seconds or frames."))
    ]
}
