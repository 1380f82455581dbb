/// What Japanese sentences must be: Japanese, with no English but names, keys, commands and what a file says.
public enum JapaneseText {
  /// Words that every English sentence has, and that no command, key or name of canon is.
  private static let english: Set = [
    "the", "of", "is", "are", "was", "were", "and", "or", "with", "without", "that", "which", "this", "has",
    "have", "found", "expected", "write", "such", "cannot", "must", "its", "it", "an", "them",
  ]

  /// The English of a sentence, outside of quotation marks.
  public static func englishWords(in text: String) -> [String] {
    unquoted(text).split { !($0.isASCII && $0.isLetter) }.map { $0.lowercased() }.filter(english.contains)
  }

  /// Whether the text has Japanese letters: kana or kanji.
  public static func isJapanese(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      (0x3041...0x30fa).contains($0.value) || (0x4e00...0x9fff).contains($0.value)
    }
  }

  private static func unquoted(_ text: String) -> String {
    var result = "", end: Character?
    for character in text {
      if let close = end {
        if character == close { end = nil }
      } else if character == "\"" || character == "「" {
        end = character == "「" ? "」" : "\""
      } else {
        result.append(character)
      }
    }
    return result
  }
}
