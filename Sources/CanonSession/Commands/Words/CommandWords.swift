/// Splits a line into words. A word in double quotes may hold spaces; in it `\"` and `\\` stand for themselves.
public enum CommandWords {
  /// - Returns: nil if a quote is not closed on its line.
  public static func split(_ line: String) -> [String]? {
    if let words = splitPlain(line) { return words }
    var reader = WordReader()
    for letter in line.unicodeScalars {
      if reader.isQuoted && Character(letter).isNewline { return nil }
      reader.read(letter)
    }
    if reader.isQuoted { return nil }
    return reader.complete + (reader.word.map { [String($0)] } ?? [])
  }

  /// The words of a line of ASCII without quotes, as nearly all lines are; nil for any other.
  private static func splitPlain(_ line: String) -> [String]? {
    var line = line
    return line.withUTF8 { letters in
      var words: [String] = []
      words.reserveCapacity(4)
      // Where the word begins that is being read; nil between words.
      var start: Int?
      for place in letters.indices {
        let letter = letters[place]
        if letter >= 0x80 || letter == UInt8(ascii: "\"") { return nil }
        if !isSpace(letter) {
          start = start ?? place
        } else if let begin = start {
          words.append(String(decoding: letters[begin..<place], as: UTF8.self))
          start = nil
        }
      }
      if let start { words.append(String(decoding: letters[start...], as: UTF8.self)) }
      return words
    }
  }

  /// Whether a letter of ASCII is white space.
  fileprivate static func isSpace(_ letter: UInt8) -> Bool {
    letter == 0x20 || (0x09...0x0d).contains(letter)
  }

  /// The word in a form that ``split(_:)`` reads back.
  public static func quote(_ word: String) -> String {
    let isSpecial = { (letter: Unicode.Scalar) in letter == "\"" || letter == "\\" }
    let needsQuotes = word.unicodeScalars.contains { isSpecial($0) || $0.isSpace }
    if !word.isEmpty && !needsQuotes { return word }
    let escaped = word.unicodeScalars.map { isSpecial($0) ? "\\\($0)" : "\($0)" }.joined()
    return "\"\(escaped)\""
  }
}

/// Reads the words of a line letter by letter; quotes and escapes are no part of a word.
package struct WordReader {
  /// The words that a space has ended.
  package private(set) var complete: [String] = []
  /// The word that has begun; nil between words.
  package private(set) var word: String.UnicodeScalarView?
  package private(set) var isQuoted = false
  private var isEscaped = false

  package init() {}

  package mutating func read(_ letter: Unicode.Scalar) {
    if letter.isSpace && !isQuoted {
      if let word { complete.append(String(word)) }
      word = nil
    } else if isQuoted && !isEscaped && letter == "\\" {
      isEscaped = true
    } else if !isEscaped && letter == "\"" {
      isQuoted.toggle()
      word = word ?? .init()
    } else {
      word = word ?? .init()
      word?.append(letter)
      isEscaped = false
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is white space; of ASCII without a look into the tables.
  fileprivate var isSpace: Bool {
    isASCII ? CommandWords.isSpace(UInt8(value)) : properties.isWhitespace
  }
}
