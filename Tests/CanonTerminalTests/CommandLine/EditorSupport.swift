import CanonControl
import CanonTerminal

extension CommandLineEditor {
  /// Types a text letter by letter.
  mutating func type(_ text: String) { for letter in text { _ = handle(.character(letter)) } }

  /// Presses keys one after the other.
  mutating func press(_ keys: Key...) { for key in keys { _ = handle(key) } }

  /// The line with a bar where the cursor is.
  var shown: String {
    let index = text.index(text.startIndex, offsetBy: cursor)
    return text[..<index] + "|" + text[index...]
  }

  /// An editor in which a text was typed.
  static func typed(_ text: String, history: [String] = [], source: CompletionSource = CompletionSource())
    -> Self
  {
    var editor = CommandLineEditor(history: CommandHistory(history), source: source)
    editor.type(text)
    return editor
  }
}
