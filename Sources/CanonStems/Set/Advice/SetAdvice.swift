import CanonFiles

/// Problems of the keys and tables of a set file. Those of one stem are ``StemAdvice``.
package enum SetAdvice: FileAdvice {
  case title
  case tempo
  case meter
  case loop
  case quantum
  case secondPress
  case pause
  case seed
  /// An example of the key.
  case milliseconds(String)

  // Tables
  case tables(SetTableKind)
  /// A key that belongs in a schedule, and the known keys of sets.
  case ofSchedule(key: String, known: [String])
  case noStem
  case tooMany(SetTableKind, Int, most: Int)
  case id(SetTableKind)
  /// The id of an earlier table of the same kind, and that table's line.
  case sameID(SetTableKind, String, line: Int?)
  case reservedID
  /// A bus with the id of a stem, and that stem's line.
  case busOfStem(String, line: Int?)
  case sceneQuantum
  case click
  case commands

  package var code: String? { Self.code("set", self) }

  package var words: Advice {
    switch self {
    case .title:
      Advice(expected: "a text in double quotes", remedy: "Write e.g. title = \"Canon in D\".")
    case .tempo:
      Advice(
        expected: "beats per minute from 1 to 1000, with at most three decimals",
        remedy: "Write e.g. tempo = 80.")
    case .meter:
      Advice(
        expected: "beats per bar (1 to 64), a slash, and the note that is a beat (1, 2, 4, 8, 16 or 32)",
        remedy: "Write e.g. meter = \"4/4\".")
    case .loop:
      Advice(
        expected: "a length in bars, beats, frames or seconds",
        remedy: "Write e.g. loop = \"8 bars\", \"32 beats\", \"1152000 frames\" or \"24 s\".")
    case .quantum:
      Advice(
        expected: "now, beat, bar, loop, stem or cycle, with a count if wanted",
        remedy: "Write e.g. quantum = \"bar:2\", or { start = \"loop\", mute = \"beat\" }.")
    case .secondPress:
      Advice(
        expected: "cancel or now",
        remedy: "Write e.g. second_press = \"now\"; cancel takes the first press back.")
    case .pause:
      Advice(
        expected: "silence or freeze",
        remedy: "Write e.g. pause = \"freeze\"; silence lets the music run on unheard.")
    case .seed:
      Advice(
        expected: "a whole number from 0 to \(SetBehaviour.largestSeed)", remedy: "Write e.g. seed = 2015.")
    case .milliseconds(let example):
      Advice(
        expected: "0 to 1000 milliseconds, with at most three decimals", remedy: "Write e.g. \(example).")
    case .tables(let kind):
      Advice(
        expected: "one table for each \(kind.rawValue)",
        remedy: "Begin each \(kind.rawValue) with a line [[\(kind.rawValue)]], in double brackets.")
    case .ofSchedule(let key, let known):
      Advice(
        expected: TableAdvice.oneOf(known),
        remedy: (key == "doors"
          ? "Doors belong in a schedule: move them" : "\"\(key)\" belongs in a schedule: move it")
          + " to a file of its own, whose key set names this set.")
    case .noStem:
      Advice(expected: "at least one stem", remedy: "Add a line [[stem]], and below it id and file.")
    case .tooMany(let kind, let count, let most):
      Advice(
        found: counted(count, kind), expected: "at most \(counted(most, kind))",
        remedy: kind == .stem ? "Divide the set." : "Leave out what is not needed.")
    case .id(let kind):
      Advice(
        expected: "at most 40 ASCII letters, digits and hyphens, the first not a hyphen",
        remedy: "Write e.g. \(kind.key) = \"\(kind.example)\""
          + (kind == .variant ? "." : "; the title may hold any letters."))
    case .sameID(let kind, let id, let line):
      Advice(
        found: CleanText.quote(id) + (line.map { " (line \($0) has it too)" } ?? ""),
        expected:
          "\(kind == .variant ? "a name" : "an id") that no other \(kind.rawValue) has (large and small letters count as the same)",
        remedy: "Rename one of the two.")
    case .reservedID:
      Advice(expected: "an id that means nothing else to canon", remedy: "Choose another word.")
    case .busOfStem(let id, let line):
      Advice(
        found: "\"\(id)\"" + (line.map { " (the stem of line \($0) has it too)" } ?? ""),
        expected: "an id that no stem has (both name ports)", remedy: "Rename one of the two.")
    case .sceneQuantum:
      Advice(
        expected: "now, beat, bar, loop or cycle, with a count if wanted",
        remedy: "Write e.g. quantum = \"bar:2\"; all of a scene happens on one frame.")
    case .click:
      Advice(
        expected: "a table with the sounds of the click",
        remedy: "Write e.g. a line [click], and below it file = \"beat.wav\".")
    case .commands:
      Advice(
        expected: "1 to \(SceneSpec.mostCommands) commands in double quotes",
        remedy: "Write e.g. commands = [\"start violin-a\", \"gain cello -6\"].")
    }
  }

  /// `1 stem`, `16 buses`.
  private func counted(_ count: Int, _ kind: SetTableKind) -> String {
    "\(count) \(kind.rawValue)" + (count == 1 ? "" : kind == .bus ? "es" : "s")
  }
}
