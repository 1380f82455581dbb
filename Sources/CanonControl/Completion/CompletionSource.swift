import CanonSession

/// What a command line may be completed with, as the caller knows it.
public struct CompletionSource: Hashable, Sendable {
  /// Whose words are offered.
  public var place: Place
  /// Ids, in the order of the set.
  public var stems: [String]
  public var scenes: [String]
  /// Ids that `gain` takes besides stems and `master`.
  public var buses: [String]

  public init(
    at place: Place = .lines, stems: [String] = [], scenes: [String] = [], buses: [String] = []
  ) {
    (self.place, self.stems, self.scenes, self.buses) = (place, stems, scenes, buses)
  }
}
