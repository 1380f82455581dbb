import CanonEngine
import CanonSession

/// The possible continuations of a command line, from the table of words.
package enum CommandCompletion {
  /// The words for when a change takes effect; a count (`bar:2`) is typed.
  package static let quanta = Quantum.Unit.allCases.map(\.word)

  /// - Parameter typed: The words before the cursor.
  /// - Returns: The completions of the current word, not quoted; empty for numbers and files, and at the end of
  ///   the command.
  package static func candidates(for typed: TypedWords, _ source: CompletionSource) -> [String] {
    let partial = typed.partial.lowercased()
    return next(typed.complete, source).filter { $0.lowercased().hasPrefix(partial) }
  }

  /// The words that can follow a time or a length, and then those of the command that waits.
  private static func next(
    _ words: [String], waitingFor time: ParameterKind, _ source: CompletionSource
  ) -> [String] {
    guard let first = words.first else { return time == .time ? ["bar", "loop"] : [] }
    let count = first.first == "@" ? 1 : 2
    if words.count >= count { return next(Array(words.dropFirst(count)), source) }
    if time == .length { return TimeLength.units }
    return Double(first) == nil ? [] : ["s"]
  }

  /// The words that can follow the words of a command.
  private static func next(_ words: [String], _ source: CompletionSource) -> [String] {
    let known = Vocabulary.words(at: source.place)
    guard let first = words.first else { return known.map(\.name) }
    guard let word = known.first(where: { $0.name == first }) else { return [] }
    let arguments = Array(words.dropFirst())
    if let time = word.forms[0].first?.kind, word.forms[0].last?.kind == .command {
      return next(arguments, waitingFor: time, source)
    }
    let forms = word.forms.map { CommandForm($0, source) }
    // A form that begins with a choice is recognised by its first word.
    let meant = arguments.isEmpty ? forms : forms.dropFirst().filter { $0.isMeant(by: arguments[0]) }
    return (meant.isEmpty ? [forms[0]] : meant).flatMap { $0.next(after: arguments) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
