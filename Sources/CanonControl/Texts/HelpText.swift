import CanonSession

/// The answers to `help`, for people.
public enum HelpText {
  /// A line for each word of a place, then the meaning of the words in capitals.
  public static func words(at place: Place) -> [String] {
    let words = Vocabulary.words(at: place)
    let width = words.map(\.usage.count).max() ?? 0
    return words.map { pad($0.usage, width) + "  " + $0.summary } + Vocabulary.notes(at: place)
  }

  /// One word: its usage, and the values and the default of each parameter.
  public static func word(_ word: Word) -> [String] {
    let parameters = word.forms.joined().reduce(into: [Parameter]()) { if !$0.contains($1) { $0.append($1) } }
    let width = parameters.map(\.usage.count).max() ?? 0
    return word.usages + [word.summary]
      + parameters.map { parameter in
        "  \(pad(parameter.usage, width))  \(parameter.kind.values)"
          + (parameter.fallback.map { " (default: \($0))" } ?? "")
      }
      + ["Example: \(word.example)"]
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
