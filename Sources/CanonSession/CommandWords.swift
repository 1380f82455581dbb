/// Splits a line into words. A word in double quotes may hold spaces; in it `\"` and `\\` stand for themselves.
enum CommandWords {
  /// - Returns: nil when a quote is not closed.
  static func split(_ line: String) -> [String]? {
    var words: [String] = []
    var word = ""
    var isQuoted = false, isWord = false, isEscaped = false
    for letter in line {
      if isEscaped {
        word.append(letter)
        isEscaped = false
      } else if isQuoted && letter == "\\" {
        isEscaped = true
      } else if letter == "\"" {
        isQuoted.toggle()
        isWord = true
      } else if letter.isWhitespace && !isQuoted {
        if isWord { words.append(word) }
        (word, isWord) = ("", false)
      } else {
        word.append(letter)
        isWord = true
      }
    }
    if isQuoted { return nil }
    if isWord { words.append(word) }
    return words
  }

  /// The word as ``split(_:)`` gives it back.
  static func quote(_ word: String) -> String {
    let isPlain = !word.isEmpty && !word.contains { $0.isWhitespace || $0 == "\"" || $0 == "\\" }
    if isPlain { return word }
    let escaped = word.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
    return "\"\(escaped)\""
  }
}
