import CanonFiles

/// Reading with the words of ``SetWording``.
extension TableReader {
  func text(_ key: String, _ words: SetWording.Words) -> String? {
    string(key, expected: words.expected, remedy: words.remedy)
  }

  func number(_ key: String, in range: ClosedRange<Double>, _ words: SetWording.Words) -> Double? {
    number(key, in: range, expected: words.expected, remedy: words.remedy)
  }

  /// A text that means a value; reported when it does not.
  func parsed<Value>(_ key: String, _ parse: (String) -> Value?, _ words: SetWording.Words) -> Value? {
    guard let text = text(key, words) else { return nil }
    if let value = parse(text) { return value }
    report(key, found: CleanText.quote(text), words)
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
}
