import CanonSession

/// The names with which a command line can be completed.
public struct CompletionSource: Hashable, Sendable {
  /// The place whose words are offered.
  public var place: Place
  /// Ids, in the order of the set.
  public var stems: [String]
  public var scenes: [String]
  /// Ids that `gain` accepts in addition to stems and `master`.
  public var buses: [String]

  public init(
    at place: Place = .lines, stems: [String] = [], scenes: [String] = [], buses: [String] = []
  ) {
    (self.place, self.stems, self.scenes, self.buses) = (place, stems, scenes, buses)
  }
}
