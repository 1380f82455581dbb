import CanonSession

/// `help` in English, as the vocabulary has it.
extension English {
  func summary(_ word: Word) -> String { word.summary }
  func values(_ kind: ParameterKind) -> String { kind.values }
  func note(_ kind: ParameterKind) -> String? { kind.note }
  func byDefault(_ fallback: String) -> String { " (default: \(fallback))" }
  func example(_ line: String) -> String { "Example: \(line)" }
}
