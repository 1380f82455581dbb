import CanonControl
import CanonFiles
import CanonJack
import CanonNSM
import CanonNetwork
import CanonSchedule
import CanonSession
import CanonStems

/// Why a subcommand fails: the message and the status.
struct Failure: Error {
  let status: ExitStatus
  /// Each begins with the thing it is about.
  let lines: [String]
  /// What a session manager is told of it; nil for the lines.
  private(set) var refusal: NSMRefusal?

  init(_ status: ExitStatus, _ lines: [String]) {
    self.status = status
    self.lines = lines
  }

  init(_ status: ExitStatus, _ line: String) { self.init(status, [line]) }

  /// An error of another module, with its status.
  init(_ error: any Error, _ language: Language = .english) {
    switch error {
    case let failure as Failure: self = failure
    case let problems as FileProblems:
      self.init(.badFile, problems.problems.map { $0.text(language) })
    case let problem as FileProblem: self.init(.badFile, problem.text(language))
    case let problem as JackProblem: self.init(.noServer, problem.text(language))
    case let problem as JournalProblem: self.init(.cannotWrite, problem.text(language))
    case let problem as RecordProblem: self.init(.cannotWrite, problem.text(language))
    case let problem as SoundProblem: self.init(.cannotWrite, problem.fileProblem.text(language))
    case let refusal as NSMRefusal:
      self.init(.cannotWrite, refusal.text(language))
      self.refusal = refusal
    case let problem as EveningProblem:
      self.init(.cannotWrite, Note.evening(.notKept(problem)).text(language))
    case let problem as NetworkProblem: self.init(.failed, problem.text(language))
    case let problem as AsOf.Problem: self.init(.usage, problem.text(language))
    default: self.init(.failed, "\(error)")
    }
  }

  /// Runs `work` and turns every error into a ``Failure``.
  static func wrap<T>(_ language: Language, _ work: () async throws -> T) async throws -> T {
    do {
      return try await work()
    } catch {
      throw Failure(error, language)
    }
  }
}
