import CanonFiles

/// The sentences about files.
public protocol FileWording {
  func file(_ problem: FileProblem) -> String
  /// An error of the system.
  func disk(_ error: DiskError) -> String
}
