import CanonSession

/// The words before a cursor as ``CommandWords`` splits them, except for the last one, which is still being
/// typed and may have an open quote.
package struct TypedWords: Hashable, Sendable {
  private(set) var complete: [String] = []
  /// The current word without its quotes; empty after a space.
  package let partial: String
  /// Everything before the partial word.
  package let kept: String

  package init(_ text: String) {
    var word = String.UnicodeScalarView()
    var isQuoted = false, isEscaped = false
    var start: String.Index?
    for index in text.unicodeScalars.indices {
      let letter = text.unicodeScalars[index]
      if letter.properties.isWhitespace && !isQuoted {
        if start != nil { complete.append(String(word)) }
        (word, start) = (.init(), nil)
        continue
      }
      start = start ?? index
      if isEscaped {
        word.append(letter)
        isEscaped = false
      } else if isQuoted && letter == "\\" {
        isEscaped = true
      } else if letter == "\"" {
        isQuoted.toggle()
      } else {
        word.append(letter)
      }
    }
    partial = String(word)
    kept = String(text[..<(start ?? text.endIndex)])
  }
}
