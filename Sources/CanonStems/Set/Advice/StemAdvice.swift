import CanonFiles

/// Problems of the keys of a stem in a set file. Those of the keys about playing are ``PlayingAdvice``.
package enum StemAdvice: FileAdvice {
  case file
  case channels
  case base
  case gain
  case pan
  case key
  /// The key of an earlier stem, and that stem's line.
  case sameKey(String, line: Int?)

  // Groups and buses
  case group
  /// A second base in a group, whose first base has this id; nil if its id cannot be read.
  case groupOfBases(String, base: String?)
  case sends
  case send
  case unknownBus(String, known: [String])

  package var code: String? { Self.code("stem", self) }

  package var words: Advice {
    switch self {
    case .file:
      Advice(
        expected: "the name of a sound file in the set's folder",
        remedy: "Write e.g. file = \"0_cello.flac\".")
    case .channels:
      Advice(
        expected: "one or two different numbers from 1 to \(ChannelChoice.most), in brackets",
        remedy:
          "Write e.g. channels = [3, 4] for the file's third and fourth channel as left and right, or [3] for one on both sides."
      )
    case .base:
      Advice(expected: "true or false", remedy: "Write base = true for a stem that sounds from the start.")
    case .gain:
      Advice(
        expected: "decibels from -120 to 24", remedy: "Write e.g. gain = -1.9; 0 leaves the file as it is.")
    case .pan:
      Advice(
        expected: "a number from -1 (left) to 1 (right)", remedy: "Write e.g. pan = -0.3; 0 is the centre.")
    case .key:
      Advice(
        expected: "one letter, digit or sign of ASCII, in double quotes", remedy: "Write e.g. key = \"1\".")
    case .sameKey(let key, let line):
      Advice(
        found: CleanText.quote(key) + (line.map { " (line \($0) has it too)" } ?? ""),
        expected: "a key that no other stem has", remedy: "Choose another key.")
    case .group:
      Advice(
        expected: "at most 40 ASCII letters, digits and hyphens, the first not a hyphen",
        remedy: "Write e.g. group = \"reeds\".")
    case .groupOfBases(let group, let base):
      Advice(
        found: "\"\(group)\", to which the base \(base.map { "\"\($0)\"" } ?? "above") belongs",
        expected: "at most one base in a group: its stems exclude each other",
        remedy: "Remove base = true from one of the two, or its group.")
    case .sends:
      Advice(
        expected: "a table with decibels for each bus", remedy: "Write e.g. buses = { hall = -6 }.")
    case .send:
      Advice(
        expected: "decibels from -120 to 24",
        remedy: "Write e.g. buses = { hall = -6 }; 0 sends the stem as it is.")
    case .unknownBus(let id, let known):
      Advice(
        found: "no bus of the set", expected: TableAdvice.oneOf(known),
        remedy: Suggestion.nearest(to: id, among: known).map { "Did you mean \"\($0)\"?" }
          ?? "Correct the id, or add a [[bus]] with it.")
    }
  }
}
