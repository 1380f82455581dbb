import CanonSession

/// The answer to `help` as one JSON object on one line.
package struct HelpRecord: Encodable {
  struct Line: Encodable {
    var word: String
    var usage: String
    var summary: String
    var example: String?
  }

  let event = "help"
  let words =
    Vocabulary.words.map { Line(word: $0.name, usage: $0.usage, summary: $0.summary, example: $0.example) }
    + Vocabulary.views.map { Line(word: $0.name, usage: $0.name, summary: $0.summary) }
  let notes = Vocabulary.notes

  package init() {}

  /// The object's text, keys in alphabetical order.
  package var json: String { JSONText.text(self) }
}
