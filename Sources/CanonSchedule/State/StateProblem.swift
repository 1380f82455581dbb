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

  public var fileProblem: FileProblem { StateWording.problem(self) }
}
