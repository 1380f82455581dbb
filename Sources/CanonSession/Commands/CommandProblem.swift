import CanonEngine
import CanonFiles
import CanonSchedule

/// Why a command was refused. It changed nothing. It is indirect because much has room for one that hardly ever has one.
public indirect enum CommandProblem: Error, Hashable, Sendable {
  /// Not understood at this place.
  case unknownWord(String, Place)
  /// A line whose word cannot be used at this place.
  case notHere(String, WordUsage, Place)
  case missing(ParameterKind, WordUsage)
  /// The text is not valid for the parameter.
  case invalid(String, ParameterKind, WordUsage)
  case unknownStem(String, known: [String])
  /// The selection covers only the base, which `all` and globs skip.
  case noneMeant([String])
  /// A quote is not closed.
  case openQuote(String)
  case unknownScene(String, known: [String])
  case unknownVariant(String, known: [String])
  case unknownBus(String, known: [String])
  case unknownMark(Int, known: [Int])
  case tooManyMarks(most: Int)
  /// What does not lie in the loop of so many bars (0 without a tempo) and seconds, or is too short.
  case noSection(SectionSpan, bars: Int, seconds: Double)
  case unknownSection(String, known: [String])
  /// There is no section before or after this one; nil for a place between sections.
  case noOtherSection(SectionStep, from: String?)
  /// The music is in no named section, and nothing repeats.
  case noSectionHere
  /// Several things have this name; with the ways to say which is meant, after `goto`.
  case severalDestinations(String, [String])
  /// A scene happens on one frame.
  case notOfAScene(Quantum)
  /// There is no scene after that one, or before it; nil for none run yet.
  case noMoreScenes(after: String?)
  case noEarlierScene(before: String?)
  /// No programme plays.
  case noProgramme
  /// The programme has fewer pieces.
  case unknownPiece(Int, count: Int)
  /// No piece of the programme has the source of the one to go on with; with the number of pieces.
  case pieceGone(String, count: Int)
  /// There is no piece after that one, or before it, that can be played.
  case noMorePieces
  case noEarlierPiece
  /// The piece with this number cannot be played.
  case pieceNotPlayable(Int, FileProblems)
  /// Another piece begins before its frame.
  case pieceEnded
  /// It waited for its boundary while another piece, reload, tempo or key was asked for, which counts instead.
  case superseded
  /// The asker has changed nothing that can be undone.
  case nothingToUndo
  /// Others have changed since what the asker changed last: the parts, with their askers.
  case overridden(String, [Overriding])
  /// A command for one stem was given for several.
  case oneStem(String)
  /// The fade is longer than the engine supports, or in bars of a set that has none.
  case noSuchFade(TimeLength)
  /// The boundary is too far in the future.
  case tooFar(stem: String, Quantum)
  case unexpected(String, WordUsage)
  case tooLong(Int)
  /// A command that cannot wait for a frame, by its word.
  case cannotWait(String)
  /// The time of a command that is to wait is too far in the future, or in bars or beats of a set that has none.
  case noSuchTime(CommandTime)
  /// The place is too far away, or in bars or beats of a set that has none.
  case noSuchPlace(SeekPlace)
  /// The time of a command was too long ago, in seconds: more than ``Performance/longestLateness``.
  case longPast(CommandTime, seconds: Double)
  /// The number of commands that wait already is the limit.
  case tooManyWaiting(Int)
  /// No command with this number waits.
  case notWaiting(Int, waiting: [Int])
  /// The set has no bars or no beats, because it has no tempo.
  case noGrid(Quantum)
  /// The set has no beats for a click, or no bars for a count-in.
  case noClick(isCountIn: Bool)
  /// The door of the stem is shut.
  case locked(Refusal)
  /// When the engine received it, a stem that the door needs no longer played.
  case needEnded(stem: String)
  /// The door is open but the stem's file could not be loaded.
  case notLoaded(stem: String, FileProblems)
  /// The set, the schedule or a sound file cannot be read again. Everything stays as it is.
  case notReloaded(FileProblems)
  /// While it was read something else has changed, so that it does not fit.
  case outOfDate
  /// Another tempo or key was asked for while the samples of this one were made, and counts instead.
  case otherPlayback
  /// JACK gives no more ports for new stems or buses: the name of the first that is missing.
  case noPort(String)
  /// The journal does not have the text of the edition with this number.
  case noEdition(Int)
  /// Nothing is recorded, or nothing was.
  case notRecorded(RecordProblem)
  /// Nothing is captured, or kept.
  case notCaptured(CaptureProblem)
  /// There are no pads that could be bound.
  case noLearner
  /// No page is served to browsers that pair.
  case noPairing
  /// No browser with this number is paired.
  case notPaired(Int)
  /// The engine has no room for more commands.
  case busy
  /// No engine receives commands, and too many are waiting.
  case tooMany(Int)
  /// The performance ended before the engine received it.
  case ended
}

extension CommandProblem {
  /// Whether a door is the reason.
  public var isLocked: Bool { if case .locked = self { true } else { false } }

  /// Whether the command itself is wrong, so that repeating it does not help.
  public var isUsage: Bool {
    switch self {
    case .locked, .needEnded, .notLoaded, .busy, .tooMany, .tooFar, .noneMeant, .noMoreScenes,
      .noEarlierScene, .noOtherSection, .noSectionHere, .noMorePieces, .noEarlierPiece, .pieceNotPlayable,
      .pieceEnded, .pieceGone, .superseded, .nothingToUndo,
      .overridden, .noLearner, .noPairing,
      .notPaired, .longPast,
      .tooManyWaiting, .notWaiting,
      .notReloaded,
      .outOfDate, .otherPlayback, .noPort, .ended:
      false
    case .notRecorded(let problem): problem.isUsage
    case .notCaptured(let problem): problem.isUsage
    default: true
    }
  }

  /// A stable word for programs, the same in every language.
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
    case .unknownVariant: "unknown-variant"
    case .unknownBus: "unknown-bus"
    case .unknownMark: "unknown-mark"
    case .tooManyMarks: "too-many-marks"
    case .noSection: "no-section"
    case .unknownSection: "unknown-section"
    case .noOtherSection: "no-other-section"
    case .noSectionHere: "no-section-here"
    case .severalDestinations: "several-destinations"
    case .notOfAScene: "not-of-a-scene"
    case .noMoreScenes: "no-more-scenes"
    case .noEarlierScene: "no-earlier-scene"
    case .noProgramme: "no-programme"
    case .unknownPiece: "unknown-piece"
    case .pieceGone: "piece-gone"
    case .noMorePieces: "no-more-pieces"
    case .noEarlierPiece: "no-earlier-piece"
    case .pieceNotPlayable: "piece-not-playable"
    case .pieceEnded: "piece-ended"
    case .superseded: "superseded"
    case .nothingToUndo: "nothing-to-undo"
    case .overridden: "overridden"
    case .oneStem: "one-stem"
    case .noSuchFade: "no-such-fade"
    case .tooFar: "too-far"
    case .unexpected: "unexpected"
    case .tooLong: "too-long"
    case .cannotWait: "cannot-wait"
    case .noSuchTime: "no-such-time"
    case .noSuchPlace: "no-such-place"
    case .longPast: "long-past"
    case .tooManyWaiting: "too-many-waiting"
    case .notWaiting: "not-waiting"
    case .noGrid: "no-grid"
    case .noClick: "no-click"
    case .locked: "locked"
    case .needEnded: "need-ended"
    case .notLoaded: "not-loaded"
    case .notReloaded: "not-reloaded"
    case .outOfDate: "out-of-date"
    case .otherPlayback: "other-playback"
    case .noPort: "no-port"
    case .noEdition: "no-edition"
    case .notRecorded(let problem): problem.code
    case .notCaptured(let problem): problem.code
    case .noLearner: "no-learner"
    case .noPairing: "no-pairing"
    case .notPaired: "not-paired"
    case .busy: "busy"
    case .tooMany: "too-many"
    case .ended: "ended"
    }
  }
}
