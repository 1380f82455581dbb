import CanonControl
import CanonSession

/// Tab and Shift-Tab.
extension CommandLineEditor {
  /// The words that Tab steps through; empty if no completion is active.
  public var completions: [String] { completing?.words ?? [] }
  /// The index in ``completions`` of the word in the line.
  public var completionIndex: Int? { completing?.index }

  /// Inserts the next candidate into the line, or the previous one (`step` -1). A single candidate is followed by a
  /// space.
  mutating func complete(by step: Int) {
    if var completing {
      completing.index = (completing.index + step + completing.words.count) % completing.words.count
      put(completing)
      return
    }
    let typed = TypedWords(line.before)
    let words = CommandCompletion.candidates(for: typed, source)
    switch words.count {
    case 0: return
    case 1: _ = line.replaceBefore(typed.kept + CommandWords.quote(words[0]) + " ")
    default: put(Completing(kept: typed.kept, words: words, index: step > 0 ? 0 : words.count - 1))
    }
  }

  /// If a candidate does not fit, the line stays unchanged.
  private mutating func put(_ completing: Completing) {
    if line.replaceBefore(completing.kept + CommandWords.quote(completing.words[completing.index])) {
      self.completing = completing
    }
  }
}
