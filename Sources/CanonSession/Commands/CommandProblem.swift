import CanonEngine
import CanonFiles
import CanonSchedule

/// Why a command was not carried out. Nothing was changed.
public enum CommandProblem: Error, Hashable, Sendable {
  /// Not understood at this place.
  case unknownWord(String, Place)
  /// A line whose word cannot be used at this place.
  case notHere(String, Word, Place)
  case missing(Parameter.Kind, Word)
  /// What was written is not what belongs there.
  case invalid(String, Parameter.Kind, Word)
  case unknownStem(String, known: [String])
  /// Only the base is there, which `all` and globs spare.
  case noneMeant([String])
  /// A quote without its end.
  case openQuote(String)
  case unknownScene(String, known: [String])
  /// A scene happens on one frame.
  case notOfAScene(Quantum)
  /// What only one stem can be asked at a time.
  case oneStem(String)
  /// A fade longer than the engine knows, or in bars of a set that has none.
  case noSuchFade(FadeLength)
  /// The boundary is beyond the reach of the clock.
  case tooFar(stem: String, Quantum)
  case unexpected(String, Word)
  case tooLong(Int)
  /// The set has no tempo, so that there are no bars or no beats.
  case noGrid(Quantum)
  /// The door of the stem is shut.
  case locked(Refusal)
  /// When the engine received it, a stem that the door needs did not play any more.
  case needEnded(stem: String)
  /// The door is open but the stem's file could not be loaded.
  case notLoaded(stem: String, FileProblems)
  /// The engine has no room for more commands.
  case busy
  /// Nobody receives commands, and too many wait already.
  case tooMany

  /// What is wrong, with the value, what was expected, and what to do.
  public var message: String {
    switch self {
    case .unknownWord(let word, let place):
      let meant = Suggestion.sentence(for: word, among: Vocabulary.words(at: place).map(\.name))
      return "unknown word \(CleanText.quote(word)).\(meant) Type \"help\" for the words."
    case .notHere(let line, _, .scenes):
      return "\(CleanText.quote(line)) cannot be part of a scene: it is not a change of stems on one frame."
    case .notHere(_, let word, let place):
      let places = Place.allCases.filter(word.places.contains).map(\.phrase)
      return "\"\(word.name)\" cannot be used \(place.phrase), only \(Suggestion.list(places))."
    case .missing(let kind, let word):
      return "\(word.name): a \(kind.noun) is missing. Use: \(word.usage), e.g. \(word.example)"
    case .invalid(let text, let kind, let word): return Self.invalid(CleanText.quote(text), kind, word)
    case .unknownStem(let text, let known):
      let meant = Suggestion.sentence(for: text, among: known)
      return
        "no stem is called \(CleanText.quote(text)).\(meant) There are: \(Suggestion.list(known))."
    case .noneMeant(let words):
      return
        "\(CleanText.quote(words.joined(separator: " "))) means every stem but the base, and there is none. Name the base."
    case .openQuote(let text):
      return "\(CleanText.quote(text)): a quote is not closed. Write a name with spaces as \"take 2.flac\"."
    case .unknownScene(let text, let known):
      if known.isEmpty {
        return
          "this set defines no scenes, so there is no \(CleanText.quote(text)). Add one with [[scene]] in its set file."
      }
      let meant = Suggestion.sentence(for: text, among: known)
      return
        "no scene is called \(CleanText.quote(text)).\(meant) There are: \(Suggestion.list(known))."
    case .notOfAScene(let quantum):
      return
        "\"\(quantum)\" cannot be used with a scene: each stem has loops of its own, and a scene happens on one frame. Use now, beat, bar, loop or cycle."
    case .oneStem(let text):
      return "\(CleanText.quote(text)) means several stems; replace takes one. Name the stem."
    case .noSuchFade(let length):
      return
        "no fade can take \(length): the set has no such unit, or it is more than \(EngineHandle.longestFade) frames. Use a shorter length, or one in seconds."
    case .tooFar(let stem, let quantum):
      return
        "\"\(stem)\": the next boundary \"\(quantum)\" is too far in the future. Use loop, or a smaller count."
    case .unexpected(let text, let word):
      return "\(word.name): \(CleanText.quote(text)) is one word too many. Use: \(word.usage)"
    case .tooLong(let length):
      return "a line of \(length) bytes is too long. Expected a command of at most 1000."
    case .noGrid(let quantum):
      return
        "the set has no \(quantum.unit.word)s. Use now, loop, stem or cycle, or give the set a tempo and a loop that it divides."
    case .locked(let refusal): return refusal.message
    case .needEnded(let stem):
      return "\(stem) was not started: a stem that its door needs has just ended. Start that one first."
    case .notLoaded(let stem, let problems):
      return "\"\(stem)\" cannot sound: \(problems.message)"
    case .tooMany:
      return
        "\(Performance.mostWaiting) commands are waiting already. This one was not carried out: repeat it later."
    case .busy:
      return "the engine is busy: too many commands are waiting. This one will be received later."
    }
  }

  private static func invalid(_ text: String, _ kind: Parameter.Kind, _ word: Word) -> String {
    switch kind {
    case .number(let range):
      let isOfStems = word.forms[0].contains(where: \.repeats)
      return
        "\(word.name): \(text) is not \(range.expectation), e.g. \(word.name) \(isOfStems ? "cello " : "")\(range.example)."
    case .frame: return "\(word.name): \(text) is not a frame. Expected a whole number, e.g. from 1152000."
    case .quantum:
      return
        "\(text) is not a quantum. Expected now, beat, bar, loop, stem or cycle, with a count if wanted, as bar:2."
    case .length:
      return
        "\(text) is not a length. Expected a number and loops, bars, beats, s, ms or frames, as over 2 bars."
    case .stems, .stem, .choice, .scene, .file, .word:
      return "\(word.name): \(text) is not \(kind.values). Use: \(word.usage), e.g. \(word.example)"
    }
  }
}

extension CommandProblem {
  /// Whether a door is the reason.
  public var isLocked: Bool { if case .locked = self { true } else { false } }

  /// Whether it was said wrongly, so that saying it again will not help.
  public var isUsage: Bool {
    switch self {
    case .locked, .needEnded, .notLoaded, .busy, .tooMany, .tooFar, .noneMeant: false
    default: true
    }
  }
}
