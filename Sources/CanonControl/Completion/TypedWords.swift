import CanonSession

/// The words before a cursor as ``CommandWords`` splits them, except for the last one, which is still being
/// typed and may have an open quote.
package struct TypedWords: Hashable, Sendable {
  let complete: [String]
  /// The current word without its quotes; empty after a space.
  package let partial: String
  /// Everything before the partial word.
  package let kept: String

  package init(_ text: String) {
    var reader = WordReader()
    var start: String.Index?
    for index in text.unicodeScalars.indices {
      reader.read(text.unicodeScalars[index])
      start = reader.word == nil ? nil : start ?? index
    }
    complete = reader.complete
    partial = reader.word.map { String($0) } ?? ""
    kept = String(text[..<(start ?? text.endIndex)])
  }
}
