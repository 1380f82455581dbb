import CanonEngine
import CanonFiles
import CanonSchedule

/// Why a command was not carried out. Nothing was changed.
public enum CommandProblem: Error, Hashable, Sendable {
  case unknownWord(String)
  case noStem(Word)
  /// Stems are named, but the number is missing.
  case noNumber(Word)
  case unknownStem(String, known: [String])
  /// Only the base is there, which `all` and globs spare.
  case noneMeant([String])
  case notAQuantum(String)
  case notDecibels(String)
  case notAPan(String)
  case notFrames(String)
  case unexpected(String, Word)
  case tooLong(Int)
  /// The set has no tempo, so that there are no bars or no beats.
  case noGrid(Quantum)
  /// The door of the stem is shut.
  case locked(Refusal)
  /// The door is open but the stem's file could not be loaded.
  case notLoaded(stem: String, FileProblems)
  /// The engine has no room for more commands.
  case busy

  /// What is wrong, with the value, what was expected, and what to do.
  public var message: String {
    switch self {
    case .unknownWord(let word):
      let meant = Suggestion.sentence(for: word, among: Vocabulary.words.map(\.name))
      return "unknown word \(CleanText.quote(word)).\(meant) Type \"help\" for the words."
    case .noStem(let word):
      return "\(word.name): a stem is missing. Use: \(word.usage), e.g. \(word.example)"
    case .noNumber(let word):
      return "\(word.name): a number is missing. Use: \(word.usage), e.g. \(word.example)"
    case .unknownStem(let text, let known):
      let meant = Suggestion.sentence(for: text, among: known)
      return
        "no stem is called \(CleanText.quote(text)).\(meant) There are: \(known.joined(separator: ", "))."
    case .noneMeant(let words):
      return
        "\(CleanText.quote(words.joined(separator: " "))) means every stem but the base, and there is none. Name the base."
    case .notAQuantum(let text):
      return
        "\(CleanText.quote(text)) is not a quantum. Expected now, beat, bar or loop, with a count if wanted, as bar:2."
    case .notDecibels(let text):
      return "gain: \(CleanText.quote(text)) is not a number of decibels from -120 to 24, e.g. gain cello -6."
    case .notAPan(let text):
      return "pan: \(CleanText.quote(text)) is not a number from -1 (left) to 1 (right), e.g. pan cello 0.3."
    case .notFrames(let text):
      return
        "skip: \(CleanText.quote(text)) is not a number of frames from 0 to 1000000000000, e.g. skip 4096."
    case .unexpected(let text, let word):
      return "\(word.name): \(CleanText.quote(text)) is one word too many. Use: \(word.usage)"
    case .tooLong(let length):
      return "a line of \(length) bytes is too long. Expected a command of at most 1000."
    case .noGrid(let quantum):
      return
        "the set has no \(quantum.unit.word)s. Use now or loop, or give the set a tempo and a loop that it divides."
    case .locked(let refusal): return refusal.message
    case .notLoaded(let stem, let problems):
      return "\"\(stem)\" cannot sound: \(problems.message)"
    case .busy:
      return "the engine is busy: too many commands wait to be received. The command will be received later."
    }
  }
}
