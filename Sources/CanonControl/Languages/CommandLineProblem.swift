import CanonFiles
import CanonSchedule
import CanonSession

/// Why a subcommand cannot do what was requested.
public enum CommandLineProblem: Error, Hashable, Sendable {
  /// The subcommands that there are.
  case unknownSubcommand(String, known: [String])
  /// No schedule or set is named, and there is no default.
  case noSource
  case option(OptionProblem)

  // render
  /// A journal's frames are those of its own sample rate, in hertz.
  case otherRate(journal: String, played: Int, asked: Int)
  /// The journal was played with another loop; with its own set.
  case otherLoop(journal: String, set: String)
  case noFolder(String, DiskError)
  /// The master and a stem would both be written to a file.
  case writtenTwice(output: String, stem: String)
  /// The file is read for the rendering.
  case overwritesInput(String)

  // doors
  case noDoors(String)
  case noOpenings(String)
  case notACalendar(String)

  // check
  /// The file is there and no picture of `canon check`.
  case notAPlot(String)
  /// The folder for mended files has something in it.
  case folderNotEmpty(String)
  /// A set file whose stems are not tables with a line for each key.
  case uneditableSet(String)

  // play: the limits of the process
  case fewFiles(Int, least: Int)
  /// In MiB, and whether the stems of the set need that much.
  case littleMemory(Int, least: Int, forStems: Bool)

  // new
  /// The file is there, and stays as it is.
  case alreadyThere(String)
  /// All stems of a set are bases, so that there is nothing for doors.
  case nothingForDoors(String)

  // ports
  /// The file is there, and stays as it is.
  case planExists(String)
  /// The canon of this name has no server, so that there is nothing to save.
  case nothingToSave(String)

  // ctl
  case noWord
  case unreadableAnswer(String)

  public func text(_ language: Language) -> String { language.wording.commandLine(self) }
}

/// The sentences of the command line.
public protocol CommandLineWording {
  func commandLine(_ problem: CommandLineProblem) -> String
  /// `--as-of` with something that is no instant.
  func asOf(_ problem: AsOf.Problem) -> String
  /// A journal does not say where the performance ended.
  func endless(_ journal: String) -> String
  /// The last line of a journal has no end.
  func torn(_ journal: String, line: Int) -> String
  /// The stems of a journal were stretched by another version of the library.
  func stretchedOtherwise(_ journal: String, by other: String, here: String) -> String
  /// Samples were beyond full scale.
  func clipped(_ path: String, _ count: Int) -> String
  func preview(_ day: String) -> String
  /// The first lines of the greeting of `canon play`: the set and its stems.
  func greeting(_ title: String, stems: [String]) -> [String]
  /// How to go on, for a person in line mode.
  var hint: String { get }
  /// The line about doors in the greeting of `canon play`.
  func greeting(_ day: String, isPreview: Bool, locked: [String]) -> String
  var noProblems: String { get }
  func problems(_ count: Int) -> String
  /// `canon new` has written a file.
  func written(_ path: String) -> String
  func renderedWithoutRefused(_ path: String) -> String
  func judgedAsOf(_ day: String) -> String
  /// A calendar was written.
  func openings(_ path: String, _ count: Int) -> String
  /// The answer of `canon ctl` to a command that waits for the clock.
  var acceptedForLater: String { get }
  func journalOfTheFuture(_ path: String, _ day: String) -> String
}

extension AsOf.Problem {
  public func text(_ language: Language) -> String { language.wording.asOf(self) }
}

extension Score {
  /// A sentence about a journal that ends early; nil if it does not.
  public func torn(_ language: Language) -> String? {
    if let tornLine { return language.wording.torn(path, line: tornLine) }
    return isEndless ? language.wording.endless(path) : nil
  }
}
