/// Splits a line into words. A word in double quotes may hold spaces; in it `\"` and `\\` stand for themselves.
public enum CommandWords {
  /// - Returns: nil if a quote is not closed on its line.
  public static func split(_ line: String) -> [String]? {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    var isQuoted = false, isWord = false, isEscaped = false
    for letter in line.unicodeScalars {
      if isQuoted && Character(letter).isNewline { return nil }
      if isEscaped {
        word.append(letter)
        isEscaped = false
      } else if isQuoted && letter == "\\" {
        isEscaped = true
      } else if letter == "\"" {
        isQuoted.toggle()
        isWord = true
      } else if letter.properties.isWhitespace && !isQuoted {
        if isWord { words.append(String(word)) }
        (word, isWord) = (.init(), false)
      } else {
        word.append(letter)
        isWord = true
      }
    }
    if isQuoted { return nil }
    if isWord { words.append(String(word)) }
    return words
  }

  /// The word in a form that ``split(_:)`` reads back.
  public static func quote(_ word: String) -> String {
    let isSpecial = { (letter: Unicode.Scalar) in letter == "\"" || letter == "\\" }
    let needsQuotes = word.unicodeScalars.contains { isSpecial($0) || $0.properties.isWhitespace }
    if !word.isEmpty && !needsQuotes { return word }
    let escaped = word.unicodeScalars.map { isSpecial($0) ? "\\\($0)" : "\($0)" }.joined()
    return "\"\(escaped)\""
  }
}
