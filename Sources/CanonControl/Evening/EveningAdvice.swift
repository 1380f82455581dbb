import CanonFiles
import CanonSession

/// All problems of the file of an evening.
package enum EveningAdvice: TranslatedAdvice {
  case version
  case line
  case end
  case missing
  /// Whose evening it should be.
  case owner(Evening.Owner)

  package var code: String? { Self.code("evening", self) }

  package var words: Advice {
    let expected =
      switch self {
      case .version: "a saved performance of version \(EveningText.version), which this canon writes"
      case .line: "a line as canon writes it"
      case .end: "\"end\" as the last line"
      case .missing:
        "the time, the rate, the position, and everything else that every saved performance has, within range"
      case .owner(let owner):
        "the performance of \(CleanText.quote(owner.source)), played as \(CleanText.quote(owner.name))"
      }
    return Advice(
      expected: expected, remedy: "Nothing of it is used, and the next performance that is saved replaces it."
    )
  }
}
