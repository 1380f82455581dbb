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
  /// There is no scene after that one, or before it; nil for none run yet.
  case noMoreScenes(after: String?)
  case noEarlierScene(before: String?)
  /// The asker has changed nothing that could be taken back.
  case nothingToUndo
  /// What the asker has changed last was changed by others since: what, and by whom.
  case overridden(String, [String])
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
  public func text(_ language: Language) -> String { language.wording.problem(self) }

  /// ``text(_:)`` in English.
  public var message: String { text(.english) }
}

extension CommandProblem {
  /// Whether a door is the reason.
  public var isLocked: Bool { if case .locked = self { true } else { false } }

  /// Whether it was said wrongly, so that saying it again will not help.
  public var isUsage: Bool {
    switch self {
    case .locked, .needEnded, .notLoaded, .busy, .tooMany, .tooFar, .noneMeant, .noMoreScenes,
      .noEarlierScene,
      .nothingToUndo, .overridden:
      false
    default: true
    }
  }

  /// For programs: it stays, whatever the language.
  public var code: String {
    switch self {
    case .unknownWord: "unknown-word"
    case .notHere: "not-here"
    case .missing: "missing"
    case .invalid: "invalid"
    case .unknownStem: "unknown-stem"
    case .noneMeant: "none-meant"
    case .openQuote: "open-quote"
    case .unknownScene: "unknown-scene"
    case .notOfAScene: "not-of-a-scene"
    case .noMoreScenes: "no-more-scenes"
    case .noEarlierScene: "no-earlier-scene"
    case .nothingToUndo: "nothing-to-undo"
    case .overridden: "overridden"
    case .oneStem: "one-stem"
    case .noSuchFade: "no-such-fade"
    case .tooFar: "too-far"
    case .unexpected: "unexpected"
    case .tooLong: "too-long"
    case .noGrid: "no-grid"
    case .locked: "locked"
    case .needEnded: "need-ended"
    case .notLoaded: "not-loaded"
    case .busy: "busy"
    case .tooMany: "too-many"
    }
  }
}
