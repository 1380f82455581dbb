import CanonFiles

/// All problems of programmes.
package enum SetListAdvice: FileAdvice {
  case title
  case pieces
  case tooMany(Int)
  case source
  case fromFolder
  case unclean
  case itself
  case otherProgramme
  case loops
  case scene
  case unknownScene(known: [String])
  case gap
  /// Where one set or schedule is needed.
  case notHere

  package var code: String? { Self.code("programme", self) }

  package var words: Advice {
    switch self {
    case .title:
      Advice(
        expected: "a text in quotes", remedy: "Write for example title = \"Vespers\", or remove the line.")
    case .pieces:
      Advice(
        expected: "a [[piece]] for each piece of the programme",
        remedy: "Write for example [[piece]], and below it source = \"../Stems/pachelbel-canon\".")
    case .tooMany(let count):
      Advice(
        found: "\(count) pieces", expected: "at most \(SetList.mostPieces) pieces",
        remedy: "Make two programmes of it.")
    case .source:
      Advice(
        expected: "the set or schedule of the piece, as seen from the programme's folder",
        remedy: "Write for example source = \"../Stems/pachelbel-canon\".")
    case .fromFolder:
      Advice(
        expected: "a path that starts in the programme's folder",
        remedy: "Write it from there; use .. to go up one folder.")
    case .unclean:
      Advice(
        expected: "a path without control characters or marks of text direction", remedy: "Retype the path.")
    case .itself:
      Advice(
        expected: "a set or a schedule, not this programme itself",
        remedy: "Name another file, or remove the piece.")
    case .otherProgramme:
      Advice(
        expected: "a set or a schedule, not a programme",
        remedy: "Copy the pieces of that programme into this one.")
    case .loops:
      Advice(
        expected: "a whole number of loops from 1 to \(SetList.mostLoops)",
        remedy:
          "Write for example loops = 8, or remove the line: the piece then plays until somebody goes on."
      )
    case .scene:
      Advice(
        expected: "the id of a scene of the piece's set, in quotes",
        remedy:
          "Write for example scene = \"coda\": the piece ends one loop after it, or as many as loops says."
      )
    case .unknownScene(let known):
      Advice(
        expected: known.isEmpty
          ? "a set with scenes" : "a scene of the set: \(Suggestion.list(known))",
        remedy: "Correct the id, or write loops = 8 instead.")
    case .gap:
      Advice(
        expected: "a silence in seconds or milliseconds, as \"4 s\" or \"500 ms\", at most one hour",
        remedy: "Write for example gap = \"4 s\", or remove the line: the next piece then follows at once.")
    case .notHere:
      Advice(
        found: "a programme", expected: "one schedule or set",
        remedy: "Name a piece of the programme instead.")
    }
  }
}
