import CanonFiles

/// The sentences about files.
public protocol FileWording {
  func file(_ problem: FileProblem) -> String
  /// An advice of a topic without words in this language is in English.
  func words(_ advice: any FileAdvice) -> Advice
  /// A value that was found, as it is shown.
  func found(_ value: String) -> String
  /// An error of the system.
  func disk(_ error: DiskError) -> String
}
