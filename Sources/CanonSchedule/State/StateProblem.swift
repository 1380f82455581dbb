import CanonFiles

/// Why a memory could not be read or written. canon reports it and continues to play.
public enum StateProblem: Error, Hashable, Sendable {
  /// The file could not be understood. It was renamed to `aside`, and the memory starts empty.
  case setAside(FileProblem, aside: String)
  /// The file could neither be understood nor renamed, with the system's error. It stays unchanged.
  case leftDamaged(FileProblem, DiskError)
  /// A newer version wrote the file. It stays unchanged.
  case newer(FileProblem)
  /// The file exists, but the system does not allow reading it. It stays unchanged.
  case unreadable(path: String, DiskError)
  /// Nothing could be written to the folder.
  case unwritable(folder: String, DiskError)
  /// Another canon, perhaps a stopped one, holds the lock for longer than writing takes.
  case busy(folder: String)

  /// One or more whole sentences: the file, what was found, what was expected, and the remedy.
  public var message: String { fileProblem.message }

  /// The problem as one of the file, or of the folder.
  public var fileProblem: FileProblem {
    switch self {
    case .setAside(let problem, let aside): problem.with(StateAdvice.setAside(problem.advice, aside: aside))
    case .leftDamaged(let problem, let error): problem.with(StateAdvice.leftDamaged(problem.advice, error))
    case .newer(let problem): problem.with(StateAdvice.newer(problem.advice))
    case .unreadable(let path, let error): FileProblem(file: path, StateAdvice.unreadable(error))
    case .unwritable(let folder, let error): FileProblem(file: folder, StateAdvice.unwritable(error))
    case .busy(let folder): FileProblem(file: folder, StateAdvice.busy)
    }
  }
}

extension FileProblem {
  fileprivate func with(_ advice: StateAdvice) -> FileProblem {
    var problem = self
    problem.advice = AnyAdvice(advice)
    return problem
  }
}
