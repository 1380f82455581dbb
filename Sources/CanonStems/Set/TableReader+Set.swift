import CanonFiles

/// Reading with the words of ``SetWording``.
extension TableReader {
  func text(_ key: String, _ words: SetWording.Words) -> String? {
    string(key, expected: words.expected, remedy: words.remedy)
  }

  /// The displayed title, cleaned; nil if it is missing or empty.
  func titleText() -> String? {
    text("title", SetWording.title).map(CleanText.clean).flatMap { $0.isEmpty ? nil : $0 }
  }

  func number(_ key: String, in range: ClosedRange<Double>, _ words: SetWording.Words) -> Double? {
    number(key, in: range, expected: words.expected, remedy: words.remedy)
  }

  func integer(_ key: String, in range: ClosedRange<Int>, _ words: SetWording.Words) -> Int? {
    integer(key, in: range, expected: words.expected, remedy: words.remedy)
  }

  /// A text that represents a value; reported if it does not.
  func parsed<Value>(_ key: String, _ parse: (String) -> Value?, _ words: SetWording.Words) -> Value? {
    guard let text = text(key, words) else { return nil }
    if let value = parse(text) { return value }
    report(key, found: CleanText.quote(text), words)
    return nil
  }

  /// One of a few words; any other word is reported with the nearest one.
  func choice<Value>(
    _ key: String, _ choices: [(word: String, value: Value)], _ words: SetWording.Words
  ) -> Value? {
    guard let text = text(key, words) else { return nil }
    if let choice = choices.first(where: { $0.word == text }) { return choice.value }
    let meant = Suggestion.sentence(for: text, among: choices.map(\.word))
    report(
      key, found: CleanText.quote(text), expected: words.expected,
      remedy: meant.isEmpty ? words.remedy : String(meant.dropFirst()))
    return nil
  }

  func tempo(_ key: String) -> Tempo? {
    guard let number = number(key, in: Tempo.range, SetWording.tempo) else { return nil }
    if let tempo = Tempo(number) { return tempo }
    report(key, found: "\(number)", SetWording.tempo)
    return nil
  }

  func report(_ key: String?, found: String?, _ words: SetWording.Words) {
    report(key, found: found, expected: words.expected, remedy: words.remedy)
  }

  /// The name of a key of this table in messages: `stem "cello": quantum`.
  func field(_ key: String) -> String { [title, key].compactMap(\.self).joined(separator: ": ") }
}
