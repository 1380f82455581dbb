import CanonEngine
import CanonSession

/// All words that canon understands, from every surface. The parser, completion, the help texts, the JSON
/// schema of the control socket and Documentation/Commands.md all come from ``words``.
public enum Vocabulary {
  public static let words: [Word] = [
    stemWords, sceneWords, musicWords, performanceWords, viewWords, journalWords,
  ].flatMap(\.self)

  /// The words that can be used at a place.
  public static func words(at place: Place) -> [Word] { words.filter { $0.places.contains(place) } }

  package static func word(_ name: String) -> Word? { byName[name] }

  /// Every word by its name and its aliases.
  private static let byName = Dictionary(
    words.flatMap { word in ([word.name] + word.aliases).map { ($0, word) } },
    uniquingKeysWith: { first, _ in first })

  /// The meanings of the words in capitals, for help texts.
  public static func notes(at place: Place) -> [String] {
    words(at: place).flatMap(\.forms).joined().compactMap(\.kind.note)
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// When a change of a stem takes effect unless a command says.
  static let usualQuantum = Parameter.optional(.quantum, default: "the stem's, else the set's")
}
