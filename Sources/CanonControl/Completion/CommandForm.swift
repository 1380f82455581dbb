import CanonEngine
import CanonSession
import CanonStems

/// One form of a word, read from left to right while it is typed.
struct CommandForm {
  private let parameters: [Parameter]
  private let source: CompletionSource

  init(_ parameters: [Parameter], _ source: CompletionSource) {
    (self.parameters, self.source) = (parameters, source)
  }

  /// Whether it begins with a choice, and `word` is one.
  func isMeant(by word: String) -> Bool {
    parameters.first.map { recognises(word, $0) } ?? false
  }

  /// The words that can come next; empty after a word that is not valid there.
  func next(after words: [String]) -> [String] {
    var rest = words[...]
    var index = 0
    /// The values already given to a parameter that repeats.
    var given: [String] = []
    while let word = rest.popFirst() {
      guard let taken = place(of: word, from: index, given: !given.isEmpty) else { return [] }
      let parameter = parameters[taken]
      if parameter.repeats {
        given.append(word)
        index = taken
        continue
      }
      if parameter.keyword != nil, rest.count < parameter.kind.wordCount {
        return values(parameter.kind, typed: rest.count, given: [])
      }
      if parameter.keyword != nil { rest = rest.dropFirst(parameter.kind.wordCount) }
      (index, given) = (taken + 1, [])
    }
    return reachable(from: index, given: !given.isEmpty).flatMap { parameter in
      parameter.keyword.map { [$0] } ?? values(parameter.kind, typed: 0, given: given)
    }
  }

  /// The parameter that a word belongs to: the first one that recognises it, else the first that accepts any word.
  private func place(of word: String, from index: Int, given: Bool) -> Int? {
    let candidates = indices(from: index, given: given)
    return candidates.first { recognises(word, parameters[$0]) }
      ?? candidates.first { parameters[$0].keyword == nil && parameters[$0].kind.takesAnything }
  }

  private func reachable(from index: Int, given: Bool) -> [Parameter] {
    indices(from: index, given: given).map { parameters[$0] }
  }

  /// The parameters that can come now: up to the first required one.
  private func indices(from index: Int, given: Bool) -> [Int] {
    var result: [Int] = []
    for next in index..<max(index, parameters.count) {
      result.append(next)
      let isSatisfied = parameters[next].isOptional || (next == index && given)
      if !isSatisfied { break }
    }
    return result
  }

  private func recognises(_ word: String, _ parameter: Parameter) -> Bool {
    if let keyword = parameter.keyword { return word == keyword }
    return switch parameter.kind {
    case .choice(let words): words.contains(word)
    case .quantum: Quantum(word) != nil
    // A stem may be called 2.
    case .number: Double(word) != nil && !source.stems.contains(word)
    case .stems, .stem, .frame, .scene, .file, .recording, .port, .bus, .length, .word, .time, .place,
      .command,
      .waiting, .playedTempo, .transposition, .variant, .span, .section, .destination:
      false
    }
  }

  /// - Parameters:
  ///   - typed: The number of words of the parameter already typed.
  ///   - given: The stems that are named already.
  private func values(_ kind: ParameterKind, typed: Int, given: [String]) -> [String] {
    switch kind {
    case .stems(let orMaster):
      let others = orMaster ? [StemSelection.master] + source.buses : []
      return stems(besides: given) + others.filter { !given.contains($0) }
    case .stem: return source.stems
    case .choice(let words): return words
    case .scene: return source.scenes
    case .variant: return source.variants
    case .section, .destination: return source.sections
    case .bus: return source.buses + [StemSet.cue]
    case .quantum: return CommandCompletion.quanta
    case .length: return typed == 1 ? TimeLength.units : []
    case .word: return Vocabulary.words(at: source.place).map(\.name)
    case .waiting: return ["all"]
    case .place, .span: return ["bar", "loop"]
    case .playedTempo, .transposition: return ["original"]
    case .number, .frame, .file, .recording, .port, .time, .command: return []
    }
  }

  /// The stems not yet named; none after `all`.
  private func stems(besides named: [String]) -> [String] {
    if named.contains("all") { return [] }
    let left = Set(named)
    return source.stems.filter { !left.contains($0) } + (named.isEmpty ? ["all"] : [])
  }
}

extension ParameterKind {
  /// The number of words in its value.
  fileprivate var wordCount: Int { self == .length ? 2 : 1 }

  fileprivate var takesAnything: Bool {
    switch self {
    case .stems, .stem, .scene, .variant, .section, .destination, .file, .recording, .port, .bus, .word,
      .waiting:
      true
    case .number, .frame, .choice, .quantum, .length, .time, .place, .span, .command, .playedTempo,
      .transposition:
      false
    }
  }
}
