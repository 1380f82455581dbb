import CanonFiles
import CanonSession

/// The answers to `help`, for people.
public enum HelpText {
  /// A line for each word of a place, then the meaning of the words in capitals.
  public static func words(at place: Place, _ language: Language = .english) -> [String] {
    let words = Vocabulary.words(at: place)
    let width = words.map(\.usage.count).max() ?? 0
    return words.map { pad($0.usage, width) + "  " + language.wording.summary($0) }
      + Vocabulary.notes(at: place, language)
  }

  /// One word: its usage, and the values and the default of each parameter.
  public static func word(_ word: Word, _ language: Language = .english) -> [String] {
    let wording = language.wording
    let parameters = word.forms.joined().reduce(into: [Parameter]()) { if !$0.contains($1) { $0.append($1) } }
    let width = parameters.map(\.usage.count).max() ?? 0
    return word.usages + [wording.summary(word)]
      + parameters.map { parameter in
        "  \(pad(parameter.usage, width))  \(wording.values(parameter.kind))"
          + (parameter.fallback.map(wording.byDefault) ?? "")
      }
      + [wording.example(word.example)]
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
