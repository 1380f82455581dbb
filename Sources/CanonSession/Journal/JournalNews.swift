import CanonFiles
import Glibc

/// Notes for people about the journal while it is written.
public enum JournalNews: Hashable, Sendable {
  /// A file with this name exists, so another name was used.
  case taken(String, path: String)
  case waits(JournalProblem)
  case goesOn(path: String)
  /// The performance has ended, and the last lines could not be written.
  case incomplete(JournalProblem, lines: Int)
  /// What is written may not be on the disk.
  case notOnDisk(JournalProblem)
  /// The music goes on without a journal.
  case ended(JournalProblem)
}

/// The journal could not be written.
public struct JournalProblem: Error, Hashable, Sendable {
  public let path: String
  public let error: DiskError
}
