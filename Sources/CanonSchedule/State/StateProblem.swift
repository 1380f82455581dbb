import CanonFiles

/// Why a memory could not be read or kept. canon says so and plays on: none of these is a reason to stop.
public enum StateProblem: Error, Hashable, Sendable {
  /// The file could not be understood. It was renamed to `aside`, and the memory begins anew.
  case setAside(FileProblem, aside: String)
  /// The file could not be understood, nor renamed, for the reason of the system. It was left as it is.
  case leftDamaged(FileProblem, DiskError)
  /// A version to come has written the file. It was left as it is.
  case newer(FileProblem)
  /// The file is there, and the system does not let it be read. It was left as it is.
  case unreadable(path: String, DiskError)
  /// Nothing could be written to the folder.
  case unwritable(folder: String, DiskError)
  /// Another canon, a stopped one perhaps, holds the folder for longer than writing takes.
  case busy(folder: String)

  /// One or more whole sentences: which file, what was found there, what was expected, and what to do.
  public var message: String { StateWording.problem(self).message }
}
