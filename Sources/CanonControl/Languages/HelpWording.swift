import CanonFiles
import CanonSession

/// The sentences of `help`. The vocabulary has the English ones; other languages tell the same of each word.
public protocol HelpWording {
  /// What the word does, in one sentence.
  func summary(_ word: Word) -> String
  /// The accepted values.
  func values(_ kind: ParameterKind) -> String
  /// The meaning of the word in capitals; nil if it explains itself.
  func note(_ kind: ParameterKind) -> String?
  /// What applies without the parameter, behind its values.
  /// - Parameter fallback: In English.
  func byDefault(_ fallback: String) -> String
  func example(_ line: String) -> String
}

extension Vocabulary {
  /// The meanings of the words in capitals, each once.
  public static func notes(at place: Place, _ language: Language) -> [String] {
    words(at: place).flatMap(\.forms).joined().compactMap { language.wording.note($0.kind) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
