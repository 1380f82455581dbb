import CanonSession

/// The names that a command line may be completed with, as the caller knows them.
public struct CompletionSource: Hashable, Sendable {
  /// Ids, in the order of the set.
  public var stems: [String]
  public var scenes: [String]
  /// Ids that `gain` takes besides stems and `master`.
  public var buses: [String]
  /// Words of the command line besides those of the vocabulary, as `help`.
  public var words: [String]

  public init(
    stems: [String] = [], scenes: [String] = [], buses: [String] = [], words: [String] = []
  ) {
    self.stems = stems
    self.scenes = scenes
    self.buses = buses
    self.words = words
  }
}
