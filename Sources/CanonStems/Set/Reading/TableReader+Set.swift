import CanonFiles

/// Reading the keys of sets.
extension TableReader {
  func text(_ key: String, _ words: some FileAdvice) -> String? {
    string(key, words)
  }

  /// The displayed title, cleaned; nil if it is missing or empty.
  func titleText() -> String? {
    text("title", SetAdvice.title).map(CleanText.clean).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A text that represents a value; reported if it does not.
  func parsed<Value>(_ key: String, _ parse: (String) -> Value?, _ words: some FileAdvice) -> Value? {
    guard let text = text(key, words) else { return nil }
    if let value = parse(text) { return value }
    report(key, found: CleanText.quote(text), words)
    return nil
  }

  /// One of a few words; any other word is reported with the nearest one.
  func choice<Value>(
    _ key: String, _ choices: [(word: String, value: Value)], _ words: some FileAdvice
  ) -> Value? {
    guard let text = text(key, words) else { return nil }
    if let choice = choices.first(where: { $0.word == text }) { return choice.value }
    report(key, found: CleanText.quote(text), word: text, among: choices.map(\.word), words)
    return nil
  }

  /// Reports a wrong text; the remedy names the known word that is nearest to a part of it.
  /// - Parameter word: nil if no other word is meant.
  func report(
    _ key: String, found text: String, word: String?, among known: [String], _ advice: some FileAdvice
  ) {
    if let meant = word.flatMap({ Suggestion.nearest(to: $0, among: known) }) {
      report(key, found: text, TableAdvice.meant(meant, AnyAdvice(advice)))
    } else {
      report(key, found: text, advice)
    }
  }

  func tempo(_ key: String) -> Tempo? {
    guard let number = number(key, in: Tempo.range, SetAdvice.tempo) else { return nil }
    if let tempo = Tempo(number) { return tempo }
    report(key, found: "\(number)", SetAdvice.tempo)
    return nil
  }

  /// The name of a key of this table in messages: `stem "cello": quantum`.
  func field(_ key: String) -> String { [title, key].compactMap(\.self).joined(separator: ": ") }
}
