import CanonEngine
import CanonSession

/// What a command line may go on with: the words of the vocabulary, then what each of them takes.
package enum CommandCompletion {
  /// The units of a fade's length, in the order in which one thinks of them.
  package static let units = ["bars", "beats", "loops", "s", "ms", "frames"]
  /// The words for when a change takes effect; a count (`bar:2`) is typed.
  package static let quanta = Quantum.Unit.allCases.map(\.word)
  package static let modes = SoloMode.allCases.map(\.word)

  /// - Parameter typed: The words before the cursor.
  /// - Returns: The words that the one being typed may become, not quoted; empty where only a person knows
  ///   (numbers, files) and where the command is at its end.
  package static func candidates(for typed: TypedWords, _ source: CompletionSource) -> [String] {
    let partial = typed.partial.lowercased()
    return next(typed.complete, source).filter { $0.lowercased().hasPrefix(partial) }
  }

  /// What may follow the words of a command.
  private static func next(_ words: [String], _ source: CompletionSource) -> [String] {
    guard let first = words.first else { return Vocabulary.words.map(\.name) + source.words }
    guard let word = Vocabulary.words.first(where: { $0.name == first }) else { return [] }
    let arguments = Array(words.dropFirst())
    switch word.arguments {
    case .request: return request(arguments, source)
    case .immediateRequest: return stems(besides: arguments, source)
    case .start: return start(arguments, source)
    case .gain: return mix(arguments, source, besides: [StemSelection.master] + source.buses)
    case .pan: return mix(arguments, source, besides: [])
    case .solo: return solo(arguments, source)
    case .scene: return arguments.isEmpty ? source.scenes : arguments.count == 1 ? quanta : []
    case .replace: return arguments.isEmpty ? source.stems : arguments.count == 2 ? quanta : []
    case .frames, .none: return []
    }
  }

  /// `STEM… [QUANTUM]`
  private static func request(_ arguments: [String], _ source: CompletionSource) -> [String] {
    if endsInQuantum(arguments) { return [] }
    return stems(besides: arguments, source) + (arguments.isEmpty ? [] : quanta)
  }

  /// `STEM… [QUANTUM] [from FRAME]`
  private static func start(_ arguments: [String], _ source: CompletionSource) -> [String] {
    if arguments.dropFirst().contains("from") { return [] }
    return request(arguments, source) + (arguments.isEmpty ? [] : ["from"])
  }

  /// `STEM… NUMBER [QUANTUM] [over LENGTH]`
  private static func mix(
    _ arguments: [String], _ source: CompletionSource, besides others: [String]
  ) -> [String] {
    if let over = arguments.dropFirst().lastIndex(of: "over") {
      return arguments.count - over == 2 ? units : []
    }
    guard let number = arguments.dropFirst().firstIndex(where: { isNumber($0, source) }) else {
      return stems(besides: arguments, source) + others.filter { !arguments.contains($0) }
    }
    return arguments.count - number == 1 ? quanta + ["over"] : ["over"]
  }

  /// `STEM… [on|off|alone] [QUANTUM]`, or `off [QUANTUM]`
  private static func solo(_ arguments: [String], _ source: CompletionSource) -> [String] {
    guard let last = arguments.last else { return stems(besides: [], source) + [SoloMode.off.word] }
    if arguments == [SoloMode.off.word] { return quanta }
    if endsInQuantum(arguments) { return [] }
    if arguments.count > 1 && modes.contains(last) { return quanta }
    return stems(besides: arguments, source) + modes + quanta
  }

  /// The stems that are not named yet. Who has said `all` has said all.
  private static func stems(besides named: [String], _ source: CompletionSource) -> [String] {
    if named.contains(all) { return [] }
    let left = Set(named)
    return source.stems.filter { !left.contains($0) } + (named.isEmpty ? [all] : [])
  }

  private static let all = "all"

  /// As the parser has it: the last word, if another one stands before it.
  private static func endsInQuantum(_ arguments: [String]) -> Bool {
    arguments.count > 1 && arguments.last.map { Quantum($0) != nil } ?? false
  }

  /// A stem may be called 2.
  private static func isNumber(_ word: String, _ source: CompletionSource) -> Bool {
    Double(word) != nil && !source.stems.contains(word)
  }
}
