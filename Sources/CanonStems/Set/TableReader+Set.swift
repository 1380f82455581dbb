import CanonFiles

/// Reading with the words of ``SetWording``.
extension TableReader {
  func text(_ key: String, _ words: some FileAdvice) -> String? {
    string(key, words)
  }

  /// The displayed title, cleaned; nil if it is missing or empty.
  func titleText() -> String? {
    text("title", SetWording.title).map(CleanText.clean).flatMap { $0.isEmpty ? nil : $0 }
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
    let meant = Suggestion.sentence(for: text, among: choices.map(\.word))
    report(
      key, found: CleanText.quote(text),
      Advice(
        expected: words.words.expected, remedy: meant.isEmpty ? words.words.remedy : String(meant.dropFirst())
      ))
    return nil
  }

  func tempo(_ key: String) -> Tempo? {
    guard let number = number(key, in: Tempo.range, SetWording.tempo) else { return nil }
    if let tempo = Tempo(number) { return tempo }
    report(key, found: "\(number)", SetWording.tempo)
    return nil
  }

  /// The name of a key of this table in messages: `stem "cello": quantum`.
  func field(_ key: String) -> String { [title, key].compactMap(\.self).joined(separator: ": ") }
}
