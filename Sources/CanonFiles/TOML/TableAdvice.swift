/// Problems of tables in every file.
public enum TableAdvice: FileAdvice {
  case unknownKey(String, known: [String])
  /// An unknown key that belongs in another place, which the remedy names.
  case misplaced(known: [String], remedy: String)

  public var code: String? { Self.code("table", self) }

  public var words: Advice {
    switch self {
    case .unknownKey(let key, let known):
      let meant = Suggestion.sentence(for: key, among: known)
      return Advice(
        expected: Self.oneOf(known),
        remedy: meant.isEmpty ? "Remove the line, or correct the key." : String(meant.dropFirst()))
    case .misplaced(let known, let remedy): return Advice(expected: Self.oneOf(known), remedy: remedy)
    }
  }

  private static func oneOf(_ known: [String]) -> String {
    "one of \(known.map { "\"\($0)\"" }.joined(separator: ", "))"
  }
}
