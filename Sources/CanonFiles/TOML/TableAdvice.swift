/// Problems of tables in every file.
public enum TableAdvice: FileAdvice {
  case unknownKey(String, known: [String])
  /// A mistyped word, where this one is meant; without it the advice would be the other one.
  case meant(String, AnyAdvice)
  /// An array of this number of values, where the other advice says what is expected.
  case array(Int, AnyAdvice)

  public var code: String? {
    switch self {
    case .unknownKey: Self.code("table", self)
    case .meant(_, let advice), .array(_, let advice): advice.code
    }
  }

  public var words: Advice {
    switch self {
    case .unknownKey(let key, let known):
      let meant = Suggestion.sentence(for: key, among: known)
      return Advice(
        expected: Self.oneOf(known),
        remedy: meant.isEmpty ? "Remove the line, or correct the key." : String(meant.dropFirst()))
    case .meant(let word, let advice):
      return Advice(expected: advice.words.expected, remedy: "Did you mean \"\(word)\"?")
    case .array(let count, let advice):
      var words = advice.words
      words.found = "an array of \(count)"
      return words
    }
  }

  /// What is expected where only these words are known.
  package static func oneOf(_ known: [String]) -> String {
    "one of \(known.map { "\"\($0)\"" }.joined(separator: ", "))"
  }
}
